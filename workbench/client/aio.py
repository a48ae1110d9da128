"""The async client: the same verbs, awaited. A shell around `conversation`, over httpx.

For programs with an event loop of their own; notebooks, widgets and bulk use `sync`, whatever loop they run beside.
"""

from __future__ import annotations

import time
from http.cookiejar import CookieJar, DefaultCookiePolicy
from types import TracebackType
from typing import Any, NoReturn, TypeVar, overload

import anyio
import httpx
from pydantic import BaseModel

from workbench.client.conversation import (
    ConnectionSettings,
    KeyedAnswer,
    Talk,
    answers,
    capabilities_of,
    converse,
    keyed_answer,
)
from workbench.client.exchange import Exchange, NoAnswer, Send, UnreadableBody, no_answer
from workbench.client.http.endpoint import KEEPALIVE_SECONDS, KEPT_CONNECTIONS, MAX_CONNECTIONS, Endpoint, line, trimmed
from workbench.client.http.logs import redact_http_logs
from workbench.client.http.response_body import Body, BodyError
from workbench.client.http.tls import no_authority, tls_context
from workbench.client.retry import RetryPolicy
from workbench.client.session.local_service import LocalService, is_private
from workbench.client.session.origin import origin_of
from workbench.client.session.token import Token, as_token
from workbench.errors import NotConnected, WorkbenchError
from workbench.procedures.declare import Call
from workbench.procedures.service import Capabilities, get_capabilities
from workbench.wire.batch import DEFAULT_RPC_PATH
from workbench.wire.cookie import DEFAULT_COOKIE_NAME
from workbench.wire.message import Response

A = TypeVar("A", bound=BaseModel)
B = TypeVar("B", bound=BaseModel)
C = TypeVar("C", bound=BaseModel)
D = TypeVar("D", bound=BaseModel)
E = TypeVar("E", bound=BaseModel)
F = TypeVar("F", bound=BaseModel)


class AsyncClient:
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
        """As `Client`; `http` is an async client of your own, such as one over `httpx.ASGITransport`."""
        kept_token, token = as_token(token), ""  # from here on no frame holds the text
        terms = ConnectionSettings(rpc_path, policy, timeout_seconds, paid_timeout_seconds, max_url_characters)
        self._line = line(origin_of(base_url), kept_token, cookie_name, terms, is_own=http is None, local=local)
        self._given = http
        self._made: dict[bool, httpx.AsyncClient] = {}
        self._replaced: list[httpx.AsyncClient] = []
        self._capabilities: tuple[Capabilities | None] | None = None
        self._closed = False
        redact_http_logs()

    @property
    def origin(self) -> str:
        """Such as `https://service.example`; the only place the session token goes to."""
        return str(self._line.origin)

    @property
    def honours_keys(self) -> bool:
        """Whether the last answered read said that the service honours idempotency keys."""
        return self._line.terms.honours_keys

    @property
    def shares_keys(self) -> bool:
        """Whether that read said that the members of an organization may share them."""
        return self._line.terms.shares_keys

    async def call(self, call: Call[A], /) -> A:
        """The call's answer. Raises a `WorkbenchError` that says why there is none."""
        answer: A = answers(await self._driven(converse((call,), self._line.terms)))[0]
        return answer

    async def call_keyed(self, call: Call[A], /) -> KeyedAnswer[A]:
        """The answer of one call with a key, and whether it was made before. Raises like `call`."""
        headers: dict[str, str] = {}

        def note(response: Response) -> None:
            headers.update(response.headers)

        answer: A = answers(await self._driven(converse((call,), self._line.terms, read=note)))[0]
        return keyed_answer(answer, headers)

    @overload
    async def batch(self, a: Call[A], b: Call[B], /) -> tuple[A, B]: ...
    @overload
    async def batch(self, a: Call[A], b: Call[B], c: Call[C], /) -> tuple[A, B, C]: ...
    @overload
    async def batch(self, a: Call[A], b: Call[B], c: Call[C], d: Call[D], /) -> tuple[A, B, C, D]: ...
    @overload
    async def batch(self, a: Call[A], b: Call[B], c: Call[C], d: Call[D], e: Call[E], /) -> tuple[A, B, C, D, E]: ...
    @overload
    async def batch(
        self, a: Call[A], b: Call[B], c: Call[C], d: Call[D], e: Call[E], f: Call[F], /
    ) -> tuple[A, B, C, D, E, F]: ...
    @overload
    async def batch(self, *calls: Call[A]) -> tuple[A, ...]: ...
    @overload
    async def batch(self, *calls: Call[Any]) -> tuple[Any, ...]: ...

    async def batch(self, *calls: Call[Any]) -> tuple[Any, ...]:
        """The calls' answers, by position. Raises the first failure; what comes after it is not sent any more."""
        return answers(await self._driven(converse(calls, self._line.terms, stops=True)))

    @overload
    async def outcomes(self, *calls: Call[A]) -> tuple[A | WorkbenchError, ...]: ...
    @overload
    async def outcomes(self, *calls: Call[Any]) -> tuple[Any, ...]: ...

    async def outcomes(self, *calls: Call[Any]) -> tuple[Any, ...]:
        """For each call its answer or its error, by position. Raises `NotSent` when the calls cannot be sent."""
        return tuple(await self._driven(converse(calls, self._line.terms)))

    async def capabilities(self, *, within_seconds: float | None = None) -> Capabilities | None:
        """What the service adds to the interface, kept once it is known; `None` for one with the interface only.

        `within_seconds` leaves less time than other calls have, for a first question to a service that may be unwell.
        Raises `SignInNeeded` when the session has ended, `Unreachable` when no answer came.
        """
        if self._capabilities is None:
            terms = self._line.terms.within(within_seconds)
            outcome = (await self._driven(converse((get_capabilities(),), terms)))[0]
            self._line.terms.honours_keys, self._line.terms.shares_keys = terms.honours_keys, terms.shares_keys
            found, lasts = capabilities_of(outcome)
            if not lasts:
                return found
            self._capabilities = (found,)
        return self._capabilities[0]

    async def aclose(self) -> None:
        """Close the connections. An HTTP client that was brought along stays open."""
        self._closed = True
        made, self._made, self._replaced = [*self._made.values(), *self._replaced], {}, []
        for http in made:
            await http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        # A traceback may show it while it is being made.
        return f"AsyncClient({self.origin if hasattr(self, '_line') else ''!r})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a client is not pickled: make one where it is used, with a session read there")

    async def _driven(self, talk: Talk) -> list[Any]:
        heard: Exchange | None = None
        while True:
            try:
                step = talk.send(heard)
            except StopIteration as finished:
                outcomes: list[Any] = finished.value
                return outcomes
            if isinstance(step, Send):
                heard = await self._heard(step)
            else:
                await anyio.sleep(step.seconds)
                heard = None

    async def _heard(self, step: Send) -> Exchange:
        used, http = self._line, self._http(fresh=step.fresh)
        started = time.monotonic()
        try:
            said = await _exchange(http, used, step)
            if self._is_renewed(used, said):
                said = await _exchange(self._http(fresh=step.fresh), self._line, step)
        except BaseException as stopped:  # noqa: BLE001  (a cancellation too: the frames below hold the cookie)
            raise trimmed(stopped) from None
        return Exchange(said, time.monotonic() - started)

    def _is_renewed(self, used: Endpoint, said: Response | NoAnswer | UnreadableBody) -> bool:
        """Whether the service of this computer is elsewhere by now, or has another session, and we follow."""
        found = used.renewed(said)
        if found is None:
            return False
        if self._line.local != found.local:
            self._line = found
            self._replaced += self._made.values()  # another task may be on one of them
            self._made = {}
        return True

    def _http(self, *, fresh: bool) -> httpx.AsyncClient:
        if self._closed:
            raise NotConnected("This client is closed. Make another one.")
        if self._given is not None:
            return self._given
        if fresh not in self._made:
            self._made[fresh] = _http_client(self._line, kept_connections=0 if fresh else KEPT_CONNECTIONS)
        return self._made[fresh]


def _http_client(line: Endpoint, kept_connections: int) -> httpx.AsyncClient:
    limits = httpx.Limits(
        max_connections=MAX_CONNECTIONS, max_keepalive_connections=kept_connections, keepalive_expiry=KEEPALIVE_SECONDS
    )
    return httpx.AsyncClient(
        transport=_local_transport(line.local, limits) if line.local else None,
        verify=tls_context() if line.origin.scheme == "https" else no_authority(),
        trust_env=not line.origin.is_loopback,
        follow_redirects=False,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),  # takes none, so it sends none
        limits=limits,
    )


def _local_transport(local: LocalService, limits: httpx.Limits) -> httpx.AsyncHTTPTransport:
    if local.socket_path is None:
        raise NotConnected("Here the service of this computer is reached by the blocking client only: use Client.")
    return httpx.AsyncHTTPTransport(uds=local.socket_path, limits=limits, verify=no_authority(), trust_env=False)


async def _exchange(http: httpx.AsyncClient, line: Endpoint, step: Send) -> Response | NoAnswer | UnreadableBody:
    if line.local is not None and line.local.socket_path is not None and not is_private(line.local.socket_path):
        return NoAnswer("nothing of this person's listens there", sent=False)  # who else may write there may listen
    try:
        with anyio.fail_after(step.timeout_seconds):
            response = await http.send(
                httpx.Request(**line.request(step)), stream=True, auth=line.sign, follow_redirects=False
            )
            try:
                return await _read(response, line)
            finally:
                await response.aclose()
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, TimeoutError) as error:
        return no_answer(error)


async def _read(response: httpx.Response, line: Endpoint) -> Response | UnreadableBody:
    headers, was_read = line.headers(response.headers.items()), response.is_stream_consumed
    try:
        body = Body({} if was_read else headers)
        if was_read:
            body.feed(response.content)
        else:
            async for piece in response.aiter_raw():
                body.feed(piece)
        return Response(response.status_code, headers, line.token.masked(body.whole()))
    except BodyError as refused:
        return UnreadableBody(response.status_code, str(refused))
