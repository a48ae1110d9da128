"""The blocking client: calls, batches, and what the service adds to the interface. Threads may share one."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, TypeVar, overload
from urllib.parse import quote

import httpx
from pydantic import BaseModel

from workbench.argument_check import check, checks_function
from workbench.client.by_name import PlainAnswer, call_by_name
from workbench.client.conversation import (
    ConnectionSettings,
    KeyedAnswer,
    Talk,
    answers,
    converse,
    converse_keyed,
    read_capabilities,
)
from workbench.client.http.connection import Connection
from workbench.client.http.endpoint import endpoint_for
from workbench.client.http.logs import redact_http_logs
from workbench.client.lookups.paging import every_item
from workbench.client.retry import RetryPolicy
from workbench.client.service_client import ServiceClient, changed_topics
from workbench.client.session.local_service import LocalService
from workbench.client.session.origin import parse_base_url
from workbench.client.session.token import Token, as_token
from workbench.errors import Unreachable, WorkbenchError
from workbench.procedures.declare import Call
from workbench.procedures.service import Capabilities, get_capabilities
from workbench.wire.batch import DEFAULT_RPC_PATH
from workbench.wire.headers import DEFAULT_COOKIE_NAME, ORGANIZATION_HEADER

A = TypeVar("A", bound=BaseModel)
B = TypeVar("B", bound=BaseModel)
C = TypeVar("C", bound=BaseModel)


class Client(ServiceClient[Connection]):
    """A service and a session on it. Calls block; threads may share one client; close it when done.

    `organization_id` is the organization that it is limited to, `None` for no limit: see `within`.
    """

    organization_id: str | None = None

    def __init__(
        self,
        base_url: str,
        token: Token | str,
        *,
        cookie_name: str = DEFAULT_COOKIE_NAME,
        rpc_path: str = DEFAULT_RPC_PATH,
        policy: RetryPolicy = RetryPolicy(),  # noqa: B008  (frozen)
        max_url_characters: int = 2048,
        timeout_seconds: float = 30,
        paid_timeout_seconds: float = 180,
        http: httpx.Client | None = None,
        local: LocalService | None = None,
    ) -> None:
        """Create the client without sending anything.

        `http` is a client of your own (with a proxy, or a test's transport). `local` says that it is the service of
        this computer, which is found again after a restart. Raises `OriginRefused` for an address that the session
        token may not go to, `Misconfigured` for the rest.
        """
        session, token = as_token(token), ""  # from here on no frame holds the text
        settings = ConnectionSettings(rpc_path, policy, timeout_seconds, paid_timeout_seconds, max_url_characters)
        endpoint = endpoint_for(
            parse_base_url(base_url), session, cookie_name, settings, is_own=http is None, local=local
        )
        self.connection = Connection(endpoint, http)
        self._capabilities: tuple[Capabilities | None] | None = None
        self._capabilities_lock = threading.Lock()
        self._whole = self
        self._views: dict[str, Client] = {}
        redact_http_logs()

    @overload
    def call(self, call: Call[A], /, *, timeout_seconds: float | None = None) -> A: ...
    @overload
    def call(
        self,
        call: str,
        input: Mapping[str, Any] | None = None,
        /,
        *,
        is_write: bool | None = None,
        timeout_seconds: float | None = None,
    ) -> Any: ...

    def call(
        self,
        call: Call[Any] | str,
        input: Mapping[str, Any] | None = None,  # noqa: A002  (as the field is called)
        /,
        *,
        is_write: bool | None = None,
        timeout_seconds: float | None = None,
    ) -> Any:
        """Send a call and return its answer. Raises a `WorkbenchError` with the reason if there is no answer.

        A procedure may be given by its wire name with its input: `call("lesson.getLesson", {"lessonId": id})`;
        the answer is the procedure's model, or plain JSON values if the procedure is not declared here, which
        needs `is_write`. `timeout_seconds` is the time for this call and all its tries together, instead of the
        client's.
        """
        if isinstance(call, str):
            call = call_by_name(call, input, is_write=is_write)
        answer = answers(self._outcomes((call,), timeout_seconds=timeout_seconds))[0]
        return answer.root if isinstance(answer, PlainAnswer) else answer

    def call_keyed(self, call: Call[A], /) -> KeyedAnswer[A]:
        """Send a call with a key; return its answer, and whether it was made before. Raises like `call`."""
        outcomes = self.run(converse_keyed(call, self.connection.endpoint.settings))
        self.changes.publish(changed_topics((call,), outcomes))
        answer: KeyedAnswer[A] = answers(outcomes)[0]
        return answer

    @overload
    def batch(self, a: Call[A], b: Call[B], /) -> tuple[A, B]: ...
    @overload
    def batch(self, a: Call[A], b: Call[B], c: Call[C], /) -> tuple[A, B, C]: ...
    @overload
    def batch(self, *calls: Call[A]) -> tuple[A, ...]: ...
    @overload
    def batch(self, *calls: Call[Any]) -> tuple[Any, ...]: ...

    def batch(self, *calls: Call[Any]) -> tuple[Any, ...]:
        """Send calls and return their answers, by position. Raises the first failure; later calls are not sent."""
        return answers(self._outcomes(calls, stops=True))

    @overload
    def outcomes(self, *calls: Call[A]) -> tuple[A | WorkbenchError, ...]: ...
    @overload
    def outcomes(self, *calls: Call[Any]) -> tuple[Any, ...]: ...

    def outcomes(self, *calls: Call[Any]) -> tuple[Any, ...]:
        """Return the answer or error of each call, by position. Raises `NotSent` when the calls cannot be sent."""
        return tuple(self._outcomes(calls))

    @checks_function
    def iter(self, call: Call[Any], /, *, limit: int | None = None) -> Iterator[Any]:
        """Iterate over the items of a list that comes in pages; a page is read when it is needed.

        `limit` is the largest number of items. Raises `AnswerUnreadable` if the pages never end, and the errors of
        `call`.

        >>> from workbench.procedures.lesson import list_lessons
        >>> [lesson.title for lesson in wb.client.iter(list_lessons(), limit=1)]
        ['Reading a map']
        """
        return every_item(self, call, limit=limit)

    def capabilities(self, *, timeout_seconds: float | None = None) -> Capabilities | None:
        """Return what the service adds to the interface, requested once; `None` if it has only the interface.

        `timeout_seconds` sets a shorter time than for other calls, for a first call to a service that may be
        down. Raises `SignInNeeded` if the session has ended, `Unreachable` if no answer came.
        """
        if self._whole is not self:
            return self._whole.capabilities(timeout_seconds=timeout_seconds)
        with self._capabilities_lock:
            if self._capabilities is None:
                outcome = self._outcomes((get_capabilities(),), timeout_seconds=timeout_seconds)[0]
                capabilities, lasts = read_capabilities(outcome)
                if not lasts:
                    return capabilities
                self._capabilities = (capabilities,)
            return self._capabilities[0]

    def within(self, organization_id: str | None) -> Client:
        """Return this client limited to one organization, or with `None`, the client without a limit.

        The service refuses every call that names something of another organization, and says which one it
        belongs to; calls that name no organization apply to this one. Both clients use the same connections,
        and closing either closes them. A service that does not announce `organizationHeader` does not check.
        """
        check("within(): organization_id", organization_id, str | None)
        whole = self._whole
        if organization_id is None:
            return whole
        with whole._capabilities_lock:
            if organization_id not in whole._views:
                view = Client.__new__(type(whole))
                view.__dict__.update(whole.__dict__, organization_id=organization_id, _views={})
                whole._views[organization_id] = view
            return whole._views[organization_id]

    def run(self, talk: Talk) -> list[Any]:
        """Carry out a conversation over the connections, within the organization of this client."""
        limit = self.organization_id
        try:
            outcomes = self.connection.run(talk, {ORGANIZATION_HEADER: quote(limit)} if limit else None)
        except Unreachable as unreachable:
            self._complete(unreachable)
            raise
        for outcome in outcomes:
            if isinstance(outcome, Unreachable):
                self._complete(outcome)
        return outcomes

    def _complete(self, unreachable: Unreachable) -> None:
        """Add where the service is, and what to do if it is this computer's and has ended."""
        unreachable.address = self.origin
        local = self.connection.endpoint.local
        if local is not None and not unreachable.sent and local.read() is None:
            unreachable.message = (
                "The service of this computer is not running. Nothing was sent. `connect()` starts it again."
            )

    def close(self) -> None:
        """Close the connections. An HTTP client that was passed in stays open."""
        self.connection.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _outcomes(
        self, calls: tuple[Call[Any], ...], *, stops: bool = False, timeout_seconds: float | None = None
    ) -> list[Any]:
        settings = self.connection.endpoint.settings
        outcomes = self.run(converse(calls, settings, stops=stops, timeout_seconds=timeout_seconds))
        self.changes.publish(changed_topics(calls, outcomes))
        return outcomes
