"""Async client: the same calls, awaited, over httpx.

For programs with their own event loop; notebooks, widgets and bulk use `sync`, even if a loop is running.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, TypeVar, overload

import httpx
from pydantic import BaseModel

from workbench.client.by_name import PlainAnswer, call_by_name
from workbench.client.conversation import (
    ConnectionSettings,
    KeyedAnswer,
    answers,
    converse,
    converse_keyed,
    read_capabilities,
)
from workbench.client.http.async_connection import AsyncConnection
from workbench.client.http.endpoint import endpoint_for
from workbench.client.http.logs import redact_http_logs
from workbench.client.retry import RetryPolicy
from workbench.client.service_client import ServiceClient, changed_topics
from workbench.client.session.local_service import LocalService
from workbench.client.session.origin import parse_base_url
from workbench.client.session.token import Token, as_token
from workbench.errors import WorkbenchError
from workbench.procedures.declare import Call
from workbench.procedures.service import Capabilities, get_capabilities
from workbench.wire.batch import DEFAULT_RPC_PATH
from workbench.wire.headers import DEFAULT_COOKIE_NAME

A = TypeVar("A", bound=BaseModel)
B = TypeVar("B", bound=BaseModel)
C = TypeVar("C", bound=BaseModel)


class AsyncClient(ServiceClient[AsyncConnection]):
    """A service and a session on it, for one event loop. Close it when done."""

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
        http: httpx.AsyncClient | None = None,
        local: LocalService | None = None,
    ) -> None:
        """Create the client, as `Client`.

        `http` is an async client of yours, such as one over `httpx.ASGITransport`.
        """
        session, token = as_token(token), ""  # from here on no frame holds the text
        settings = ConnectionSettings(rpc_path, policy, timeout_seconds, paid_timeout_seconds, max_url_characters)
        endpoint = endpoint_for(
            parse_base_url(base_url), session, cookie_name, settings, is_own=http is None, local=local
        )
        self.connection = AsyncConnection(endpoint, http)
        self._capabilities: tuple[Capabilities | None] | None = None
        redact_http_logs()

    @overload
    async def call(self, call: Call[A], /, *, timeout_seconds: float | None = None) -> A: ...
    @overload
    async def call(
        self,
        call: str,
        input: Mapping[str, Any] | None = None,
        /,
        *,
        is_write: bool | None = None,
        timeout_seconds: float | None = None,
    ) -> Any: ...

    async def call(
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
        answer = answers(await self._outcomes((call,), timeout_seconds=timeout_seconds))[0]
        return answer.root if isinstance(answer, PlainAnswer) else answer

    async def call_keyed(self, call: Call[A], /) -> KeyedAnswer[A]:
        """Send a call with a key; return its answer, and whether it was made before. Raises like `call`."""
        outcomes = await self.connection.run(converse_keyed(call, self.connection.endpoint.settings))
        self.changes.publish(changed_topics((call,), outcomes))
        answer: KeyedAnswer[A] = answers(outcomes)[0]
        return answer

    @overload
    async def batch(self, a: Call[A], b: Call[B], /) -> tuple[A, B]: ...
    @overload
    async def batch(self, a: Call[A], b: Call[B], c: Call[C], /) -> tuple[A, B, C]: ...
    @overload
    async def batch(self, *calls: Call[A]) -> tuple[A, ...]: ...
    @overload
    async def batch(self, *calls: Call[Any]) -> tuple[Any, ...]: ...

    async def batch(self, *calls: Call[Any]) -> tuple[Any, ...]:
        """Send calls and return their answers, by position. Raises the first failure; later calls are not sent."""
        return answers(await self._outcomes(calls, stops=True))

    @overload
    async def outcomes(self, *calls: Call[A]) -> tuple[A | WorkbenchError, ...]: ...
    @overload
    async def outcomes(self, *calls: Call[Any]) -> tuple[Any, ...]: ...

    async def outcomes(self, *calls: Call[Any]) -> tuple[Any, ...]:
        """Return the answer or error of each call, by position. Raises `NotSent` when the calls cannot be sent."""
        return tuple(await self._outcomes(calls))

    async def capabilities(self, *, timeout_seconds: float | None = None) -> Capabilities | None:
        """Return what the service adds to the interface, requested once; `None` if it has only the interface.

        `timeout_seconds` sets a shorter time than for other calls, for a first request to a service that may be
        down. Raises `SignInNeeded` if the session has ended, `Unreachable` if no answer came.
        """
        if self._capabilities is None:
            outcome = (await self._outcomes((get_capabilities(),), timeout_seconds=timeout_seconds))[0]
            capabilities, lasts = read_capabilities(outcome)
            if not lasts:
                return capabilities
            self._capabilities = (capabilities,)
        return self._capabilities[0]

    async def aclose(self) -> None:
        """Close the connections. An HTTP client that was passed in stays open."""
        await self.connection.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _outcomes(
        self, calls: tuple[Call[Any], ...], *, stops: bool = False, timeout_seconds: float | None = None
    ) -> list[Any]:
        settings = self.connection.endpoint.settings
        outcomes = await self.connection.run(converse(calls, settings, stops=stops, timeout_seconds=timeout_seconds))
        self.changes.publish(changed_topics(calls, outcomes))
        return outcomes
