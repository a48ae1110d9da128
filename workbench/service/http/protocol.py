"""The HTTP protocol of uvicorn with limits on input, and an answer without a task for short reads.

Size and time are limited before a request is complete (`limited_protocol`). A client sends the same headers again and
again: those of an answered read are cached, and the next read that repeats them byte for byte is not parsed again; only
its address is new. The sender is checked once for each set of headers, and the names in a path once for each path;
session, rights, rates, inputs and answers are checked again for each request (`FastReads`). Everything else goes to the
app. Source: ours (service 1).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import perf_counter
from typing import Any, ClassVar, Protocol

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

from workbench.service.db.seam import at_once
from workbench.service.http.dispatch import Dispatch
from workbench.service.http.extensions import HANG_UP, WHOLE_BODY, HangUp
from workbench.service.http.hosts import Hosts
from workbench.service.http.response import Headers, header_lines, written_response
from workbench.service.http.rpc_request import RpcRequest, Sender, read_route, read_sender
from workbench.service.http.sending import SendingProtocol
from workbench.service.kernel.answer_budget import TooMuchAtOnce
from workbench.service.kernel.binding import Handler
from workbench.service.kernel.settings import Limits
from workbench.wire.batch import (
    Failure,
    ProcedureNames,
    WireError,
    decode_inputs,
    decode_query,
    failure,
    failure_element,
)

_MAX_COPIED_BYTES = 100_000
_MAX_REMEMBERED_BYTES = 4_000  # of headers, for each connection
_BODY_HEADERS = (b"content-length", b"transfer-encoding", b"expect")
_ADDRESS_BYTES = bytes(index for index in range(0x21, 0x7F) if index != ord("#"))
_END_OF_LINE = b" HTTP/1.1\r\n"


class FastPath(Protocol):
    """Answers requests without a task, where that is possible."""

    def sender(self, headers: Sequence[tuple[bytes, bytes]], client: tuple[str, int] | None) -> Any:
        """Return the sender of each request with these headers; None if the app must handle the request."""

    def answer(self, sender: Any, path: bytes, query: bytes) -> tuple[int, bytes, bytes] | None:
        """Return HTTP status, header lines and body for a GET; None if the app must handle it."""


class NoFastPath:
    """Everything goes to the app."""

    def sender(self, headers: Sequence[tuple[bytes, bytes]], client: tuple[str, int] | None) -> None:
        """No sender."""

    def answer(self, sender: Any, path: bytes, query: bytes) -> None:
        """No answer."""


class FastReadProtocol(SendingProtocol):
    """A connection. Reads that `fast_path` answers need no task."""

    fast_path: ClassVar[FastPath]
    max_url_bytes: ClassVar[int]

    is_open = False
    """A request has begun and is not whole."""
    completed = 0
    """Number of complete requests."""
    _is_idle = True  # nothing came since the last whole request
    _has_no_body = True  # no header announces a body
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
        """Close a connection that has been idle for so long; immediate answers leave an armed timer running."""
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
        """Send the answer to a GET of this address, if it is available immediately."""
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


_SLACK_BYTES = 4_000  # the dispatch itself refuses requests only a little over the limit, for each procedure
_SLACK_SECONDS = 1.0  # and a body that takes too long
_LINGER_SECONDS = 1.0  # a refused sender that is still sending would lose the answer to an immediate close

_REFUSALS = {
    400: failure("BAD_REQUEST", "This is not a valid HTTP/1.1 request."),
    408: failure("TIMEOUT"),
    414: failure("URI_TOO_LONG"),
    431: Failure("BAD_REQUEST", 431, "The headers are larger than this service takes."),
}


def limited_protocol(limits: Limits, hosts: Hosts, fast_path: FastPath | None = None) -> type[FastReadProtocol]:
    """Return the protocol with these limits: 414 or 431 for a large head, 408 for a slow one.

    A slow body is cut off. A request for a host that is not in `hosts` gets 400 or 421.
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
    """A connection. Requests that arrive in one piece need no timer."""

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
            # A header is passed on only when it is complete, whatever its length; until then it is counted here.
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
            cycle.disconnected = True  # notify the reader of this body
            cycle.message_event.set()
        if body is None:
            body = failure_element(_REFUSALS[http_status], None)
        head = b"content-type: %b\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % (kind, len(body))
        self.transport.write(STATUS_LINE[http_status] + head + body)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(_LINGER_SECONDS, self.transport.close)


MOST_ROUTES = 1_000
_LONGEST_PATH = 500

Route = tuple[ProcedureNames, list[Handler | None]]


class FastReads:
    """The fast path of one process's dispatch; unavailable if the store's reads wait for a server."""

    def __init__(self, dispatch: Dispatch) -> None:
        self._dispatch = dispatch
        self._settings = dispatch.service.settings
        self._store = dispatch.service.store
        self._below = self._settings.rpc_path.encode() + b"/"
        self._url_bytes = self._settings.limits.url_bytes
        self._routes: dict[bool, dict[bytes, Route]] = {True: {}, False: {}}

    def sender(self, headers: Sequence[tuple[bytes, bytes]], client: tuple[str, int] | None) -> Sender | None:
        """Return the sender of requests with these headers; None if they must be refused or logged."""
        if not self._store.reads_at_once:
            return None
        return read_sender(headers, client, self._settings)

    def answer(self, sender: Sender, path: bytes, query: bytes) -> tuple[int, bytes, bytes] | None:
        """HTTP status, header lines and body for a read that waits for nothing; None for any other request."""
        since = perf_counter()
        batched, text = decode_query(query)
        route = self._routes[batched].get(path) or self._route(path, batched=batched)
        if route is None or len(path) + len(query) > self._url_bytes:
            return None
        procedures, handlers = route
        try:
            inputs = decode_inputs(text, len(handlers), batched=batched)
        except WireError:  # it is reported in the usual way
            return None
        headers: Headers = []
        request = RpcRequest(procedures, handlers, inputs, sender)
        try:
            elements = at_once(self._dispatch.read(request, headers))
        except TooMuchAtOnce:
            return None
        self._dispatch.count(request, elements, since)
        return written_response(elements, headers, bare=not batched)

    def _route(self, path: bytes, *, batched: bool) -> Route | None:
        """Return what the path names, if all of it is short reads."""
        if not path.startswith(self._below):
            return None
        route = read_route(path, self._settings, batched=batched)
        if route is None or any(handler is None or handler.long for handler in route[1]):
            return None
        routes = self._routes[batched]
        if len(path) <= _LONGEST_PATH:
            if len(routes) >= MOST_ROUTES:
                routes.clear()
            routes[path] = route
        return route
