"""An app's request and answer in one piece each: a body that is here is handed over, head and body leave together.

uvicorn hands a body over in messages, and who awaits one sets a timer for it; it sends head and body each on its own.
Knows bytes; knows no path. Source: ours (service 1).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Protocol

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

WHOLE_BODY = "workbench.whole_body"
"""The extension of the scope that holds the body, where all of it is there; what the app receives is the same."""

Message = MutableMapping[str, Any]


class Connection(Protocol):
    """What is needed of the protocol."""

    flow: FlowControl
    reading: asyncio.Task[Any] | None
    """Who makes an answer that changes nothing: it is given up when the connection is lost."""

    def write_answer(self, http_status: int, head: bytes, body: bytes) -> None:
        """Send an answer in one piece."""


class OnePiece:
    """The app as one cycle of uvicorn's runs it; the cycle stays who knows whether it was answered."""

    __slots__ = ("_app", "_connection", "_cycle", "_start")

    def __init__(self, connection: Connection, cycle: RequestResponseCycle, app: Any) -> None:
        self._connection = connection
        self._cycle = cycle
        self._app = app
        self._start: Message | None = None

    async def __call__(
        self, scope: Message, receive: Callable[[], Awaitable[Message]], _send: Callable[[Message], Awaitable[None]]
    ) -> None:
        """Run the app."""
        cycle = self._cycle
        if not cycle.more_body and not cycle.disconnected:
            self._connection.flow.resume_reading()  # as uvicorn does when a body is asked for
            scope["extensions"] = {WHOLE_BODY: bytes(cycle.body)}
        if scope["method"] != "GET":
            await self._app(scope, receive, self.send)
            return
        self._connection.reading = asyncio.current_task()
        try:
            await self._app(scope, receive, self.send)
        except asyncio.CancelledError:
            if not cycle.disconnected:
                raise
        finally:
            self._connection.reading = None

    async def send(self, message: Message) -> None:
        """Keep the head until the body comes. What is out of the ordinary is left to uvicorn."""
        cycle, start, self._start = self._cycle, self._start, None
        if start is None:
            if message["type"] == "http.response.start" and not cycle.response_started:
                self._start = message
            else:
                await self._leave(message)
            return
        head = None if cycle.disconnected or self._connection.flow.write_paused else _head(cycle, start, message)
        if head is None:
            await self._leave(start)
            await self._leave(message)
            return
        self._connection.write_answer(start["status"], head, message.get("body", b""))
        cycle.response_started = True
        await self._fetched()
        if cycle.disconnected:
            return
        cycle.response_complete = True
        cycle.waiting_for_100_continue = False
        cycle.message_event.set()
        cycle.on_response()

    async def _leave(self, message: Message) -> None:
        await self._cycle.send(message)  # type: ignore[arg-type]
        await self._fetched()

    async def _fetched(self) -> None:
        """Until then the answer, and whatever was held to make it, is not over."""
        if self._connection.flow.write_paused and not self._cycle.disconnected:
            await self._connection.flow.drain()


def _head(cycle: RequestResponseCycle, start: Message, message: Message) -> bytes | None:
    """The header lines of an answer that is whole, of a length that it says, and keeps the connection; else None."""
    if message["type"] != "http.response.body" or message.get("more_body", False):
        return None
    if not cycle.keep_alive or cycle.scope["method"] == "HEAD":
        return None
    headers = start.get("headers", ())
    lines = header_lines(headers)
    if lines.count(b"\n") != len(headers) or b"connection:" in lines:
        return None
    return lines if b"content-length: %d\r\n" % len(message.get("body", b"")) in lines else None


def header_lines(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The headers as they stand in an answer."""
    return b"".join([name + b": " + value + b"\r\n" for name, value in headers])
