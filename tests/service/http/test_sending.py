"""Answers on their way over real sockets: who does not fetch them is cut off, who has left is waited for by nobody."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.service.http.raw_connection import listening
from workbench.service.http.extensions import until_hang_up
from workbench.service.http.hosts import Hosts
from workbench.service.http.protocol import limited_protocol
from workbench.service.kernel.settings import Limits

pytestmark = pytest.mark.anyio

LARGE = 24_000_000


async def large_or_never(scope: Any, held: asyncio.Queue[Any], send: Any) -> None:
    """Answers with much, and below /never never."""
    if scope["raw_path"] == b"/never":
        held.put_nowait(asyncio.current_task())
        await asyncio.Event().wait()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % LARGE)]})
    await send({"type": "http.response.body", "body": b"x" * LARGE})


@pytest.fixture
async def held() -> asyncio.Queue[asyncio.Task[Any]]:
    """Anyone who is to answer and never does."""
    return asyncio.Queue()


@pytest.fixture
async def port(held: asyncio.Queue[asyncio.Task[Any]]) -> AsyncIterator[int]:
    """A server that waits for no reader for long."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await until_hang_up(scope, large_or_never(scope, held, send))

    protocol = limited_protocol(Limits(sending_seconds=0.3), Hosts((), others=True, rpc_path="/api/rpc"))
    async with listening(app, protocol) as port:
        yield port


@pytest.mark.parametrize("more", [b"", b"connection: close\r\n"])
async def test_readers_who_do_not_read_once_held_an_answer_each(port: int, more: bytes) -> None:
    """Who fetches nothing of an answer is cut off, also where the connection was to be closed behind it."""
    stalled = socket.create_connection(("127.0.0.1", port))
    stalled.settimeout(5)
    stalled.sendall(b"GET /large HTTP/1.1\r\nhost: a\r\n" + more + b"\r\n")
    await asyncio.sleep(2.5)
    received = 0
    with stalled, contextlib.suppress(ConnectionError):
        while some := stalled.recv(1_000_000):
            received += len(some)

    assert received < LARGE


async def test_an_answer_that_is_fetched_slowly_arrives_whole(port: int) -> None:
    """As long as it continues."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=65_536)
    writer.write(b"GET /large HTTP/1.1\r\nhost: a\r\n\r\n")
    await reader.readuntil(b"\r\n\r\n")
    received = 0
    while received < LARGE:
        received += len(await reader.read(400_000))
        await asyncio.sleep(0.005)
    writer.close()

    assert received == LARGE


@pytest.mark.parametrize(("request_line", "goes_on"), [(b"GET", False), (b"POST", True)])
async def test_the_work_of_a_reader_who_hung_up_is_dropped(
    port: int, held: asyncio.Queue[asyncio.Task[Any]], request_line: bytes, goes_on: bool
) -> None:
    """A write's continues."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request_line + b" /never HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n")
    task = await asyncio.wait_for(held.get(), 5)
    writer.close()
    await asyncio.wait([task], timeout=1.0)

    assert task.done() is not goes_on
    task.cancel()
    await asyncio.wait([task])
