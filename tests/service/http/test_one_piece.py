"""Requests and answers in one piece: uvicorn's own bytes, in one write where nothing is out of the ordinary."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

from workbench.service.http.one_piece import WHOLE_BODY, OnePiece

pytestmark = pytest.mark.anyio

USUAL = [(b"date", b"Sat, 21 Nov 2026 06:00:00 GMT")]
BODY = b'{"result":1}'
LENGTH = (b"content-length", b"12")


class Line:
    """A connection that remembers each write. It is transport and protocol in one."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []
        self.closed = False
        self.answered = 0
        self.flow = FlowControl(self)  # type: ignore[arg-type]

    def write(self, data: bytes) -> None:
        """Remember it."""
        self.writes.append(data)

    def close(self) -> None:
        """Remember that."""
        self.closed = True

    def is_closing(self) -> bool:
        """Whether it was closed."""
        return self.closed

    def write_answer(self, http_status: int, head: bytes, body: bytes) -> None:
        """An answer in one piece, as the protocol writes it."""
        usual = b"".join(name + b": " + value + b"\r\n" for name, value in USUAL)
        self.write(STATUS_LINE[http_status] + usual + head + b"\r\n" + body)

    def on_response(self) -> None:
        """An answer is complete."""
        self.answered += 1


class Answering:
    """An app that answers with these headers and this body, in `pieces`; it keeps the scope that it was given."""

    def __init__(self, *headers: tuple[bytes, bytes], body: bytes = BODY, pieces: int = 1) -> None:
        self.headers, self.body, self.pieces = list(headers), body, pieces
        self.scope: dict[str, Any] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer."""
        self.scope = scope
        await send({"type": "http.response.start", "status": 200, "headers": self.headers})
        size = len(self.body) // self.pieces
        for place in range(self.pieces):
            part = self.body[place * size : (place + 1) * size]
            await send({"type": "http.response.body", "body": part, "more_body": place < self.pieces - 1})


def cycle_on(line: Line, method: str = "POST", *, keep_alive: bool = True) -> RequestResponseCycle:
    """A request that is whole, its body three bytes, as uvicorn holds it."""
    cycle = RequestResponseCycle(
        scope={"type": "http", "method": method, "http_version": "1.1", "path": "/", "client": None},  # type: ignore[typeddict-item]
        transport=line,  # type: ignore[arg-type]
        flow=line.flow,
        logger=logging.getLogger("tests.one_piece"),
        access_logger=logging.getLogger("tests.one_piece"),
        access_log=False,
        default_headers=USUAL,
        message_event=asyncio.Event(),
        expect_100_continue=False,
        keep_alive=keep_alive,
        on_response=line.on_response,
    )
    cycle.body, cycle.more_body = bytearray(b"abc"), False
    return cycle


async def test_head_and_body_leave_together() -> None:
    """
    An answer is one write, so the client is woken once; the cycle is as complete as after uvicorn's own two.
    """
    line = Line()
    cycle = cycle_on(line)
    await cycle.run_asgi(OnePiece(line, cycle, Answering(LENGTH)))

    assert len(line.writes) == 1
    assert (cycle.response_complete, line.answered) == (True, 1)


@pytest.mark.parametrize(
    ("app", "more"),
    [
        (Answering(LENGTH, (b"x-lesson-revision", b"7")), {}),
        (Answering((b"content-length", b"0"), body=b""), {}),
        (Answering(LENGTH, pieces=3), {}),
        (Answering(), {}),
        (Answering((b"content-length", b"13")), {}),
        (Answering((b"content-length", b"5")), {}),
        (Answering(LENGTH, (b"connection", b"close")), {}),
        (Answering(LENGTH), {"keep_alive": False}),
        (Answering(LENGTH), {"method": "HEAD"}),
        (Answering(LENGTH, (b"x-a", b"b\r\nx-c: d")), {}),
    ],
    ids=["whole", "empty", "pieces", "no-length", "too-short", "too-long", "close", "keep-none", "head", "injected"],
)
async def test_a_client_hears_what_uvicorn_alone_would_say(app: Answering, more: dict[str, Any]) -> None:
    """
    The same bytes and the same end of the connection, for what is ordinary and for what is not.
    """
    alone, line = Line(), Line()
    await cycle_on(alone, **more).run_asgi(app)
    cycle = cycle_on(line, **more)
    await cycle.run_asgi(OnePiece(line, cycle, app))

    assert (b"".join(line.writes), line.closed, line.answered) == (b"".join(alone.writes), alone.closed, alone.answered)


async def test_a_body_that_is_whole_is_handed_over() -> None:
    """
    The app finds it in its scope; it need not wait for a message.
    """
    line, app = Line(), Answering(LENGTH)
    cycle = cycle_on(line)
    await OnePiece(line, cycle, app)(cycle.scope, cycle.receive, cycle.send)  # type: ignore[arg-type]

    assert app.scope["extensions"] == {WHOLE_BODY: b"abc"}


@pytest.mark.parametrize("state", [{"more_body": True}, {"disconnected": True}], ids=["in-pieces", "left"])
async def test_a_body_that_is_not_whole_is_received(state: dict[str, bool]) -> None:
    """
    What is still to come, and a sender who left, is told as ever: in messages.
    """
    line, app = Line(), Answering(LENGTH)
    cycle = cycle_on(line)
    for name, value in state.items():
        setattr(cycle, name, value)
    await OnePiece(line, cycle, app)(cycle.scope, cycle.receive, cycle.send)  # type: ignore[arg-type]

    assert "extensions" not in app.scope


async def test_nothing_is_said_to_who_left() -> None:
    """
    A client that hung up while its call was under way is not written to.
    """
    line = Line()
    cycle = cycle_on(line)
    cycle.disconnected = True
    await cycle.run_asgi(OnePiece(line, cycle, Answering(LENGTH)))

    assert line.writes == []


async def test_a_connection_that_takes_no_more_is_waited_for() -> None:
    """
    While the client does not read, its answer is not piled up.
    """
    line = Line()
    cycle = cycle_on(line)
    line.flow.pause_writing()
    answering = asyncio.create_task(cycle.run_asgi(OnePiece(line, cycle, Answering(LENGTH))))
    await asyncio.sleep(0)
    before = list(line.writes)
    line.flow.resume_writing()
    await answering

    assert (before, line.answered) == ([], 1)
