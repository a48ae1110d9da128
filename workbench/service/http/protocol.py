"""The HTTP protocol of uvicorn with limits on what arrives before a request is whole: its size and its time.

Whom it is for is judged first; short reads are answered in it at once; every other answer leaves in one piece. Knows
bytes and time; knows no path.
Source: ours (service 1).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

from workbench.service.http.hosts import Hosts
from workbench.service.http.one_piece import OnePiece, header_lines
from workbench.service.http.response import RpcResponse
from workbench.service.http.sending import SendingProtocol
from workbench.service.running.settings import Limits
from workbench.wire.answer import Failure, failure, failure_element

_SLACK_BYTES = 4_000  # the dispatch itself says no, for each procedure, to what is only a little over
_SLACK_SECONDS = 1.0  # and to a body that takes too long
_LINGER_SECONDS = 1.0  # a refused sender that is still sending would lose the answer to an immediate close

_MOST_COPIED_BYTES = 100_000

_LOOKED_AT = (b"host", b"content-length", b"transfer-encoding", b"expect")

_OF_AN_ADDRESS = bytes(each for each in range(0x21, 0x7F) if each != ord("#"))
_END_OF_LINE = b" HTTP/1.1\r\n"
_MOST_KEPT_BYTES = 4_000  # of headers, for each connection

_REFUSALS = {
    400: failure("BAD_REQUEST", "This is no HTTP/1.1 request that can be read."),
    408: failure("TIMEOUT"),
    414: failure("URI_TOO_LONG"),
    431: Failure("BAD_REQUEST", 431, "The headers are larger than this service takes."),
}


class FastPath(Protocol):
    """Who answers requests without a task, where that is possible."""

    def sender(self, headers: Sequence[tuple[bytes, bytes]], client: tuple[str, int] | None) -> Any:
        """What is asked with for each request that has these headers; None if each is to go the usual way."""

    def answer(self, sender: Any, path: bytes, query: bytes) -> RpcResponse | None:
        """The answer to a GET; None if it is to go the usual way."""


class NoFastPath:
    """Everything goes the usual way."""

    def sender(self, headers: Sequence[tuple[bytes, bytes]], client: tuple[str, int] | None) -> None:
        """Nobody is asked with."""

    def answer(self, sender: Any, path: bytes, query: bytes) -> None:
        """Nothing is answered."""


def limited_protocol(limits: Limits, hosts: Hosts, at_once: FastPath | None = None) -> type[SendingProtocol]:
    """The protocol with these limits: a head over the size gets 414 or 431, a slow one 408, a slow body is cut.

    A request for a host that is not of `hosts` gets 400 or 421.
    """
    url_bytes = limits.url_bytes + _SLACK_BYTES
    told = {"limits": limits, "hosts": hosts, "at_once": at_once or NoFastPath()}
    sizes = {"_url_bytes": url_bytes, "_head_bytes": url_bytes + limits.header_bytes}
    return type("Protocol", (LimitedProtocol,), told | sizes)


class LimitedProtocol(SendingProtocol):
    """One connection. A request that arrives in one piece costs no timer, and one answered at once costs no task.

    A client sends the same headers again and again. Those of a read that was answered at once are kept, and the next
    read that repeats them to the byte is not taken apart again: only its address is new.
    """

    hosts: ClassVar[Hosts]
    at_once: ClassVar[FastPath]
    _url_bytes: ClassVar[int]
    _head_bytes: ClassVar[int]

    _completed = 0
    _is_open = False  # a request has begun and is not whole
    _in_head = True
    _received = 0
    _header_bytes = 0
    _refused = False
    _is_plain = True  # no header speaks of a body
    _host: bytes | None = None  # several are joined, as HTTP reads them
    _answered = False
    reading: asyncio.Task[Any] | None = None
    _deadline: asyncio.TimerHandle | None = None
    _sender: Any = None  # behind the headers that are kept
    _kept = b""  # those headers, with the end of the request line before them and the empty line behind
    _answered_at = 0.0
    _usual_of: list[tuple[bytes, bytes]] | None = None
    _usual = b""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self._refused or (self._kept and self._answer_again(data)):
            return
        completed, is_new = self._completed, not self._is_open
        super().data_received(data)
        if self._completed == completed:
            self._count(data)
        elif is_new and self._answered and not self._is_open:
            self._keep(data)
        if self._is_open or self._completed == completed:
            self._wait()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_open = True
        self._is_plain = True
        self._host = None
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
            if name not in _LOOKED_AT:
                self.headers.append((name, value))
            elif name == b"host":
                self._host = value if self._host is None else self._host + b", " + value
                self.headers.append((name, value))
            else:
                self._is_plain = False
                super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        if self._deadline is not None:
            self._wait_no_more()
        if not self._refused and self._is_for_us() and not self._answer_at_once():
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
        self.sent()
        super().connection_lost(exc)
        cycle: RequestResponseCycle | None = self.cycle
        if self.reading is not None and cycle is not None and cycle.disconnected:
            self.reading.cancel()

    def send_400_response(self, msg: str) -> None:
        self._refuse(400)

    def _unsupported_upgrade_warning(self) -> None:
        """Nothing is said: a request to upgrade is answered as if it had not asked."""

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        super()._start_asgi_task(cycle, OnePiece(self, cycle, app))  # type: ignore[arg-type]

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that has been idle for so long; reads answered at once leave an armed timer alone."""
        self.timeout_keep_alive_task = None
        rest = self._answered_at + self.timeout_keep_alive - self.loop.time()
        if rest > 0:
            self.timeout_keep_alive_task = self.loop.call_later(rest, self.timeout_keep_alive_handler)
        else:
            super().timeout_keep_alive_handler()
            self.look_after_the_rest()

    def _is_for_us(self) -> bool:
        """Whether the host that the request names is one to answer for; it is refused if not."""
        refusal = self.hosts.refusal(self._host, self.url, self.parser.get_http_version())
        if refusal is not None:
            self._refuse(refusal.http_status, *refusal.told(self.url, self.hosts.rpc_path))
        return refusal is None

    def _answer_at_once(self) -> bool:
        """Answer the request whose headers are complete, if that is possible; remember its headers then."""
        if self.parser.get_method() != b"GET" or not self._is_ordinary():
            return False
        path, _, query = self.url.partition(b"?")
        sender = self.at_once.sender(self.headers, self.client)
        if sender is None or not self._told(sender, path, query):
            return False
        self._sender, self._kept = sender, b""
        self._answered = True
        return True

    def _keep(self, data: bytes) -> None:
        """Remember the headers of the one request that these bytes are; if they are more than one, do not."""
        end = data.find(_END_OF_LINE)
        if end > 0 and data.find(b"\r\n\r\n") == len(data) - 4 and len(data) - end <= _MOST_KEPT_BYTES:
            self._kept = data[end:]

    def _answer_again(self, data: bytes) -> bool:
        """Answer a request that differs from the one before in nothing but its address, if that is possible."""
        end = data.find(_END_OF_LINE)
        if self._is_open or self._deadline is not None or data[end:] != self._kept or not data.startswith(b"GET /"):
            return False
        address = data[4:end]
        if address.translate(None, _OF_AN_ADDRESS) or len(address) > self._url_bytes:  # for the parser to judge
            return False
        cycle: RequestResponseCycle | None = self.cycle
        if (cycle is not None and not cycle.response_complete) or self.flow.write_paused or self.transport.is_closing():
            return False
        path, _, query = address.partition(b"?")
        return self._told(self._sender, path, query)

    def _told(self, sender: Any, path: bytes, query: bytes) -> bool:
        answer = self.at_once.answer(sender, path, query)
        if answer is None:
            return False
        http_status, headers, body = answer
        self.write_answer(http_status, header_lines(headers), body)
        self.server_state.total_requests += 1
        self._answered_at = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        return True

    def write_answer(self, http_status: int, head: bytes, body: bytes) -> None:
        """Send an answer, with the headers that all of this server's answers have, in one piece."""
        usual = self.server_state.default_headers
        if usual is not self._usual_of:
            self._usual_of = usual
            self._usual = b"".join([name + b": " + value + b"\r\n" for name, value in usual])
        lines = (STATUS_LINE[http_status], self._usual, head, b"\r\n")
        if len(body) <= _MOST_COPIED_BYTES:
            self.transport.write(b"".join((*lines, body)))
        else:
            self.transport.writelines((*lines, body))

    def _is_ordinary(self) -> bool:
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

    def _refuse(self, http_status: int, kind: bytes = b"application/json", body: bytes | None = None) -> None:
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
        if body is None:
            body = failure_element(_REFUSALS[http_status], None)
        head = b"content-type: %b\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % (kind, len(body))
        self.transport.write(STATUS_LINE[http_status] + head + body)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(_LINGER_SECONDS, self.transport.close)
