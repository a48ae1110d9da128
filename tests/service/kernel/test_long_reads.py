"""Reads next to the loop take turns: nobody has all places, and nobody waits for who has left."""

from __future__ import annotations

import asyncio

import pytest

from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.long_reads import MOST_WAITING_OF_ONE, UNSENT_BYTES_OF_ONE, LongReads, Turn

pytestmark = pytest.mark.anyio


async def begun(reads: LongReads, name: str) -> Turn:
    """A turn of this organization."""
    turn = Turn(reads)
    await turn.begin(name)
    return turn


async def settled() -> None:
    """Anyone who can continue has gone on."""
    for _ in range(5):
        await asyncio.sleep(0)


async def next_waits(reads: LongReads, first: Turn) -> None:
    """Eve's next read waits until her first has ended; Ana's does not."""
    second = asyncio.ensure_future(begun(reads, "eve"))
    other = await begun(reads, "ana")
    await settled()
    assert not second.done()

    first.end()
    (await second).end()
    other.end()


async def test_one_organization_cannot_hold_all_readers() -> None:
    """Its second read waits for its first, though a place is free; another's does not."""
    reads = LongReads()
    first = await begun(reads, "eve")
    await next_waits(reads, first)


async def test_turns_go_round_by_organization() -> None:
    """A long line of one does not stand before another's first."""
    reads, order = LongReads(), []

    async def read(name: str) -> None:
        turn = await begun(reads, name)
        order.append(name)
        turn.end()

    holding = [await begun(reads, "eve"), await begun(reads, "zoe")]
    waiting = [asyncio.ensure_future(read(name)) for name in ("eve", "eve", "eve", "ana")]
    await settled()
    for reading in holding:
        reading.end()
    await asyncio.gather(*waiting)

    assert order[:2] == ["eve", "ana"] or order[0] == "ana"


async def test_who_hung_up_has_left_the_line() -> None:
    """Also in the moment in which their turn came."""
    reads = LongReads()
    first = await begun(reads, "eve")
    gone, late, waits = (asyncio.ensure_future(begun(reads, "eve")) for _ in range(3))
    await settled()
    gone.cancel()
    first.end()
    late.cancel()
    await settled()
    (await waits).end()

    assert gone.cancelled()
    assert late.cancelled()


async def test_what_nobody_fetches_keeps_its_organization_from_the_next_turn() -> None:
    """Answers that wait are memory; others have theirs."""
    reads = LongReads()
    first = await begun(reads, "eve")
    first.sending(UNSENT_BYTES_OF_ONE)
    await next_waits(reads, first)


async def test_a_line_has_an_end() -> None:
    """Anyone who comes after that is told to come back."""
    reads = LongReads()
    first = await begun(reads, "eve")
    waiting = [asyncio.ensure_future(begun(reads, "eve")) for _ in range(MOST_WAITING_OF_ONE)]
    await settled()
    with pytest.raises(HandlerError, match="Too many large reads") as refused:
        await begun(reads, "eve")
    for task in waiting:
        task.cancel()
    await settled()
    first.end()

    assert refused.value.retry_after == 2
