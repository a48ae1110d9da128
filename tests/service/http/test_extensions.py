"""A client that hangs up: reads are given up, writes continue, and nobody else is disturbed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from workbench.service.http.extensions import HANG_UP, HangUp, until_hang_up

pytestmark = pytest.mark.anyio


async def never() -> None:
    """An answer that is never ready."""
    await asyncio.Event().wait()


def scope(hang_up: HangUp, method: str = "GET") -> dict[str, Any]:
    """A request on a connection."""
    return {"type": "http", "method": method, "extensions": {HANG_UP: hang_up}}


async def test_a_read_ends_quietly_when_its_client_hangs_up() -> None:
    """Nobody is there to be told."""
    hang_up = HangUp()
    reading = asyncio.create_task(until_hang_up(scope(hang_up), never()))
    await asyncio.sleep(0)
    hang_up.happen()

    await asyncio.wait_for(reading, 5)


async def test_a_write_goes_on() -> None:
    """It may be stored already."""
    hang_up = HangUp()
    writing = asyncio.create_task(until_hang_up(scope(hang_up, "POST"), never()))
    await asyncio.sleep(0)
    hang_up.happen()
    done, _ = await asyncio.wait([writing], timeout=0.05)
    writing.cancel()
    await asyncio.wait([writing])

    assert done == set()


async def test_a_read_that_somebody_else_cancels_is_cancelled() -> None:
    """A server that stops is not a client that hung up."""
    reading = asyncio.create_task(until_hang_up(scope(HangUp()), never()))
    await asyncio.sleep(0)
    reading.cancel()

    with pytest.raises(asyncio.CancelledError):
        await reading


async def test_a_hang_up_after_the_answer_disturbs_nobody() -> None:
    """The task may be at something else by then."""
    hang_up, ready = HangUp(), asyncio.Event()
    ready.set()
    await until_hang_up(scope(hang_up), asyncio.wait_for(ready.wait(), 1))  # type: ignore[arg-type]
    hang_up.happen()

    await asyncio.sleep(0)
