"""The blocking client's own way to a service: kept connections, straight, each exchange under one deadline.

Over httpcore, which is what httpx sends over: httpx's models cost as much again, and its timeouts start anew with
every piece that comes, so a service that sends a byte now and then could keep a caller waiting for hours.
"""

from __future__ import annotations

import math
import ssl
import threading
import time
from collections.abc import Iterable
from typing import Any

import httpcore

from workbench.client.heard import NoAnswer, Send, Unread, no_answer
from workbench.client.line import KEEPALIVE_SECONDS, MAX_CONNECTIONS, Line
from workbench.client.reading import Body, BodyRefused
from workbench.client.tls import no_authority, tls_context
from workbench.wire.message import Response

_PIECE_BYTES = 65536
_FAILURES = (
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.TimeoutException,
    httpcore.UnsupportedProtocol,
    TimeoutError,
)


class Direct:
    """Connections to one service; threads may share it. At most `kept_connections` stay open between calls."""

    def __init__(self, line: Line, *, kept_connections: int) -> None:
        self._line = line
        origin = line.origin
        self._base = (origin.scheme.encode(), origin.host.encode(), origin.port)
        self._host = str(origin).partition("://")[2].encode()
        self._deadline = _Deadline()
        self._pool = httpcore.ConnectionPool(
            ssl_context=tls_context() if origin.scheme == "https" else no_authority(),
            max_connections=MAX_CONNECTIONS,
            max_keepalive_connections=kept_connections,
            keepalive_expiry=KEEPALIVE_SECONDS,
            network_backend=_Punctual(self._deadline),
        )

    def exchange(self, step: Send) -> Response | NoAnswer | Unread:
        """Send the request and read the answer, in `step.timeout_seconds` at most."""
        self._deadline.at = time.monotonic() + step.timeout_seconds
        try:
            response = self._pool.handle_request(self._request(step))
            try:
                return self._read(response)
            finally:
                response.close()
        except _FAILURES as error:
            return no_answer(error)
        finally:
            self._deadline.at = math.inf

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()

    def _request(self, step: Send) -> httpcore.Request:
        said = self._line.request(step)
        body: bytes | None = said["content"]
        headers = [(name.encode(), value.encode()) for name, value in said["headers"].items()]
        if body is not None:
            headers.append((b"Content-Length", b"%d" % len(body)))
        scheme, host, port = self._base
        return httpcore.Request(
            said["method"],
            httpcore.URL(scheme=scheme, host=host, port=port, target=step.request.target.encode("ascii")),
            headers=[(b"Host", self._host), *headers, self._line.cookie()],
            content=body,
            extensions={"timeout": said["extensions"]["timeout"]},
        )

    def _read(self, response: httpcore.Response) -> Response | Unread:
        headers = self._line.headers(
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers
        )
        try:
            body = Body(headers)
            for piece in response.iter_stream():
                body.feed(piece)
            return Response(response.status, headers, self._line.token.masked(body.whole()))
        except BodyRefused as refused:
            return Unread(response.status, str(refused))


class _Deadline(threading.local):
    # Every network operation of an exchange happens in the thread that asked for it.
    at = math.inf

    def left(self, seconds: float | None, over: type[Exception]) -> float | None:
        """What is left of the time, at most `seconds`; raises `over` when nothing is."""
        left = self.at - time.monotonic()
        if left <= 0:
            raise over
        return left if seconds is None or left < seconds else seconds


class _Punctual(httpcore.NetworkBackend):
    def __init__(self, deadline: _Deadline) -> None:
        self._deadline = deadline
        self._backend = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        seconds = self._deadline.left(timeout, httpcore.ConnectTimeout)
        stream = self._backend.connect_tcp(host, port, seconds, local_address, socket_options)
        return _Stream(stream, self._deadline)


class _Stream(httpcore.NetworkStream):
    def __init__(self, stream: httpcore.NetworkStream, deadline: _Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.left(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), _PIECE_BYTES):
            seconds = self._deadline.left(timeout, httpcore.WriteTimeout)
            self._stream.write(buffer[start : start + _PIECE_BYTES], seconds)

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        seconds = self._deadline.left(timeout, httpcore.ConnectTimeout)
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, seconds), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

    def close(self) -> None:
        self._stream.close()
