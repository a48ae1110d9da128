"""The forecast's band holds what it says, on synthetic seasons that it has not seen."""

from __future__ import annotations

import numpy
import pytest

from workbench.reports.credits.forecast import WEEKS, Forecast, forecast, whole_weeks

WEEK = [30, 33, 36, 30, 24, 6, 3]
SEEN, AHEAD, SEASONS = 7 * WEEKS, 420, 240


def season(dice: numpy.random.Generator, kind: str) -> numpy.ndarray:
    """Days of spending with a weekly pattern: steady, in bursts, or with weeks in which nothing happens."""
    weeks = (SEEN + AHEAD) // 7
    levels = {
        "steady": numpy.ones(weeks),
        "bursts": dice.gamma(2, 0.5, weeks),
        "sparse": (dice.random(weeks) < 0.4).astype(float),
    }
    return dice.poisson((levels[kind][:, None] * numpy.array(WEEK)).ravel())


def covered(dice: numpy.random.Generator, kind: str) -> bool:
    """Whether the day on which the credits really end lies in the band."""
    days, balance = season(dice, kind), int(dice.integers(400, 4000))
    found = forecast(days[:SEEN], balance)
    if found is None or found.low_days is None:
        return True
    ends = int((days[SEEN:].cumsum() >= balance).argmax()) + 1
    return found.low_days <= ends and (found.high_days is None or ends <= found.high_days)


def test_the_band_of_80_percent_covers_80_percent() -> None:
    """On bursts and on sparse seasons, together, within five points."""
    dice = numpy.random.default_rng(7)
    held = [covered(dice, kind) for kind in ("bursts", "sparse") for _ in range(SEASONS)]

    assert 0.75 <= sum(held) / len(held) <= 0.85


def test_on_steady_seasons_it_is_rather_too_wide() -> None:
    """Whole days make a narrow band wider than it need be; never narrower."""
    dice = numpy.random.default_rng(8)
    held = [covered(dice, "steady") for _ in range(SEASONS)]

    assert sum(held) / len(held) >= 0.8


def test_an_even_spend_is_divided() -> None:
    """Ten a day, seventy left: seven days, for certain."""
    assert forecast([10] * 70, 70) == Forecast(70, 10, 70.0, 7, 7, 7)


@pytest.mark.parametrize(
    ("spent", "balance", "days"), [(10, 1, 1), (10, 10, 1), (10, 71, 8), (10, 140, 14), (1, 728, 728), (1, 729, None)]
)
def test_an_even_spend_ends_on_the_day_that_it_must(spent: int, balance: int, days: int | None) -> None:
    """The last credit of a day is spent on that day; beyond two years no day is reported."""
    found = forecast([spent] * 70, balance)

    assert found is not None
    assert (found.low_days, found.days_left, found.high_days) == (days, days, days)


def test_the_same_history_gives_the_same_forecast() -> None:
    """Reports must not change by being asked twice."""
    days = numpy.random.default_rng(1).poisson(5, 100)

    assert forecast(days, 500) == forecast(days, 500)


@pytest.mark.parametrize("days", [[], [0] * 100, [5] * 20, [0] * 50 + [5] * 20])
def test_too_little_history_gives_none(days: list[int]) -> None:
    """Days before the first payment are no history."""
    assert forecast(days, 100) is None


def test_a_balance_that_outlasts_two_years_has_no_day() -> None:
    """It is not said more exactly than it is known."""
    found = forecast([1] * 70, 10_000)

    assert found is not None
    assert (found.low_days, found.days_left, found.high_days) == (None, None, None)


def test_nothing_left_is_no_day() -> None:
    """The credits have ended."""
    found = forecast([1] * 70, 0)

    assert found is not None
    assert found.days_left == 0


def test_weeks_are_the_last_whole_ones() -> None:
    """Counted back from yesterday."""
    assert whole_weeks([9, *range(1, 15)]).tolist() == [list(range(1, 8)), list(range(8, 15))]
