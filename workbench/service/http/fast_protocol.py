"""The HTTP protocol of uvicorn with an answer at once for short reads, and the app's for all else.

A client sends the same headers again and again. Those of a read that was answered at once are remembered, and the next
read that repeats them to the byte is not parsed again: only its address is new.
Source: ours (service 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

from workbench.service.http.extensions import HANG_UP, WHOLE_BODY, HangUp
from workbench.service.http.response import header_lines
from workbench.service.http.sending import SendingProtocol

_MAX_COPIED_BYTES = 100_000
_MAX_REMEMBERED_BYTES = 4_000  # of headers, for each connection
_BODY_HEADERS = (b"content-length", b"transfer-encoding", b"expect")
_ADDRESS_BYTES = bytes(each for each in range(0x21, 0x7F) if each != ord("#"))
_END_OF_LINE = b" HTTP/1.1\r\n"


class FastPath(Protocol):
    """Answers requests without a task, where that is possible."""

    def sender(self, headers: Sequence[tuple[bytes, bytes]], client: tuple[str, int] | None) -> Any:
        """Who sends each request that has these headers; None if it is to go to the app."""

    def answer(self, sender: Any, path: bytes, query: bytes) -> tuple[int, bytes, bytes] | None:
        """HTTP status, header lines and body for a GET; None if it is to go to the app."""


class NoFastPath:
    """Everything goes to the app."""

    def sender(self, headers: Sequence[tuple[bytes, bytes]], client: tuple[str, int] | None) -> None:
        """No sender."""

    def answer(self, sender: Any, path: bytes, query: bytes) -> None:
        """No answer."""


class FastReadProtocol(SendingProtocol):
    """One connection. A read that `fast_path` answers costs no task."""

    fast_path: ClassVar[FastPath]
    max_url_bytes: ClassVar[int]

    is_open = False
    """A request has begun and is not whole."""
    completed = 0
    """How many requests were whole."""
    _is_idle = True  # nothing came since the last whole request
    _has_no_body = True  # no header speaks of a body
    _is_in_one_piece = True
    _answered = False
    _answered_at = 0.0
    _sender: Any = None  # of the headers that are remembered
    _remembered = b""  # those headers, with the end of the request line before them and the empty line behind
    _common_of: list[tuple[bytes, bytes]] | None = None
    _common_lines = b""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._hang_up = HangUp()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and cycle.disconnected:
            self._hang_up.happen()

    def data_received(self, data: bytes) -> None:
        if not (self._remembered and self._answer_repeated(data)):
            self.parse(data)

    def parse(self, data: bytes) -> None:
        """Parse what came, and answer the requests that are whole."""
        completed, is_new = self.completed, not self.is_open
        self._is_in_one_piece = is_new
        super().data_received(data)
        self._is_idle = self.completed > completed and not self.is_open
        if is_new and self._is_idle and self._answered:
            self._remember(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.is_open = True
        self._has_no_body = True
        self._answered = False

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() in _BODY_HEADERS:
            self._has_no_body = False
            super().on_header(name, value)
        else:
            self.headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        self._answered = self._answer_parsed()
        if not self._answered:
            self.scope["extensions"] = {HANG_UP: self._hang_up}  # type: ignore[dict-item]
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._answered:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self.completed += 1
        self.is_open = False
        if self._answered:
            return
        super().on_message_complete()
        if self._is_in_one_piece and not self.pipeline:  # its task has not begun yet
            self.flow.resume_reading()
            self.scope["extensions"][WHOLE_BODY] = bytes(self.cycle.body)  # type: ignore[assignment]

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that has been idle for so long; reads answered at once leave an armed timer alone."""
        self.timeout_keep_alive_task = None
        rest = self._answered_at + self.timeout_keep_alive - self.loop.time()
        if rest > 0:
            self.timeout_keep_alive_task = self.loop.call_later(rest, self.timeout_keep_alive_handler)
        else:
            super().timeout_keep_alive_handler()
            self.watch_closing()

    def _answer_parsed(self) -> bool:
        """Answer the request whose headers are complete, if that is possible, and set aside who sent it.

        It is not where anything is out of the ordinary: a body, a request before it unanswered, the last request of its
        connection, a client that reads slowly.
        """
        parser = self.parser
        cycle: RequestResponseCycle | None = self.cycle
        if (
            parser.get_method() != b"GET"
            or not self._has_no_body
            or (cycle is not None and not cycle.response_complete)
            or not parser.should_keep_alive()
            or parser.should_upgrade()
            or parser.get_http_version() != "1.1"
            or b"#" in self.url
            or self.flow.write_paused
            or self.transport.is_closing()
        ):
            return False
        sender = self.fast_path.sender(self.headers, self.client)
        if sender is None or not self._answer(sender, self.url):
            return False
        self._sender, self._remembered = sender, b""
        return True

    def forget_headers(self) -> None:
        """Parse the next request whatever its headers are."""
        self._remembered = b""

    def _remember(self, data: bytes) -> None:
        """Remember the headers of the one request that these bytes are; if they are more than one, do not."""
        end = data.find(_END_OF_LINE)
        if end > 0 and data.find(b"\r\n\r\n") == len(data) - 4 and len(data) - end <= _MAX_REMEMBERED_BYTES:
            self._remembered = data[end:]

    def _answer_repeated(self, data: bytes) -> bool:
        """Answer a request that differs from the one before in nothing but its address, if that is possible."""
        end = data.find(_END_OF_LINE)
        if not self._is_idle or data[end:] != self._remembered or not data.startswith(b"GET /"):
            return False
        address = data[4:end]
        if address.translate(None, _ADDRESS_BYTES) or len(address) > self.max_url_bytes:  # for the parser to judge
            return False
        cycle: RequestResponseCycle | None = self.cycle
        if (cycle is not None and not cycle.response_complete) or self.flow.write_paused or self.transport.is_closing():
            return False
        return self._answer(self._sender, address)

    def _answer(self, sender: Any, address: bytes) -> bool:
        """Send the answer to a GET of this address, if there is one at once."""
        path, _, query = address.partition(b"?")
        answer = self.fast_path.answer(sender, path, query)
        if answer is None:
            return False
        common = self.server_state.default_headers
        if common is not self._common_of:
            self._common_of = common
            self._common_lines = header_lines(common)
        http_status, lines, body = answer
        head = STATUS_LINE[http_status] + self._common_lines + lines + b"\r\n"
        if len(body) <= _MAX_COPIED_BYTES:
            self.transport.write(head + body)
        else:
            self.transport.writelines((head, body))
        self.server_state.total_requests += 1
        self._answered_at = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        return True
