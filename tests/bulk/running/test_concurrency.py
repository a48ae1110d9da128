"""How many sends at once: more by one, less by half, and a breaker."""

from __future__ import annotations

import pytest

from workbench.bulk.running.concurrency import ConcurrencyLimit, RunRetryPolicy, concurrency_for


@pytest.fixture
def pace() -> ConcurrencyLimit:
    """A pace at its beginning."""
    return ConcurrencyLimit(RunRetryPolicy())


def test_it_begins_with_eight(pace: ConcurrencyLimit) -> None:
    """Eight in progress at first."""
    assert pace.free(0, 0) == 8


def test_a_limit_of_one_stays_one() -> None:
    """Without keys there is one at a time, however well it goes."""
    pace = ConcurrencyLimit(RunRetryPolicy(), upper_limit=1)
    pace.record_success(10, 1)

    assert pace.free(0, 2) == 1
    assert pace.free(1, 2) == 0


def test_until_the_first_strain_each_success_adds_one(pace: ConcurrencyLimit) -> None:
    """Eight answers double the limit; a slow service of many places is filled in a few rounds."""
    list(map(pace.record_success, [10] * 8, range(8)))

    assert pace.free(0, 10) == 16


def test_after_a_strain_a_round_of_successes_adds_one(pace: ConcurrencyLimit) -> None:
    """Four answers raise the limit from four to nearly five; the fifth passes it."""
    pace.slow_down(None, 1)
    list(map(pace.record_success, [10] * 5, range(2, 7)))

    assert pace.free(0, 10) == 5


@pytest.mark.parametrize(
    ("announced", "first", "most"), [(None, 8, 64), (0, 8, 64), (64, 32, 64), (10, 8, 10), (4, 4, 4), (1000, 64, 64)]
)
def test_it_begins_with_half_of_what_is_announced(announced: int | None, first: int, most: int) -> None:
    """Eight where nothing is reported; never more than is reported, nor than can be carried."""
    pace = concurrency_for(RunRetryPolicy(), 64, announced)
    assert pace.free(0, 0) == first

    list(map(pace.record_success, [10] * 5000, range(5000)))
    assert pace.free(0, 5001) == most


def test_it_never_passes_sixty_four(pace: ConcurrencyLimit) -> None:
    """The most at the same time."""
    list(map(pace.record_success, [10] * 5000, range(5000)))

    assert pace.free(0, 5001) == 64


def test_a_request_for_patience_halves_and_holds(pace: ConcurrencyLimit) -> None:
    """429: half as many, and none before the time is over."""
    pace.slow_down(2.0, 1_000)

    assert pace.free(0, 2_999) == 0
    assert pace.free(0, 3_000) == 4


def test_failures_of_one_moment_halve_once(pace: ConcurrencyLimit) -> None:
    """What was in progress together fails together."""
    pace.slow_down(None, 1_000)
    pace.slow_down(None, 1_001)

    assert pace.free(0, 1_002) == 4


def test_latency_that_jumps_halves(pace: ConcurrencyLimit) -> None:
    """An answer that takes much longer than is usual is a sign of too much."""
    pace.record_success(300, 1_000)
    pace.record_success(9_000, 9_000)

    assert pace.limit < 5


def test_five_failures_in_a_row_open_the_breaker(pace: ConcurrencyLimit) -> None:
    """Nothing is sent while it is open, then one at a time."""
    list(map(pace.record_failure, [1_000] * 5))

    assert pace.free(0, 1_500) == 0
    assert pace.free(0, 2_000) == 1
    assert pace.free(1, 2_000) == 0


def test_a_success_closes_the_breaker(pace: ConcurrencyLimit) -> None:
    """Once it is well, it continues as before."""
    list(map(pace.record_failure, [1_000] * 5))
    pace.record_success(10, 3_000)

    assert pace.free(0, 3_001) > 1


def test_a_breaker_that_keeps_opening_tires(pace: ConcurrencyLimit) -> None:
    """After the last of its waits a person should look."""
    list(map(pace.record_failure, [1_000] * 5))
    assert not pace.is_exhausted

    list(map(pace.record_failure, range(2_000, 2_004)))

    assert pace.is_exhausted


@pytest.mark.parametrize(("round_ms", "ready"), [(0.0, 8), (50.0, 8), (100.0, 16), (1_000.0, 32)])
def test_rows_are_ready_for_all_that_may_come_back_together(
    pace: ConcurrencyLimit, round_ms: float, ready: int
) -> None:
    """Eight at once of 100 ms: as many again, or what is answered in two rounds of the journal; four times at most."""
    pace.record_success(100, 0)
    pace.limit = 8

    assert pace.ahead(round_ms) == ready


def test_nothing_is_ready_ahead_of_long_sends_or_trouble(pace: ConcurrencyLimit) -> None:
    """Before the first answer, behind sends of seconds, and with the breaker open."""
    slow, tired = ConcurrencyLimit(RunRetryPolicy()), ConcurrencyLimit(RunRetryPolicy())
    slow.record_success(6_000, 0)
    tired.record_success(100, 0)
    list(map(tired.record_failure, [1_000] * 5))

    assert [candidate.ahead(20.0) for candidate in (pace, slow, tired)] == [0, 0, 0]


def test_a_services_wait_is_a_lower_bound() -> None:
    """Retry-After is obeyed, the jitter comes on top."""
    wait_ms = 1000 * RunRetryPolicy().backoff_seconds(1, 7.0)

    assert 7_000 <= wait_ms <= 7_500
