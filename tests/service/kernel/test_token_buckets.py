"""Token buckets: never more than they hold plus what time brings, whoever asks and from however many threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.service.kernel.token_buckets import MOST_NAMES, Buckets


class Clock:
    """A time that stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = 1_790_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock that a test moves."""
    return Clock()


@pytest.fixture
def buckets(clock: Clock) -> Buckets:
    """Two at once, one a second."""
    return Buckets(at_once=2, per_minute=60, clock=clock)


def test_a_new_bucket_is_full_and_then_empty(buckets: Buckets) -> None:
    """The third has to wait for a token, and nothing is taken from it."""
    assert [buckets.spend("ana") for _ in range(4)] == [0.0, 0.0, 1.0, 1.0]


def test_time_fills_it(buckets: Buckets, clock: Clock) -> None:
    """Up to what it holds."""
    buckets.spend("ana", 2)
    clock.now += 500
    assert buckets.spend("ana") == pytest.approx(0.5)
    clock.now += 3_600_000
    assert [buckets.spend("ana") for _ in range(3)] == [0.0, 0.0, 1.0]


def test_a_clock_that_goes_back_takes_nothing_away(buckets: Buckets, clock: Clock) -> None:
    """Nor does it give."""
    buckets.spend("ana", 2)
    clock.now -= 60_000
    assert buckets.spend("ana") == 1.0


def test_each_name_has_its_own(buckets: Buckets) -> None:
    """One person's haste is not another's."""
    buckets.spend("ana", 2)
    assert buckets.spend("eve") == 0.0


def test_a_batch_larger_than_the_bucket_goes_through_once(buckets: Buckets, clock: Clock) -> None:
    """It is paid for afterwards."""
    assert buckets.spend("ana", 10) == 0.0
    assert buckets.spend("ana") == 9.0
    clock.now += 9_000
    assert buckets.spend("ana") == 0.0


def test_a_clock_set_back_stops_nobody(buckets: Buckets, clock: Clock) -> None:
    """Regression: who had spent all waited until the clock was there again."""
    buckets.spend("ana", 2)
    clock.now -= 3_600_000
    assert buckets.spend("ana") == 1.0
    clock.now += 1_000
    assert buckets.spend("ana") == 0.0


def test_no_rate_is_no_limit(clock: Clock) -> None:
    """And nothing is remembered."""
    buckets = Buckets(at_once=0, per_minute=0, clock=clock)
    assert {buckets.spend("ana", 1_000_000) for _ in range(10)} == {0.0}
    assert buckets._levels == {}


def test_names_without_end_take_no_memory_without_end(clock: Clock) -> None:
    """Full buckets are forgotten first: they are as new. Whoever waits still waits, unless half of all names do."""
    buckets = Buckets(at_once=2, per_minute=60, clock=clock)
    for number in range(MOST_NAMES):
        buckets.spend(f"once {number}")
    clock.now += 10_000
    buckets.spend("ana", 2)
    for number in range(MOST_NAMES + 1):
        buckets.spend(f"again {number}")

    assert len(buckets._levels) <= MOST_NAMES


@given(st.lists(st.tuples(st.integers(0, 5_000), st.integers(1, 8)), max_size=60))
def test_no_more_is_spent_than_was_held_and_came(asked: list[tuple[int, int]]) -> None:
    """Over any time: what it holds, plus the rate's share of the time, plus one batch."""
    clock = Clock()
    buckets, start, spent = Buckets(at_once=5, per_minute=120, clock=clock), clock.now, 0
    for passed_ms, count in asked:
        clock.now += passed_ms
        spent += count if buckets.spend("ana", count) == 0 else 0

    assert spent <= 5 + (clock.now - start) * 2 / 1000 + 8


def test_threads_do_not_spend_a_token_twice(clock: Clock) -> None:
    """Reads are answered on several."""
    buckets = Buckets(at_once=1_000, per_minute=1, clock=clock)
    with ThreadPoolExecutor(8) as threads:
        granted = sum(threads.map(lambda _: buckets.spend("ana") == 0.0, range(4_000)))

    assert granted == 1_000
