"""Connection of the blocking client to its service: conversations over its own connections or through httpx.

Threads may share it. `conversation` decides what to send, repeat or refuse.

Its own transport reuses connections, without a proxy, each exchange under one deadline. It uses httpcore, which
httpx sends over: httpx's models double the cost, and its timeouts restart with every received piece, so a
service that sends a byte now and then could keep a caller waiting for hours.
"""

from __future__ import annotations

import math
import socket
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpcore
import httpx
from httpcore._backends.sync import SyncStream

from workbench.client.conversation import Talk
from workbench.client.exchange import Exchange, Reply, Send, UnreadableBody, no_answer
from workbench.client.http.endpoint import IDLE_CONNECTIONS, KEEPALIVE_SECONDS, MAX_CONNECTIONS, Endpoint
from workbench.client.http.response_body import Body, BodyError
from workbench.client.http.tls import no_authority, tls_context
from workbench.client.session.local_service import LocalService, is_private, proves_itself
from workbench.client.session.token import trim_traceback
from workbench.errors import NotConnected
from workbench.wire.message import Response, SizedPieces

_PIECE_BYTES = 65536
_FAILURES = (
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.TimeoutException,
    httpcore.UnsupportedProtocol,
    TimeoutError,
)


class Transport:
    """Connections to one service; threads may share it. At most `idle_connections` stay open between calls."""

    def __init__(self, endpoint: Endpoint, *, idle_connections: int) -> None:
        self._endpoint = endpoint
        origin = endpoint.origin
        self._base = (origin.scheme.encode(), origin.host.encode(), origin.port)
        self._host = str(origin).partition("://")[2].encode()
        self._deadline = _Deadline()
        self._backend = _Punctual(self._deadline, endpoint.local)
        self._tls = tls_context() if origin.scheme == "https" else no_authority()
        self._connections = _Connections(self._connection, idle_connections)

    def exchange(self, step: Send) -> Reply:
        """Send the request and read the answer, in `step.timeout_seconds` at most."""
        self._deadline.at = time.monotonic() + step.timeout_seconds
        try:
            connection = self._connections.take(self._deadline.seconds_left(None, httpcore.PoolTimeout))
            try:
                response = connection.handle_request(self._request(step))
                try:
                    return self._read(response)
                finally:
                    response.close()
            finally:
                self._connections.give_back(connection)
        except _FAILURES as error:
            return no_answer(error)
        finally:
            self._deadline.at = math.inf

    def close(self) -> None:
        """Close the connections; one in use is closed after its exchange."""
        self._connections.close()

    def _connection(self) -> httpcore.HTTPConnection:
        scheme, host, port = self._base
        local = self._endpoint.local
        return httpcore.HTTPConnection(
            httpcore.URL(scheme=scheme, host=host, port=port, target=b"/").origin,
            ssl_context=self._tls,
            keepalive_expiry=KEEPALIVE_SECONDS,
            uds=local.socket_path if local else None,
            network_backend=self._backend,
        )

    def _request(self, step: Send) -> httpcore.Request:
        request = self._endpoint.request(step)
        body: bytes | SizedPieces | None = request["content"]
        headers = [(name.encode(), value.encode()) for name, value in request["headers"].items()]
        if body is not None:
            headers.append((b"Content-Length", b"%d" % len(body)))
        scheme, host, port = self._base
        return httpcore.Request(
            request["method"],
            httpcore.URL(scheme=scheme, host=host, port=port, target=step.request.target.encode("ascii")),
            headers=[(b"Host", self._host), *headers, self._endpoint.cookie()],
            content=body,
            extensions={"timeout": request["extensions"]["timeout"]},
        )

    def _read(self, response: httpcore.Response) -> Response | UnreadableBody:
        headers = self._endpoint.headers(
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers
        )
        try:
            body = Body(headers)
            for piece in response.iter_stream():
                body.feed(piece)
            return Response(response.status, headers, self._endpoint.token.mask(body.whole()))
        except BodyError as refused:
            return UnreadableBody(response.status, str(refused))


class _Connections:
    """Idle open connections; the last one used is taken first.

    httpcore's own pool walks all its connections at each request and each release, and counts those in use as
    idle: with 64 threads it cost as much as everything else together, and most calls opened a new connection.
    """

    def __init__(self, make: Callable[[], httpcore.HTTPConnection], most_idle: int) -> None:
        self._make = make
        self._most_idle = most_idle
        self._idle: deque[httpcore.HTTPConnection] = deque()
        self._room = threading.Semaphore(MAX_CONNECTIONS)
        self._lock = threading.Lock()

    def take(self, timeout_seconds: float | None) -> httpcore.HTTPConnection:
        """Return an exclusive connection until it is given back.

        Raises `httpcore.PoolTimeout` if none becomes free in time.
        """
        if not self._room.acquire(timeout=timeout_seconds):
            raise httpcore.PoolTimeout
        while (idle := self._pop_idle()) is not None:
            if idle.is_available() and not idle.has_expired():
                return idle
            idle.close()
        return self._make()

    def give_back(self, connection: httpcore.HTTPConnection) -> None:
        """Leave it for the next call, unless it broke or enough are idle."""
        gone = [] if connection.is_available() else [connection]
        with self._lock:
            if not gone:
                self._idle.append(connection)
            while len(self._idle) > self._most_idle:
                gone.append(self._idle.popleft())
            while len(self._idle) > 1 and self._idle[0].has_expired():
                gone.append(self._idle.popleft())
        for httpconnection in gone:
            httpconnection.close()
        self._room.release()

    def close(self) -> None:
        """Close idle connections; from now on none stays open."""
        self._most_idle = 0
        while (idle := self._pop_idle()) is not None:
            idle.close()

    def _pop_idle(self) -> httpcore.HTTPConnection | None:
        with self._lock:
            return self._idle.pop() if self._idle else None


class _Deadline(threading.local):
    # Every network operation of an exchange happens in the calling thread.
    at = math.inf

    def seconds_left(self, seconds: float | None, over: type[Exception]) -> float | None:
        """Return the remaining time in seconds, at most `seconds`. Raises `over` if none remains."""
        left = self.at - time.monotonic()
        if left <= 0:
            raise over
        return left if seconds is None or left < seconds else seconds


class _Punctual(httpcore.NetworkBackend):
    def __init__(self, deadline: _Deadline, local: LocalService | None) -> None:
        self._deadline = deadline
        self._local = local
        self._backend = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        seconds = self._deadline.seconds_left(timeout, httpcore.ConnectTimeout)
        stream = self._backend.connect_tcp(host, port, seconds, local_address, socket_options)
        if self._local is not None and not _is_proved(stream, self._local, seconds):
            stream.close()
            raise httpcore.ConnectError
        return _Stream(stream, self._deadline)

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None
    ) -> httpcore.NetworkStream:
        if not is_private(path):  # who else may write there may listen there
            raise httpcore.ConnectError
        seconds = self._deadline.seconds_left(timeout, httpcore.ConnectTimeout)
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            made.settimeout(seconds)
            made.connect(path)
        except OSError as error:
            made.close()  # httpcore's own leaves it open
            raise httpcore.ConnectError(str(error)) from None
        return _Stream(SyncStream(made), self._deadline)


def _is_proved(stream: httpcore.NetworkStream, local: LocalService, seconds: float | None) -> bool:
    try:
        return proves_itself(stream, local, seconds)
    except (httpcore.NetworkError, httpcore.TimeoutException):
        return False


class _Stream(httpcore.NetworkStream):
    def __init__(self, stream: httpcore.NetworkStream, deadline: _Deadline) -> None:
        self._stream = stream
        self._deadline = deadline
        self._unsent = b""

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if self._unsent:
            try:
                self._flush(timeout)
            except httpcore.WriteError:
                pass  # as httpcore does: what hung up may have said why
        return self._stream.read(max_bytes, self._deadline.seconds_left(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        # Head and body are collected: a short request is sent in one piece, when its answer is read.
        self._unsent += buffer
        if len(self._unsent) > _PIECE_BYTES:
            self._flush(timeout)

    def _flush(self, timeout: float | None) -> None:
        unsent, self._unsent = self._unsent, b""
        for start in range(0, len(unsent), _PIECE_BYTES):
            seconds = self._deadline.seconds_left(timeout, httpcore.WriteTimeout)
            self._stream.write(unsent[start : start + _PIECE_BYTES], seconds)

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        seconds = self._deadline.seconds_left(timeout, httpcore.ConnectTimeout)
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, seconds), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

    def close(self) -> None:
        self._stream.close()


class Connection:
    """The way to one service; it follows the service of this computer when that is restarted."""

    def __init__(self, endpoint: Endpoint, http: httpx.Client | None) -> None:
        """`http` is a client of the caller's own, or `None`."""
        self.endpoint = endpoint
        self._http = http
        self._transports: dict[bool, Transport | HttpxTransport] = {}  # by whether each exchange opens a new connection
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
        for transport in transports.values():
            transport.close()

    def _exchange(self, step: Send) -> Exchange:
        endpoint, transport = self.endpoint, self._transport(fresh=step.fresh)
        started = time.monotonic()
        try:
            reply = transport.exchange(step)
            if self._follows(endpoint, reply):
                reply = self._transport(fresh=step.fresh).exchange(step)
        except BaseException as stopped:  # noqa: BLE001  (a stop button too: the frames below hold the cookie)
            raise trim_traceback(stopped) from None
        return Exchange(reply, time.monotonic() - started)

    def _follows(self, used: Endpoint, reply: Reply) -> bool:
        """Switch to the local service's new address or session and return whether it has changed."""
        renewed = used.find_restarted(reply)
        if renewed is None:
            return False
        with self._lock:
            if self.endpoint.local == renewed.local:
                return True  # another thread was here first
            self.endpoint = renewed
            transports, self._transports = self._transports, {}
        for transport in transports.values():
            transport.close()
        return True

    def _transport(self, *, fresh: bool) -> Transport | HttpxTransport:
        with self._lock:
            if self._closed:
                raise NotConnected("This connection is closed. `connect()` opens a new one.")
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
            return Response(response.status_code, headers, self._endpoint.token.mask(body.whole()))
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
