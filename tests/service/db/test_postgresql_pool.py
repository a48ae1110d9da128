"""Lending connections: how many, to whom, for how long; on a pool whose connections are doubles."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from workbench.service.db.postgresql_pool import Pool
from workbench.service.db.seam import StoreBusy, StoreClosed

pytestmark = pytest.mark.anyio


class FakeLine:
    """A connection that goes nowhere."""

    lost = False
    midway = False
    closed = False

    def close(self) -> None:
        self.closed = True


def pool(size: int = 1, **settings: float) -> Pool:
    """A pool of doubles."""

    async def connect() -> FakeLine:
        await asyncio.sleep(0)
        return FakeLine()

    return Pool(connect, size, **settings)  # type: ignore[arg-type]


async def lent(lending: Pool, *, waiting: int) -> list[Any]:
    """The connection that is lent, and the calls that wait for it."""
    line = await lending.take()
    calls = [asyncio.ensure_future(lending.take()) for _ in range(waiting)]
    await asyncio.sleep(0)
    return [line, *calls]


async def test_a_connection_is_lent_again() -> None:
    """The one returned last is taken first."""
    lending = pool(2)
    first = await lending.take()
    lending.give(first)
    assert await lending.take() is first


async def test_who_waits_gets_what_comes_back() -> None:
    """In the order of their coming."""
    lending = pool()
    line, *waiting = await lent(lending, waiting=2)
    lending.give(line)
    assert await waiting[0] is line
    assert not waiting[1].done()
    lending.give(line)
    assert await waiting[1] is line


async def test_waiting_ends() -> None:
    """With StoreBusy, and the connection is still there for the next."""
    lending = pool(wait_seconds=0.01)
    line = await lending.take()
    with pytest.raises(StoreBusy):
        await lending.take()
    lending.give(line)
    assert await lending.take() is line


async def test_too_many_do_not_wait() -> None:
    """A queue that grows helps nobody."""
    lending = pool(max_waiting=1)
    line, waiting = await lent(lending, waiting=1)
    with pytest.raises(StoreBusy):
        await lending.take()
    lending.give(line)
    assert await waiting is line


@pytest.mark.parametrize("fault", ["lost", "midway"])
async def test_a_connection_with_a_fault_is_not_lent_again(fault: str) -> None:
    """It is closed, and a new one takes its place, at once for who waits."""
    lending = pool()
    line, waiting = await lent(lending, waiting=1)
    setattr(line, fault, True)
    lending.give(line)
    assert await waiting is not line
    assert line.closed  # type: ignore[attr-defined]


async def test_a_connection_lost_while_idle_is_not_lent() -> None:
    """The pool looks before it lends."""
    lending = pool()
    line = await lending.take()
    lending.give(line)
    line.lost = True
    assert await lending.take() is not line


async def test_a_waiter_that_leaves_takes_nothing_along() -> None:
    """Its turn goes to the next."""
    lending = pool()
    line, *waiting = await lent(lending, waiting=2)
    lending.give(line)
    waiting[0].cancel()
    assert await asyncio.wait_for(waiting[1], 1) is line


async def test_a_connection_that_cannot_be_made_leaves_its_place() -> None:
    """The next caller tries again."""
    made: list[FakeLine] = []

    async def connect() -> FakeLine:
        made.append(FakeLine())
        if len(made) == 1:
            raise StoreBusy
        return made[-1]

    lending = Pool(connect, 1)  # type: ignore[arg-type]
    with pytest.raises(StoreBusy):
        await lending.take()
    assert await lending.take() is made[1]  # type: ignore[comparison-overlap]


async def test_closing_waits_for_what_is_lent() -> None:
    """Then nothing is open, and nobody gets one any more."""
    lending = pool(2)
    kept, lent = await lending.take(), await lending.take()
    lending.give(kept)
    closing = asyncio.ensure_future(lending.close())
    await asyncio.sleep(0)
    assert not closing.done()
    lending.give(lent)
    await closing
    assert kept.closed and lent.closed  # type: ignore[attr-defined]
    with pytest.raises(StoreClosed):
        await lending.take()
