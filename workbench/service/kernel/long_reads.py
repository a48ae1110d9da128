"""Limits on reads outside the event loop: how many, in turn by organization, and how much waits to be sent.

One organization never has all slots, whatever it requests; answers that its people have not yet received count against
it. It knows names and sizes, no procedure and no database. Source: ours (service 9).
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from workbench.service.kernel.errors import HandlerError

T = TypeVar("T")
AT_ONCE, AT_ONCE_OF_ONE = 2, 1
MOST_WAITING, MOST_WAITING_OF_ONE = 1_000, 250
WAIT_SECONDS = 20.0
UNSENT_BYTES, UNSENT_BYTES_OF_ONE = 64_000_000, 24_000_000


class LongReads:
    """The turns of one process. It belongs to one event loop."""

    def __init__(self, busy: str = "Too many large reads are under way. Try again in 2 s.") -> None:
        self._busy_sentence = busy
        self._reading: Counter[str] = Counter()
        self._unsent: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def begin(self, name: str) -> None:
        """Wait for a place to read. Raises `HandlerError` (503) when too many wait, or for too long."""
        if name not in self._waiting and self._has_room(name):
            self._reading[name] += 1
            return
        line = self._waiting.setdefault(name, deque())
        if len(line) >= MOST_WAITING_OF_ONE or sum(map(len, self._waiting.values())) >= MOST_WAITING:
            raise self._busy()
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(waiter)
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await waiter
        except BaseException as error:
            self._leave(name, waiter)
            if isinstance(error, TimeoutError):
                raise self._busy() from None
            raise

    def read(self, name: str, size: int) -> None:
        """End a reading with so much to send; while much is unsent, the organization gets no further turn."""
        self._unsent[name] += size
        self._less(self._reading, name, 1)

    def note_sent(self, name: str, size: int) -> None:
        """Note that it was sent, or that the client is gone."""
        self._less(self._unsent, name, size)

    def _busy(self) -> HandlerError:
        return HandlerError("SERVICE_UNAVAILABLE", self._busy_sentence, retry_after=2)

    def _has_room(self, name: str) -> bool:
        return (
            self._reading.total() < AT_ONCE
            and self._reading[name] < AT_ONCE_OF_ONE
            and self._unsent.total() < UNSENT_BYTES
            and self._unsent[name] < UNSENT_BYTES_OF_ONE
        )

    def _leave(self, name: str, waiter: asyncio.Future[None]) -> None:
        if waiter.done() and not waiter.cancelled():  # the turn came as its caller left
            self._less(self._reading, name, 1)
        elif waiter in (line := self._waiting.get(name, deque())):
            line.remove(waiter)
            if not line:
                del self._waiting[name]

    def _less(self, counter: Counter[str], name: str, size: int) -> None:
        counter[name] -= size
        if not counter[name]:
            del counter[name]
        self._next()

    def _next(self) -> None:
        """Give free places to who waits; an organization that gets one goes to the end of the line."""
        for name in list(self._waiting):
            if self._has_room(name):
                line = self._waiting.pop(name)
                while line:
                    waiter = line.popleft()
                    if not waiter.done():  # else its caller has left just now
                        self._reading[name] += 1
                        waiter.set_result(None)
                        break
                if line:
                    self._waiting[name] = line


async def wait_until_finished(reading: Coroutine[Any, Any, T], give_up: Callable[[], None]) -> T:
    """Return the reading's result. A cancelled caller waits until it is over, since its thread is in use."""
    task = asyncio.ensure_future(reading)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        give_up()
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # nobody is waiting for the answer
        raise


class Turn:
    """The way of one answer through `LongReads`; most answers never begin one. Always call `end`."""

    __slots__ = ("_is_reading", "_name", "_reads", "_size")

    def __init__(self, reads: LongReads) -> None:
        self._reads = reads
        self._name: str | None = None
        self._is_reading = False
        self._size = 0

    async def begin(self, name: str) -> None:
        """Wait for a place. Raises `HandlerError` (503)."""
        await self._reads.begin(name)
        self._name, self._is_reading = name, True

    def sending(self, size: int) -> None:
        """End the reading and record that an answer of this size is being sent."""
        if self._name is not None and self._is_reading:
            self._is_reading, self._size = False, size
            self._reads.read(self._name, size)

    def end(self) -> None:
        """Release everything that it holds."""
        self.sending(0)
        if self._name is not None:
            self._reads.note_sent(self._name, self._size)
            self._name = None
