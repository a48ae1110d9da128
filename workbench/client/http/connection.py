"""How the blocking client reaches its service: it carries out conversations, over connections of its own or through
httpx. Threads may share it. What is sent, repeated or refused is decided by `conversation`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx

from workbench.client.conversation import Talk
from workbench.client.exchange import Exchange, Reply, Send, UnreadableBody, no_answer
from workbench.client.http.endpoint import IDLE_CONNECTIONS, KEEPALIVE_SECONDS, MAX_CONNECTIONS, Endpoint
from workbench.client.http.response_body import Body, BodyError
from workbench.client.http.tls import tls_context
from workbench.client.http.transport import Transport
from workbench.client.session.token import trimmed
from workbench.errors import NotConnected
from workbench.wire.message import Response


class Connection:
    """The way to one service; it follows the service of this computer when that is restarted."""

    def __init__(self, endpoint: Endpoint, http: httpx.Client | None) -> None:
        """`http` is a client of the caller's own, or `None`."""
        self.endpoint = endpoint
        self._http = http
        self._transports: dict[bool, Transport | HttpxTransport] = {}  # by whether each exchange connects anew
        self._lock = threading.Lock()
        self._closed = False

    def run(self, talk: Talk, headers: Mapping[str, str] | None = None) -> list[Any]:
        """Carry out a conversation, with these headers on each of its requests; its outcomes."""
        exchange: Exchange | None = None
        while True:
            try:
                step = talk.send(exchange)
            except StopIteration as finished:
                outcomes: list[Any] = finished.value
                return outcomes
            if isinstance(step, Send):
                exchange = self._exchange(step.with_headers(headers) if headers else step)
            else:
                time.sleep(step.seconds)
                exchange = None

    def close(self) -> None:
        """Close the connections. An HTTP client of the caller's stays open."""
        with self._lock:
            self._closed = True
            transports, self._transports = self._transports, {}
        for each in transports.values():
            each.close()

    def _exchange(self, step: Send) -> Exchange:
        endpoint, transport = self.endpoint, self._transport(fresh=step.fresh)
        started = time.monotonic()
        try:
            reply = transport.exchange(step)
            if self._follows(endpoint, reply):
                reply = self._transport(fresh=step.fresh).exchange(step)
        except BaseException as stopped:  # noqa: BLE001  (a stop button too: the frames below hold the cookie)
            raise trimmed(stopped) from None
        return Exchange(reply, time.monotonic() - started)

    def _follows(self, used: Endpoint, reply: Reply) -> bool:
        """Whether the service of this computer is elsewhere by now, or has another session; then we go there."""
        renewed = used.renewed(reply)
        if renewed is None:
            return False
        with self._lock:
            if self.endpoint.local == renewed.local:
                return True  # another thread was here first
            self.endpoint = renewed
            transports, self._transports = self._transports, {}
        for each in transports.values():
            each.close()
        return True

    def _transport(self, *, fresh: bool) -> Transport | HttpxTransport:
        with self._lock:
            if self._closed:
                raise NotConnected("This client is closed. Make another one.")
            if fresh not in self._transports:
                if self.endpoint.is_direct:
                    # A stack costs the same however high it is: a bulk run's connections all stay open.
                    idle = 0 if fresh else MAX_CONNECTIONS
                    self._transports[fresh] = Transport(self.endpoint, idle_connections=idle)
                else:
                    http = self._http or _http_client(0 if fresh else IDLE_CONNECTIONS)
                    self._transports[fresh] = HttpxTransport(http, self.endpoint, is_own=self._http is None)
            return self._transports[fresh]


class HttpxTransport:
    """Exchanges through a proxy, or through an HTTP client of the caller's."""

    def __init__(self, http: httpx.Client, endpoint: Endpoint, *, is_own: bool) -> None:
        self._http = http
        self._endpoint = endpoint
        self._is_own = is_own

    def exchange(self, step: Send) -> Reply:
        """Send the request and read the answer, in `step.timeout_seconds` at most."""
        until = time.monotonic() + step.timeout_seconds
        try:
            request = httpx.Request(**self._endpoint.request(step))
            response = self._http.send(request, stream=True, auth=self._endpoint.sign, follow_redirects=False)
            try:
                return self._read(response, until)
            finally:
                response.close()
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, TimeoutError) as error:
            return no_answer(error)

    def close(self) -> None:
        """Close the connections, unless the HTTP client is the caller's."""
        if self._is_own:
            self._http.close()

    def _read(self, response: httpx.Response, until: float) -> Reply:
        headers, was_read = self._endpoint.headers(response.headers.items()), response.is_stream_consumed
        try:
            body = Body({} if was_read else headers)
            for piece in [response.content] if was_read else response.iter_raw():
                body.feed(piece)
                if time.monotonic() > until:
                    raise TimeoutError
            return Response(response.status_code, headers, self._endpoint.token.masked(body.whole()))
        except BodyError as refused:
            return UnreadableBody(response.status_code, str(refused))


def _http_client(idle_connections: int) -> httpx.Client:
    return httpx.Client(
        verify=tls_context(),
        follow_redirects=False,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),  # takes none, so it sends none
        limits=httpx.Limits(
            max_connections=MAX_CONNECTIONS,
            max_keepalive_connections=idle_connections,
            keepalive_expiry=KEEPALIVE_SECONDS,
        ),
    )
