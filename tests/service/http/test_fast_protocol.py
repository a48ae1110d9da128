"""What the protocol hands to the app, over real sockets: bodies, and answers that are over once they were fetched."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.service.http.raw_connection import RawConnection, listening
from workbench.service.http.extensions import HANG_UP, WHOLE_BODY
from workbench.service.http.hosts import Hosts
from workbench.service.http.protocol import FastReadProtocol, limited_protocol
from workbench.service.http.response import RpcResponse, deliver
from workbench.service.kernel.settings import Limits

pytestmark = pytest.mark.anyio

LARGE = 24_000_000
WRITE = b"POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\n"


class Recording:
    """An app that answers with what it was handed as the body; below /large with much. It says when that is over."""

    def __init__(self) -> None:
        self.handed: list[bytes | None] = []
        self.extensions: list[set[str]] = []
        self.is_delivered = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer."""
        await asyncio.sleep(0.05)  # long enough for a body that comes later
        self.extensions.append(set(scope["extensions"]))
        self.handed.append(scope["extensions"].get(WHOLE_BODY))
        body = b"x" * LARGE if scope["raw_path"] == b"/large" else b"fine"
        await deliver(send, RpcResponse(200, [(b"content-length", b"%d" % len(body))], body))
        self.is_delivered.set()


@pytest.fixture
async def app() -> Recording:
    """The app."""
    return Recording()


@pytest.fixture
async def wire(app: Recording) -> AsyncIterator[RawConnection]:
    """A connection to a server of it."""
    protocol = limited_protocol(Limits(), Hosts((), others=True, rpc_path="/api/rpc"))
    async with listening(app, protocol) as port:
        connection = RawConnection(*await asyncio.open_connection("127.0.0.1", port, limit=65_536))
        yield connection
        connection.writer.close()


async def test_a_body_that_came_with_its_headers_is_handed_over(app: Recording, wire: RawConnection) -> None:
    """The app need not wait for it."""
    await wire.send(WRITE + b"abc")

    assert await wire.receive() == (200, b"fine")
    assert (app.handed, app.extensions) == ([b"abc"], [{HANG_UP, WHOLE_BODY}])


async def test_a_body_that_comes_later_is_received(app: Recording, wire: RawConnection) -> None:
    """What is not there when the app begins is told in messages."""
    await wire.send(WRITE)
    await asyncio.sleep(0.02)
    await wire.send(b"abc")

    assert await wire.receive() == (200, b"fine")
    assert app.handed == [None]


async def test_a_request_that_waits_for_the_one_before_it_receives_its_body(
    app: Recording, wire: RawConnection
) -> None:
    """Pipelined requests are uvicorn's to hold back."""
    await wire.send((WRITE + b"abc") * 2)

    assert [await wire.receive(), await wire.receive()] == [(200, b"fine")] * 2
    assert app.handed == [b"abc", None]


async def test_a_large_answer_is_over_when_it_was_fetched(app: Recording, wire: RawConnection) -> None:
    """Until then whatever was held to make it counts as held."""
    await wire.send(b"GET /large HTTP/1.1\r\nhost: a\r\n\r\n")
    await wire.reader.readuntil(b"\r\n\r\n")
    await asyncio.sleep(0.3)
    before = app.is_delivered.is_set()
    await wire.reader.readexactly(LARGE)
    await asyncio.wait_for(app.is_delivered.wait(), 5)

    assert not before


async def test_uvicorn_has_what_the_protocol_overrides() -> None:
    """A canary: only these names of uvicorn's are overridden, none of them private, and each is there."""
    of_uvicorn = FastReadProtocol.__mro__[2]
    overridden = {
        name
        for base in (limited_protocol(Limits(), Hosts((), others=True, rpc_path="/")).__mro__)
        if issubclass(base, FastReadProtocol) or base.__name__ == "SendingProtocol"
        for name in vars(base)
        if name in vars(of_uvicorn) and not name.startswith("__")
    }

    assert of_uvicorn.__name__ == "HttpToolsProtocol"
    assert overridden == {
        "connection_lost",
        "connection_made",
        "data_received",
        "on_body",
        "on_header",
        "on_headers_complete",
        "on_message_begin",
        "on_message_complete",
        "on_url",
        "pause_writing",
        "resume_writing",
        "send_400_response",
        "shutdown",
        "timeout_keep_alive_handler",
    }
