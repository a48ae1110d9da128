"""The connection of the async client: carries out conversations over httpx, in one event loop."""

from __future__ import annotations

import time
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import anyio
import httpx

from workbench.client.conversation import Talk
from workbench.client.exchange import Exchange, NoAnswer, Reply, Send, UnreadableBody, no_answer
from workbench.client.http.endpoint import IDLE_CONNECTIONS, KEEPALIVE_SECONDS, MAX_CONNECTIONS, Endpoint
from workbench.client.http.response_body import Body, BodyError
from workbench.client.http.tls import no_authority, tls_context
from workbench.client.session.local_service import LocalService, is_private
from workbench.client.session.token import trim_traceback
from workbench.errors import NotConnected
from workbench.wire.message import Response


class AsyncConnection:
    """The way to one service; it follows the service of this computer when that is restarted."""

    def __init__(self, endpoint: Endpoint, http: httpx.AsyncClient | None) -> None:
        """`http` is a client of the caller's own, or `None`."""
        self.endpoint = endpoint
        self._http = http
        self._made: dict[bool, httpx.AsyncClient] = {}  # by whether each exchange opens a new connection
        self._replaced: list[httpx.AsyncClient] = []
        self._closed = False

    async def run(self, talk: Talk) -> list[Any]:
        """Carry out a conversation; its outcomes."""
        exchange: Exchange | None = None
        while True:
            try:
                step = talk.send(exchange)
            except StopIteration as finished:
                outcomes: list[Any] = finished.value
                return outcomes
            if isinstance(step, Send):
                exchange = await self._exchange(step)
            else:
                await anyio.sleep(step.seconds)
                exchange = None

    async def aclose(self) -> None:
        """Close the connections. An HTTP client of the caller's stays open."""
        self._closed = True
        made, self._made, self._replaced = [*self._made.values(), *self._replaced], {}, []
        for http in made:
            await http.aclose()

    async def _exchange(self, step: Send) -> Exchange:
        endpoint, http = self.endpoint, self._client(fresh=step.fresh)
        started = time.monotonic()
        try:
            reply = await _reply(http, endpoint, step)
            if self._follows(endpoint, reply):
                reply = await _reply(self._client(fresh=step.fresh), self.endpoint, step)
        except BaseException as stopped:  # noqa: BLE001  (a cancellation too: the frames below hold the cookie)
            raise trim_traceback(stopped) from None
        return Exchange(reply, time.monotonic() - started)

    def _follows(self, used: Endpoint, reply: Reply) -> bool:
        """Switch to the local service's new address or session and return whether it has changed."""
        renewed = used.find_restarted(reply)
        if renewed is None:
            return False
        if self.endpoint.local != renewed.local:
            self.endpoint = renewed
            self._replaced += self._made.values()  # another task may be on one of them
            self._made = {}
        return True

    def _client(self, *, fresh: bool) -> httpx.AsyncClient:
        if self._closed:
            raise NotConnected("This connection is closed. `connect()` opens a new one.")
        if self._http is not None:
            return self._http
        if fresh not in self._made:
            self._made[fresh] = _http_client(self.endpoint, 0 if fresh else IDLE_CONNECTIONS)
        return self._made[fresh]


def _http_client(endpoint: Endpoint, idle_connections: int) -> httpx.AsyncClient:
    limits = httpx.Limits(
        max_connections=MAX_CONNECTIONS, max_keepalive_connections=idle_connections, keepalive_expiry=KEEPALIVE_SECONDS
    )
    return httpx.AsyncClient(
        transport=_local_transport(endpoint.local, limits) if endpoint.local else None,
        verify=tls_context() if endpoint.origin.scheme == "https" else no_authority(),
        trust_env=not endpoint.origin.is_loopback,
        follow_redirects=False,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),  # takes none, so it sends none
        limits=limits,
    )


def _local_transport(local: LocalService, limits: httpx.Limits) -> httpx.AsyncHTTPTransport:
    if local.socket_path is None:
        raise NotConnected("Here the service of this computer is reached by the blocking client only: use Client.")
    return httpx.AsyncHTTPTransport(uds=local.socket_path, limits=limits, verify=no_authority(), trust_env=False)


async def _reply(http: httpx.AsyncClient, endpoint: Endpoint, step: Send) -> Reply:
    local = endpoint.local
    if local is not None and local.socket_path is not None and not is_private(local.socket_path):
        return NoAnswer("nothing of this person's listens there", sent=False)  # who else may write there may listen
    try:
        with anyio.fail_after(step.timeout_seconds):
            response = await http.send(
                httpx.Request(**endpoint.request(step)), stream=True, auth=endpoint.sign, follow_redirects=False
            )
            try:
                return await _read(response, endpoint)
            finally:
                await response.aclose()
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, TimeoutError) as error:
        return no_answer(error)


async def _read(response: httpx.Response, endpoint: Endpoint) -> Reply:
    headers, was_read = endpoint.headers(response.headers.items()), response.is_stream_consumed
    try:
        body = Body({} if was_read else headers)
        if was_read:
            body.feed(response.content)
        else:
            async for piece in response.aiter_raw():
                body.feed(piece)
        return Response(response.status_code, headers, endpoint.token.mask(body.whole()))
    except BodyError as refused:
        return UnreadableBody(response.status_code, str(refused))
