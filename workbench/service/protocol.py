"""The HTTP protocol of uvicorn with limits on what arrives before a request is whole: its size and its time.

Short reads are answered in it at once. Knows bytes and time; knows no path. Source: ours (service 1).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from workbench.service.settings import Limits
from workbench.wire.answer import Failure, failure, failure_element

_SLACK_BYTES = 4_000  # the dispatch itself says no, for each procedure, to what is only a little over
_SLACK_SECONDS = 1.0  # and to a body that takes too long
_LINGER_SECONDS = 1.0  # a refused sender that is still sending would lose the answer to an immediate close

_OF_A_BODY = (b"content-length", b"transfer-encoding", b"expect")

_REFUSALS = {
    400: failure("BAD_REQUEST", "This is no HTTP/1.1 request that can be read."),
    408: failure("TIMEOUT"),
    414: failure("URI_TOO_LONG"),
    431: Failure("BAD_REQUEST", 431, "The headers are larger than this service takes."),
}


AtOnce = Callable[[dict[str, Any]], tuple[int, bytes, bytes] | None]


def limited_protocol(limits: Limits, at_once: AtOnce = lambda scope: None) -> type[HttpToolsProtocol]:
    """The protocol with these limits: a head over the size gets 414 or 431, a slow one 408, a slow body is cut.

    `at_once` is asked about each GET and gives HTTP status, header lines and body, or None for what goes the usual way.
    """
    url_bytes = limits.url_bytes + _SLACK_BYTES
    told = {"limits": limits, "at_once": staticmethod(at_once)}
    sizes = {"_url_bytes": url_bytes, "_head_bytes": url_bytes + limits.header_bytes}
    return type("Protocol", (LimitedProtocol,), told | sizes)


class LimitedProtocol(HttpToolsProtocol):
    """One connection. A request that arrives in one piece costs no timer, and one answered at once costs no task."""

    limits: ClassVar[Limits]
    at_once: ClassVar[AtOnce]
    _url_bytes: ClassVar[int]
    _head_bytes: ClassVar[int]

    _completed = 0
    _is_open = False  # a request has begun and is not whole
    _in_head = True
    _received = 0
    _header_bytes = 0
    _refused = False
    _is_plain = True  # no header speaks of a body
    _answered = False
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        completed = self._completed
        super().data_received(data)
        if self._completed == completed:
            self._count(data)
        if self._is_open or self._completed == completed:
            self._wait()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_open = True
        self._is_plain = True
        self._answered = False
        self._header_bytes = 0

    def on_url(self, url: bytes) -> None:
        if len(self.url) + len(url) > self._url_bytes:
            self._refuse(414)
        elif not self._refused:
            self.url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        self._header_bytes += len(name) + len(value)
        if self._header_bytes > self.limits.header_bytes:
            self._refuse(431)
        elif not self._refused:
            name = name.lower()
            if name in _OF_A_BODY:
                self._is_plain = False
                super().on_header(name, value)
            else:
                self.headers.append((name, value))

    def on_headers_complete(self) -> None:
        self._in_head = False
        if self._deadline is not None:
            self._wait_no_more()
        if not self._refused and not self._answer_at_once():
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._refused and not self._answered:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._completed += 1
        self._is_open = False
        self._in_head = True
        self._received = 0
        if self._deadline is not None:
            self._wait_no_more()
        if not self._refused and not self._answered:
            super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        self._refuse(400)

    def _unsupported_upgrade_warning(self) -> None:
        """Nothing is said: a request to upgrade is answered as if it had not asked."""

    def _answer_at_once(self) -> bool:
        if self.parser.get_method() != b"GET" or not self._may_answer_now():
            return False
        path, _, query = self.url.partition(b"?")
        scope = {"method": "GET", "raw_path": path, "query_string": query, "headers": self.headers}
        answer = type(self).at_once(scope)
        if answer is None:
            return False
        http_status, head, body = answer
        usual = b"".join([name + b": " + value + b"\r\n" for name, value in self.server_state.default_headers])
        self.transport.write(b"%b%b%b\r\n%b" % (STATUS_LINE[http_status], usual, head, body))
        self._answered = True
        self.on_response_complete()
        return True

    def _may_answer_now(self) -> bool:
        """Whether nothing is out of the ordinary: a body, one before it unanswered, the last one, slow reading."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            return False
        parser = self.parser
        return (
            self._is_plain
            and parser.should_keep_alive()
            and not parser.should_upgrade()
            and parser.get_http_version() == "1.1"
            and b"#" not in self.url
            and not self.flow.write_paused
            and not self.transport.is_closing()
        )

    def _count(self, data: bytes) -> None:
        # One header of any length is handed over only when it is whole; until then it is counted here.
        if self._in_head and not self._refused:
            self._received += len(data)
            if self._received > self._head_bytes:
                self._refuse(431)

    def _wait(self) -> None:
        if self._deadline is None and not self._refused and not self.transport.is_closing():
            more = 0.0 if self._in_head else _SLACK_SECONDS
            self._deadline = self.loop.call_later(self.limits.arrival_seconds + more, self._too_slow)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        if self.flow.read_paused:  # it is we who do not read
            self._wait()
        elif self._in_head:
            self._refuse(408)
        else:
            self.transport.close()

    def _refuse(self, http_status: int) -> None:
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        self._wait_no_more()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            if cycle.scope is not self.scope:  # the one before it: the next answer in line is its own
                cycle.keep_alive = False
                return
            cycle.disconnected = True  # whoever waits for this body hears of it
            cycle.message_event.set()
        body = failure_element(_REFUSALS[http_status], None)
        head = b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(body)
        self.transport.write(STATUS_LINE[http_status] + head + body)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(_LINGER_SECONDS, self.transport.close)
