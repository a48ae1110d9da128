"""Forecast how long credits last, with an 80% band, and the effect of a plan. Pure; needs no service.

The full method: the last sixteen whole weeks are the sample. 2,000 futures are drawn. For each,
three quarters as many weeks are drawn from the sample with replacement, to account for how little
a few weeks say, and the future is drawn week by week from those; the weeks' spread is widened by the root of
n / (n - 1), because few weeks look more alike than many. Days left are the days until a future has spent the balance;
the band is from the 10th to the 90th percentile. The draws are the same every time.
Source: ours, back-tested in tests/reports/credits/test_forecast.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy

WEEKS: Final = 16
FEWEST_WEEKS: Final = 3
FUTURES: Final = 2000
LONGEST_DAYS: Final = 728
BAND: Final = (0.1, 0.5, 0.9)
POOL: Final = 0.75
TOO_SHORT: Final = f"no forecast: there are fewer than {FEWEST_WEEKS} whole weeks of spending"
_SEED: Final = 20_260_101


@dataclass(frozen=True, slots=True)
class Forecast:
    """Days until the balance is spent: low, middle and high; `None` for longer than two years.

    `weeks` is how many whole weeks it was drawn from, `credits_per_week` their mean.
    """

    balance_credits: int
    weeks: int
    credits_per_week: float
    low_days: int | None
    days_left: int | None
    high_days: int | None


@dataclass(frozen=True, slots=True)
class MonthForecast:
    """Probable spending in a month: low, middle and high, in whole credits, for its `days` from today on.

    `spent_share` is the share of futures, 0 to 1, in which the balance is spent by the month's end.
    """

    month: date
    days: int
    low_credits: int
    expected_credits: int
    high_credits: int
    spent_share: float


def forecast(spent: Sequence[int], balance_credits: int) -> Forecast | None:
    """Return the forecast from `spent`, the credits spent each day up to yesterday.

    `None` with fewer than three whole weeks.
    """
    weeks = whole_weeks(spent)
    if len(weeks) < FEWEST_WEEKS:
        return None
    low, middle, high = _quantiles(_days_left(weeks, balance_credits))
    return Forecast(balance_credits, len(weeks), float(weeks.sum(axis=1).mean()), low, middle, high)


def in_words(outlook: Forecast | None) -> str:
    """Return how long the balance lasts, or why that is not known."""
    if outlook is None:
        return TOO_SHORT
    over = f"over {LONGEST_DAYS}"
    low, middle, high = (
        over if day_count is None else f"{day_count:,}"
        for day_count in (outlook.low_days, outlook.days_left, outlook.high_days)
    )
    band = f"80% likely {over}" if low == over else f"80% likely between {low} and {high}"
    return f"{middle} days left, {band}"


def whole_weeks(spent: Sequence[int]) -> numpy.ndarray:
    """Return the last sixteen spans of seven days, oldest first; days before the first payment do not count."""
    import numpy

    days = list(spent)
    first = next((index for index, day in enumerate(days) if day), len(days))
    count = min(WEEKS, (len(days) - first) // 7)
    return numpy.array(days[len(days) - 7 * count :], dtype=float).reshape(count, 7)


def monthly(spent: Sequence[int], balance_credits: int, today: date, months: int) -> list[MonthForecast]:
    """Return a forecast for each month, the current one first; empty with fewer than three whole weeks of `spent`."""
    import numpy

    weeks = whole_weeks(spent)
    if len(weeks) < FEWEST_WEEKS:
        return []
    firsts = [_month_after(today, count) for count in range(1, months + 1)]
    ends = [(first - today).days for first in firsts]
    drawn = islice(_futures(weeks), math.ceil(ends[-1] / 7))
    days = numpy.concatenate(list(drawn), axis=1)[:, : ends[-1]]
    by_then = days.cumsum(axis=1)
    rows = []
    for first, begin, end in zip([today, *firsts], [0, *ends], ends, strict=False):
        low, middle, high = numpy.quantile(days[:, begin:end].sum(axis=1), BAND, method="inverted_cdf").round()
        gone = float((by_then[:, end - 1] >= balance_credits).mean())
        rows.append(MonthForecast(first.replace(day=1), end - begin, int(low), int(middle), int(high), gone))
    return rows


def _month_after(day: date, count: int) -> date:
    months = day.year * 12 + day.month - 1 + count
    return date(months // 12, months % 12 + 1, 1)


def _days_left(weeks: numpy.ndarray, balance_credits: int) -> numpy.ndarray:
    """Return the days until the balance is spent in each future; infinite beyond two years."""
    import numpy

    left = numpy.full(FUTURES, float(balance_credits))
    days = numpy.where(left <= 0, 0.0, numpy.inf)
    for week, drawn in enumerate(islice(_futures(weeks), math.ceil(LONGEST_DAYS / 7))):
        after = left[:, None] - drawn.cumsum(axis=1)
        ends = (after <= 0).argmax(axis=1) + 1
        now = (after[:, -1] <= 0) & numpy.isinf(days)
        days[now] = week * 7 + ends[now]
        left = after[:, -1]
        if not numpy.isinf(days).any():
            break
    return days


def _futures(weeks: numpy.ndarray) -> Iterator[numpy.ndarray]:
    """Yield week by week what each future spends each day, as futures by days; the same every time."""
    import numpy

    dice = numpy.random.default_rng(_SEED)
    count = len(weeks)
    pools = dice.integers(0, count, (FUTURES, max(2, round(POOL * count))))
    mean = weeks.mean(axis=0)
    wider = numpy.clip(mean + (weeks - mean) * math.sqrt(count / (count - 1)), 0, None)
    while True:
        chosen = numpy.take_along_axis(pools, dice.integers(0, pools.shape[1], (FUTURES, 1)), axis=1)[:, 0]
        yield wider[chosen]


def _quantiles(days: numpy.ndarray) -> tuple[int | None, int | None, int | None]:
    import numpy

    low, middle, high = numpy.quantile(days, BAND, method="inverted_cdf")
    return _whole(low), _whole(middle), _whole(high)


def _whole(days: float) -> int | None:
    return None if math.isinf(days) else int(days)
