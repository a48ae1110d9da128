"""A server of one protocol on a port of its own, and one raw connection to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn


class _Server(uvicorn.Server):
    """A server that tells when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    async def startup(self, sockets: Any = None) -> None:
        """Starts, then says so."""
        await super().startup(sockets)
        self.listening.set()


@asynccontextmanager
async def listening(app: Any, protocol: Any, **more: Any) -> AsyncIterator[int]:
    """The port on which uvicorn serves the app by this protocol; `more` as `uvicorn.Config` has it."""
    server = _Server(uvicorn.Config(app, port=0, http=protocol, ws="none", lifespan="off", log_config=None, **more))
    running = asyncio.create_task(server.serve())
    await server.listening.wait()
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = server.force_exit = True
    await running


class RawConnection:
    """One raw connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, *parts: bytes) -> None:
        """Sends the parts, each on its own."""
        for part in parts:
            self.writer.write(part)
            await self.writer.drain()
            await asyncio.sleep(0)

    async def receive(self) -> tuple[int, bytes]:
        """The next response's status and body."""
        head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 5)
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
        body = await asyncio.wait_for(self.reader.readexactly(int(length.partition(b":")[2])), 5)
        return int(head.split()[1]), body

    async def is_closed(self) -> bool:
        """Whether the other side has closed, after whatever it still sent."""
        while await asyncio.wait_for(self.reader.read(65_536), 5):
            pass
        return True
