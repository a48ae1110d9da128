"""A few connections to one PostgreSQL, each lent to one caller; others wait a while."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from workbench.service.db.postgresql_pipeline import PipelineConnection
from workbench.service.db.seam import StoreBusy, StoreClosed

WAIT_SECONDS = 10.0
MAX_WAITING = 1_000


class Pool:
    """Connections made when they are needed, at most `size`. `connect` raises StoreBusy when none can be had."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[PipelineConnection]],
        size: int,
        *,
        wait_seconds: float = WAIT_SECONDS,
        max_waiting: int = MAX_WAITING,
    ) -> None:
        self._connect = connect
        self._size = size
        self._wait_seconds = wait_seconds
        self._max_waiting = max_waiting
        self._free: list[PipelineConnection] = []
        self._made = 0
        self._closed = False
        self._all_back = asyncio.Event()
        self._waiting: deque[asyncio.Future[PipelineConnection | None]] = deque()

    @property
    def in_use(self) -> int:
        """Number of connections that are lent now."""
        return self._made - len(self._free)

    @property
    def waiting(self) -> int:
        """Number of callers that wait for a connection."""
        return len(self._waiting)

    async def take(self) -> PipelineConnection:
        """Return a connection, which the caller must give back.

        Raises StoreBusy after the waiting time, or immediately if too many wait.
        """
        if self._closed:
            raise StoreClosed
        while self._free:
            line = self._free.pop()
            if not line.lost:
                return line
            self._made -= 1
            line.close()
        if self._made >= self._size:
            line_or_turn = await self._wait()
            if line_or_turn is not None:
                return line_or_turn
        else:
            self._made += 1
        return await self._new()

    def give(self, line: PipelineConnection) -> None:
        """Accept a connection back; one that is lost, or in the middle of a transaction, is closed."""
        if line.lost or line.midway or (self._closed and not self._waiting):
            line.close()
            self._give_place()
        elif not self._pass(line):
            self._free.append(line)

    def renew(self) -> None:
        """Discard idle connections: a connection may know an outdated state of its server."""
        for line in self._free:
            line.close()
        self._made -= len(self._free)
        self._free.clear()

    async def close(self) -> None:
        """Close when the last lent connection is back."""
        self._closed = True
        self.renew()
        if self._made:
            await self._all_back.wait()

    async def _new(self) -> PipelineConnection:
        """Return a new connection in a place that is already counted."""
        try:
            return await self._connect()
        except BaseException:
            self._give_place()
            raise

    async def _wait(self) -> PipelineConnection | None:
        """Return a connection that another caller gave back, or None: its place, to make a new one in."""
        if len(self._waiting) >= self._max_waiting:
            raise StoreBusy
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[PipelineConnection | None] = loop.create_future()
        self._waiting.append(turn)
        patience = loop.call_later(self._wait_seconds, _tell_busy, turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._unlend(turn.result())
            raise
        finally:
            patience.cancel()

    def _unlend(self, line: PipelineConnection | None) -> None:
        if line is not None:
            self.give(line)
        else:
            self._give_place()

    def _give_place(self) -> None:
        """Release a connection's slot, unless another caller is waiting for it."""
        if not self._pass(None):
            self._made -= 1
            if self._made == 0 and self._closed:
                self._all_back.set()

    def _pass(self, line: PipelineConnection | None) -> bool:
        """Return whether a caller was waiting for it."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(line)
                return True
        return False


def _tell_busy(turn: asyncio.Future[PipelineConnection | None]) -> None:
    if not turn.done():
        turn.set_exception(StoreBusy())
