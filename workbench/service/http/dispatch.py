"""Answer one request: its calls are run by their handlers, and every answer or failure keeps its position.

Reads of one request see one snapshot; writes run one by one, each in its own transaction.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from time import perf_counter
from typing import Any

from pydantic import ValidationError

from workbench.procedures.declare import dump_answer, sentence
from workbench.service.db.seam import Db, StoreBusy, StoreClosed
from workbench.service.http.response import (
    Element,
    Headers,
    Send,
    deliver,
    error_element,
    failed_element,
    rejection,
    response,
    unexpected_failure,
    unexpected_response,
    unknown_element,
)
from workbench.service.http.rpc_request import Receive, RequestRejected, RpcRequest, Scope, receive_request
from workbench.service.kernel import membership
from workbench.service.kernel.answer_budget import AnswerBudget, TooMuchAtOnce, answer_full
from workbench.service.kernel.binding import Handler
from workbench.service.kernel.context import Caller, Context, Service, SignedIn
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.long_reads import Turn, wait_until_finished
from workbench.service.kernel.metrics import OTHER
from workbench.service.kernel.roles import OrganizationMembership
from workbench.service.lessons.store import LessonTooHeavy
from workbench.service.sessions import store as sessions
from workbench.wire.batch import failure, result_element

_LOG = logging.getLogger("workbench.service")
MOST_HOMES = 10_000


class Dispatch:
    """The ASGI callable of the procedure path."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._refreshing: set[asyncio.Task[None]] = set()
        self._homes: dict[str, str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        turn = Turn(self.service.long_reads)
        try:
            await self._answer(scope, receive, send, turn)
        finally:
            turn.end()

    async def _answer(self, scope: Scope, receive: Receive, send: Send, turn: Turn) -> None:
        try:
            request = await receive_request(scope, receive, self.service.settings)
            since = perf_counter()
        except RequestRejected as rejected:
            answer = rejection(rejected, is_post=scope["method"] == "POST")
            self.service.metrics.call(OTHER, answer.http_status, 0.0)
        except Exception as error:
            answer = unexpected_response(error)
            self.service.metrics.call(OTHER, answer.http_status, 0.0)
        else:
            headers: Headers = []
            elements = await self._elements(request, headers, turn)
            self.count(request, elements, since)
            if _is_key_ignored(request):
                headers.append((b"idempotency-key-ignored", b"true"))
            answer = response(elements, headers, bare=not request.procedures.batched or scope["method"] == "POST")
            turn.sending(len(answer.body))
        await deliver(send, answer, is_head=scope["method"] == "HEAD")

    def count(self, request: RpcRequest, elements: list[Element], since: float) -> None:
        """Add a request, answered now, to the metrics; `since` is when it was whole."""
        http_statuses = [http_status for http_status, _ in elements]
        self.service.metrics.calls(request.procedures.names, http_statuses, perf_counter() - since)

    async def _elements(self, request: RpcRequest, headers: Headers, turn: Turn) -> list[Element]:
        runnable = [handler for handler in request.handlers if handler is not None]
        if not runnable:
            return [unknown_element(name) for name in request.procedures.names]
        if runnable[0].procedure.is_write:
            return [await self._write(request, index, headers) for index in range(len(request.handlers))]
        if not any(handler.long for handler in runnable):
            try:
                return await self.read(request, headers)
            except TooMuchAtOnce:
                headers.clear()
        return await self._read_beside(request, headers, turn)

    async def read(self, request: RpcRequest, headers: Headers) -> list[Element]:
        """Return an element for each name of a request for reads, all seen on one snapshot.

        Raises `TooMuchAtOnce`.
        """
        budget = AnswerBudget(at_once=True)
        reading = self.service.store.read(lambda db: self._snapshot(db, request, headers, budget))
        return await self._read(request, headers, reading)

    async def _read_beside(self, request: RpcRequest, headers: Headers, turn: Turn) -> list[Element]:
        """Return the result of `read`, run in a thread when it is the organization's turn.

        It is abandoned if the client disconnects.
        """
        budget = AnswerBudget(at_once=False)

        async def read() -> tuple[SignedIn | None, list[Element]]:
            home = await self._home(request)
            if home is not None:
                await turn.begin(home)
            reading = self.service.store.read(lambda db: self._snapshot(db, request, headers, budget), long=True)
            return await wait_until_finished(reading, budget.close)

        return await self._read(request, headers, read())

    async def _read(
        self, request: RpcRequest, headers: Headers, reading: Awaitable[tuple[SignedIn | None, list[Element]]]
    ) -> list[Element]:
        names = request.procedures.names
        try:
            person, elements = await reading
        except TooMuchAtOnce:
            raise
        except HandlerError as refused:  # before anything ran
            return [error_element(refused, name, headers) for name in names]
        except Exception as error:  # the database itself failed; every call of the request did
            failed = unexpected_failure(error, headers)
            return [failed_element(failed, name) for name in names]
        if person is not None and person.refresh_due:
            self._refresh(person)
        return elements

    async def _home(self, request: RpcRequest) -> str | None:
        """Return the organization whose turn the read takes: the person's current one; None without a session."""
        token_sha256 = request.sender.token_sha256
        if token_sha256 is None or (known := self._homes.get(token_sha256)) is not None:
            return None if token_sha256 is None else known

        async def unit(db: Db) -> str | None:
            person = await self._signed_in(db, request, 0)
            if person is None:
                return None
            first = await membership.first_organization(db, person.person_id)
            return person.last_organization_id or first or person.person_id

        home = await self.service.store.read(unit)
        if home is not None:
            if len(self._homes) >= MOST_HOMES:
                self._homes.clear()
            self._homes[token_sha256] = home
        return home

    async def _snapshot(
        self, db: Db, request: RpcRequest, headers: Headers, budget: AnswerBudget
    ) -> tuple[SignedIn | None, list[Element]]:
        """Return the caller and an element for each call: all together in the event loop, else one by one."""
        person = await self._signed_in(db, request, len(request.handlers))
        memberships: dict[str | None, OrganizationMembership | None] = {}

        async def read(index: int) -> Element:
            name, handler = request.procedures.names[index], request.handlers[index]
            if handler is None:
                return unknown_element(name)
            if person is None:
                return failed_element(failure("UNAUTHORIZED"), name)
            if not budget.is_full:
                context = Context(
                    service=self.service,
                    person=person,
                    procedure=name,
                    requires=handler.requires,
                    within=request.sender.within,
                    headers=headers,
                    db=db,
                    memberships=memberships,
                    budget=budget,
                )
                element = await _call_element(handler, context, request.inputs[index])
                if budget.admits(len(element[1])):
                    return element
            return failed_element(answer_full().failure, name)

        count = len(request.handlers)
        try:
            if budget.at_once and count > 1:
                return person, await db.together(*map(read, range(count)))
            return person, [await read(index) for index in range(count)]
        except TooMuchAtOnce:  # read again in a thread, and counted there
            if person is not None:
                self.service.gate.not_called(person.person_id, count)
            raise

    async def _write(self, request: RpcRequest, index: int, headers: Headers) -> Element:
        name, handler, value = request.procedures.names[index], request.handlers[index], request.inputs[index]
        if handler is None:
            return unknown_element(name)
        try:
            if handler.alone:
                person = await self.service.store.read(lambda db: self._signed_in(db, request))
                if person is None:
                    return failed_element(failure("UNAUTHORIZED"), name)
                self._refresh(person)
                asker = Caller(
                    service=self.service,
                    person=person,
                    procedure=name,
                    requires=handler.requires,
                    options=request.options,
                    within=request.sender.within,
                    headers=headers,
                )
                return await _call_element(handler, asker, value)
            with self.service.gate.write():
                signed_in, element, unit_headers = await self.service.store.write(
                    lambda db: self._unit(db, request, handler, value)
                )
        except _Undone as undone:
            headers += undone.headers
            return undone.element
        except HandlerError as refused:  # before anything ran
            return error_element(refused, name, headers)
        except Exception as error:
            return failed_element(unexpected_failure(error, headers), name)
        self._refresh(signed_in)
        headers += unit_headers
        return element

    async def _unit(
        self, db: Db, request: RpcRequest, handler: Handler, value: Any
    ) -> tuple[SignedIn, Element, Headers]:
        name = handler.procedure.name
        headers: Headers = []  # a unit may be run again, and says then what holds then
        person = await self._signed_in(db, request)
        if person is None:
            raise _Undone(failed_element(failure("UNAUTHORIZED"), name), headers)
        context = Context(
            service=self.service,
            person=person,
            procedure=name,
            requires=handler.requires,
            options=request.options,
            within=request.sender.within,
            headers=headers,
            db=db,
        )
        element = await _call_element(handler, context, value)
        if element[0] >= 400:
            raise _Undone(element, headers)
        return person, element, headers

    async def _signed_in(self, db: Db, request: RpcRequest, calls: int = 1) -> SignedIn | None:
        """Return the caller, counting their calls.

        Raises `HandlerError` for too many calls, or wrong tokens from the address.
        """
        token_sha256, address, _ = request.sender
        if token_sha256 is None:
            return None
        gate = self.service.gate
        person = await sessions.sign_in(db, token_sha256, now=self.service.clock())
        if person is None:
            gate.wrong_token(address)
        elif calls:
            gate.call(person.person_id, calls)
        return person

    def _refresh(self, person: SignedIn) -> None:
        """Restart the session's idle time, once a day, without making the caller wait."""
        if not person.refresh_due:
            return

        async def refresh() -> None:
            try:
                await self.service.store.write(
                    lambda db: sessions.refresh_session(db, person.session_id, now=self.service.clock())
                )
            except Exception:
                _LOG.warning("a session could not be refreshed", exc_info=False)

        task = asyncio.create_task(refresh())
        self._refreshing.add(task)
        task.add_done_callback(self._refreshing.discard)


def _is_key_ignored(request: RpcRequest) -> bool:
    """Return whether a key was sent for a procedure on which it has no effect."""
    return request.options.key is not None and not any(
        handler is not None and handler.procedure.takes_key for handler in request.handlers
    )


class _Undone(Exception):
    """Carries a failed element out of a write's unit, so that the unit is rolled back."""

    def __init__(self, element: Element, headers: Headers) -> None:
        super().__init__()
        self.element = element
        self.headers = headers


async def _call_element(handler: Handler, asker: Caller, value: Any) -> Element:
    procedure = handler.procedure
    try:
        parsed = procedure.read_input(value)
    except ValidationError as refused:
        return failed_element(failure("BAD_REQUEST", sentence(refused)), procedure.name)
    try:
        answer = await handler.run(asker, parsed)
    except HandlerError as refused:
        return error_element(refused, procedure.name, asker.headers)
    except LessonTooHeavy as heavy:
        return failed_element(failure("PAYLOAD_TOO_LARGE", heavy.message, reason="lessonWeight"), procedure.name)
    except (StoreBusy, StoreClosed, TooMuchAtOnce):
        raise
    except Exception as error:
        return failed_element(unexpected_failure(error, asker.headers), procedure.name)
    return 200, result_element(dump_answer(answer), typed=procedure.typed)
