"""Noticing that the machine slept."""

from __future__ import annotations

import pytest

from workbench.bulk.running.clocks import Clocks, epoch_ms, monotonic_ms


@pytest.mark.parametrize(("wall", "steady", "slept"), [(1_000, 1_000, 0), (31_000, 1_000, 0), (60_000, 1_000, 59_000)])
def test_the_wall_clock_running_ahead_is_sleep(wall: int, steady: int, slept: int) -> None:
    """More than 30 seconds of difference."""
    walls, steadies = iter([0, wall]), iter([0, steady])
    clocks = Clocks(lambda: next(walls), lambda: next(steadies))
    clocks.slept_ms()

    assert clocks.slept_ms() == slept


def test_both_clocks_count_milliseconds() -> None:
    """The wall clock since the epoch, the other from anywhere."""
    assert epoch_ms() > 1_700_000_000_000
    assert monotonic_ms() <= monotonic_ms()
