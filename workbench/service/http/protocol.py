"""The HTTP protocol of uvicorn with limits on what arrives before a request is whole: its size and its time.

Whom it is for is judged first; what is within the limits goes to `fast_protocol`.
Source: ours (service 1).
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

from workbench.service.http.fast_protocol import FastPath, FastReadProtocol, NoFastPath
from workbench.service.http.hosts import Hosts
from workbench.service.kernel.settings import Limits
from workbench.wire.answer import Failure, failure, failure_element

_SLACK_BYTES = 4_000  # the dispatch itself refuses, for each procedure, what is only a little over
_SLACK_SECONDS = 1.0  # and a body that takes too long
_LINGER_SECONDS = 1.0  # a refused sender that is still sending would lose the answer to an immediate close

_REFUSALS = {
    400: failure("BAD_REQUEST", "This is no HTTP/1.1 request that can be read."),
    408: failure("TIMEOUT"),
    414: failure("URI_TOO_LONG"),
    431: Failure("BAD_REQUEST", 431, "The headers are larger than this service takes."),
}


def limited_protocol(limits: Limits, hosts: Hosts, fast_path: FastPath | None = None) -> type[FastReadProtocol]:
    """The protocol with these limits: a head over the size gets 414 or 431, a slow one 408, a slow body is cut.

    A request for a host that is not of `hosts` gets 400 or 421.
    """
    max_url_bytes = limits.url_bytes + _SLACK_BYTES
    settings = {
        "limits": limits,
        "hosts": hosts,
        "fast_path": fast_path or NoFastPath(),
        "max_url_bytes": max_url_bytes,
        "max_head_bytes": max_url_bytes + limits.header_bytes,
    }
    return type("Protocol", (LimitedProtocol,), settings)


class LimitedProtocol(FastReadProtocol):
    """One connection. A request that arrives in one piece costs no timer."""

    hosts: ClassVar[Hosts]
    max_head_bytes: ClassVar[int]

    _in_head = True
    _received = 0
    _header_bytes = 0
    _refused = False
    _host: bytes | None = None  # several are joined, as HTTP reads them
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._arm_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        super().connection_lost(exc)

    def parse(self, data: bytes) -> None:
        if self._refused:
            return
        completed = self.completed
        super().parse(data)
        if self.completed == completed and self._in_head and not self._refused:
            # One header of any length is handed over only when it is whole; until then it is counted here.
            self._received += len(data)
            if self._received > self.max_head_bytes:
                self._refuse(431)
        if self.is_open or self.completed == completed:
            self._arm_deadline()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._host = None
        self._header_bytes = 0

    def on_url(self, url: bytes) -> None:
        if len(self.url) + len(url) > self.max_url_bytes:
            self._refuse(414)
        elif not self._refused:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._header_bytes += len(name) + len(value)
        if self._header_bytes > self.limits.header_bytes:
            self._refuse(431)
        elif not self._refused:
            super().on_header(name, value)
            if name.lower() == b"host":
                self._host = value if self._host is None else self._host + b", " + value

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._cancel_deadline()
        if self._refused:
            return
        refusal = self.hosts.refusal(self._host, self.url, self.parser.get_http_version())
        if refusal is None:
            super().on_headers_complete()
        else:
            self._refuse(refusal.http_status, *refusal.answer(self.url, self.hosts.rpc_path))

    def on_body(self, body: bytes) -> None:
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_head = True
        self._received = 0
        self._cancel_deadline()
        if not self._refused:
            super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        self._refuse(400)

    def _arm_deadline(self) -> None:
        if self._deadline is None and not self._refused and not self.transport.is_closing():
            more = 0.0 if self._in_head else _SLACK_SECONDS
            self._deadline = self.loop.call_later(self.limits.arrival_seconds + more, self._miss_deadline)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _miss_deadline(self) -> None:
        """End a connection on which too little came in time."""
        self._deadline = None
        if self.flow.read_paused:  # it is we who do not read
            self._arm_deadline()
        elif self._in_head:
            self._refuse(408)
        else:
            self.transport.close()

    def _refuse(self, http_status: int, kind: bytes = b"application/json", body: bytes | None = None) -> None:
        """Answer with a failure, in its turn, and end the connection."""
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        self.forget_headers()
        self._cancel_deadline()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            if cycle.scope is not self.scope:  # the one before it: the next answer in line is its own
                cycle.keep_alive = False
                return
            cycle.disconnected = True  # whoever waits for this body hears of it
            cycle.message_event.set()
        if body is None:
            body = failure_element(_REFUSALS[http_status], None)
        head = b"content-type: %b\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % (kind, len(body))
        self.transport.write(STATUS_LINE[http_status] + head + body)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(_LINGER_SECONDS, self.transport.close)
