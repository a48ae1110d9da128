"""The blocking client: three verbs and what the service says of itself. A shell around `conversation`.

Knows sockets, time and threads; knows no rule of what is said, repeated or refused. One client serves many threads.
"""

from __future__ import annotations

import threading
import time
from http.cookiejar import CookieJar, DefaultCookiePolicy
from types import TracebackType
from typing import Any, NoReturn, TypeVar, overload

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
from workbench.client.http.tls import tls_context
from workbench.client.http.transport import Transport
from workbench.client.retry import RetryPolicy
from workbench.client.session.local_service import LocalService
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


class Client:
    """A service and a session on it. Calls block; threads may share one client; close it when done."""

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
        """Nothing is sent yet. `http` is a client of your own (a proxy, a test's transport); its hooks are yours.

        `local` says that it is the service of this computer, which is found again after it was started anew.
        Raises `OriginRefused` for an address that the session token may not go to, `Misconfigured` for the rest.
        """
        kept_token, token = as_token(token), ""  # from here on no frame holds the text
        terms = ConnectionSettings(rpc_path, policy, timeout_seconds, paid_timeout_seconds, max_url_characters)
        self._line = line(origin_of(base_url), kept_token, cookie_name, terms, is_own=http is None, local=local)
        self._given = http
        self._ways: dict[bool, Transport | _OverHttpx] = {}  # those for fresh connections, and those for kept ones
        self._lock = threading.Lock()
        self._asking = threading.Lock()
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

    def call(self, call: Call[A], /) -> A:
        """The call's answer. Raises a `WorkbenchError` that says why there is none."""
        answer: A = answers(self._driven(converse((call,), self._line.terms)))[0]
        return answer

    def call_keyed(self, call: Call[A], /) -> KeyedAnswer[A]:
        """The answer of one call with a key, and whether it was made before. Raises like `call`."""
        headers: dict[str, str] = {}

        def note(response: Response) -> None:
            headers.update(response.headers)

        answer: A = answers(self._driven(converse((call,), self._line.terms, read=note)))[0]
        return keyed_answer(answer, headers)

    @overload
    def batch(self, a: Call[A], b: Call[B], /) -> tuple[A, B]: ...
    @overload
    def batch(self, a: Call[A], b: Call[B], c: Call[C], /) -> tuple[A, B, C]: ...
    @overload
    def batch(self, a: Call[A], b: Call[B], c: Call[C], d: Call[D], /) -> tuple[A, B, C, D]: ...
    @overload
    def batch(self, a: Call[A], b: Call[B], c: Call[C], d: Call[D], e: Call[E], /) -> tuple[A, B, C, D, E]: ...
    @overload
    def batch(
        self, a: Call[A], b: Call[B], c: Call[C], d: Call[D], e: Call[E], f: Call[F], /
    ) -> tuple[A, B, C, D, E, F]: ...
    @overload
    def batch(self, *calls: Call[A]) -> tuple[A, ...]: ...
    @overload
    def batch(self, *calls: Call[Any]) -> tuple[Any, ...]: ...

    def batch(self, *calls: Call[Any]) -> tuple[Any, ...]:
        """The calls' answers, by position. Raises the first failure; what comes after it is not sent any more."""
        return answers(self._driven(converse(calls, self._line.terms, stops=True)))

    @overload
    def outcomes(self, *calls: Call[A]) -> tuple[A | WorkbenchError, ...]: ...
    @overload
    def outcomes(self, *calls: Call[Any]) -> tuple[Any, ...]: ...

    def outcomes(self, *calls: Call[Any]) -> tuple[Any, ...]:
        """For each call its answer or its error, by position. Raises `NotSent` when the calls cannot be sent."""
        return tuple(self._driven(converse(calls, self._line.terms)))

    def capabilities(self, *, within_seconds: float | None = None) -> Capabilities | None:
        """What the service adds to the interface, asked once; `None` for a service with the interface only.

        `within_seconds` leaves less time than other calls have, for a first question to a service that may be unwell.
        Raises `SignInNeeded` when the session has ended, `Unreachable` when no answer came.
        """
        with self._asking:
            if self._capabilities is None:
                terms = self._line.terms.within(within_seconds)
                outcome = self._driven(converse((get_capabilities(),), terms))[0]
                self._line.terms.honours_keys, self._line.terms.shares_keys = terms.honours_keys, terms.shares_keys
                found, lasts = capabilities_of(outcome)
                if not lasts:
                    return found
                self._capabilities = (found,)
            return self._capabilities[0]

    def close(self) -> None:
        """Close the connections. An HTTP client that was brought along stays open."""
        with self._lock:
            self._closed = True
            ways, self._ways = self._ways, {}
        for way in ways.values():
            way.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        # A traceback may show it while it is being made.
        return f"Client({self.origin if hasattr(self, '_line') else ''!r})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a client is not pickled: make one where it is used, with a session read there")

    def _driven(self, talk: Talk) -> list[Any]:
        heard: Exchange | None = None
        while True:
            try:
                step = talk.send(heard)
            except StopIteration as finished:
                outcomes: list[Any] = finished.value
                return outcomes
            if isinstance(step, Send):
                heard = self._heard(step)
            else:
                time.sleep(step.seconds)
                heard = None

    def _heard(self, step: Send) -> Exchange:
        used, way = self._line, self._way(fresh=step.fresh)
        started = time.monotonic()
        try:
            said = way.exchange(step)
            if self._is_renewed(used, said):
                said = self._way(fresh=step.fresh).exchange(step)
        except BaseException as stopped:  # noqa: BLE001  (a stop button too: the frames below hold the cookie)
            raise trimmed(stopped) from None
        return Exchange(said, time.monotonic() - started)

    def _is_renewed(self, used: Endpoint, said: Response | NoAnswer | UnreadableBody) -> bool:
        """Whether the service of this computer is elsewhere by now, or has another session, and we follow."""
        found = used.renewed(said)
        if found is None:
            return False
        with self._lock:
            if self._line.local == found.local:
                return True  # another thread was here first
            self._line = found
            ways, self._ways = self._ways, {}
        for way in ways.values():
            way.close()
        return True

    def _way(self, *, fresh: bool) -> Transport | _OverHttpx:
        with self._lock:
            if self._closed:
                raise NotConnected("This client is closed. Make another one.")
            if fresh not in self._ways:
                if self._line.is_direct:
                    # A stack costs the same however high it is: a bulk run's connections are all kept.
                    self._ways[fresh] = Transport(self._line, kept_connections=0 if fresh else MAX_CONNECTIONS)
                else:
                    http = self._given or _http_client(0 if fresh else KEPT_CONNECTIONS)
                    self._ways[fresh] = _OverHttpx(http, self._line, is_given=self._given is not None)
            return self._ways[fresh]


class _OverHttpx:
    """The way through a proxy, or through a client of the caller's."""

    def __init__(self, http: httpx.Client, line: Endpoint, *, is_given: bool) -> None:
        self._http = http
        self._line = line
        self._is_given = is_given

    def exchange(self, step: Send) -> Response | NoAnswer | UnreadableBody:
        until = time.monotonic() + step.timeout_seconds
        try:
            request = httpx.Request(**self._line.request(step))
            response = self._http.send(request, stream=True, auth=self._line.sign, follow_redirects=False)
            try:
                return self._read(response, until)
            finally:
                response.close()
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, TimeoutError) as error:
            return no_answer(error)

    def close(self) -> None:
        if not self._is_given:
            self._http.close()

    def _read(self, response: httpx.Response, until: float) -> Response | UnreadableBody:
        headers, was_read = self._line.headers(response.headers.items()), response.is_stream_consumed
        try:
            body = Body({} if was_read else headers)
            for piece in [response.content] if was_read else response.iter_raw():
                body.feed(piece)
                if time.monotonic() > until:
                    raise TimeoutError
            return Response(response.status_code, headers, self._line.token.masked(body.whole()))
        except BodyError as refused:
            return UnreadableBody(response.status_code, str(refused))


def _http_client(kept_connections: int) -> httpx.Client:
    return httpx.Client(
        verify=tls_context(),
        follow_redirects=False,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),  # takes none, so it sends none
        limits=httpx.Limits(
            max_connections=MAX_CONNECTIONS,
            max_keepalive_connections=kept_connections,
            keepalive_expiry=KEEPALIVE_SECONDS,
        ),
    )
