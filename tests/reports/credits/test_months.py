"""The report on the months ahead."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy
import pytest

from tests.reports.credits.test_forecast import SEEN, season
from tests.reports.frames import answer_with, answers, plain
from tests.reports.seeded import Seeded
from tests.slow import first_in_gate
from workbench.reports.credits.forecast import monthly
from workbench.reports.credits.months import ask, frame
from workbench.reports.scope import ReportOrganization, Scope

NOW = datetime(2026, 2, 9, 12, tzinfo=UTC)


def months(days: int, **parameters: Any) -> Any:
    """The report after ten credits on each of so many days until yesterday, of a thousand."""
    entries: list[dict[str, Any]] = []
    for day in range(days):
        at = (NOW - timedelta(days=days - day)).isoformat()
        facts = {"reservationId": str(day), "at": at, "balanceAfter": 1000 - 10 * (day + 1)}
        entries.append({"entryId": str(2 * day), "kind": "reserve", "credits": -10, **facts})
        entries.append({"entryId": str(2 * day + 1), "kind": "settle", "credits": 0, "lessonId": str(day), **facts})
    scope = Scope((ReportOrganization("o", "Acme"),), parameters, NOW)
    return frame(answers([answer_with(ask(scope)[0], *reversed(entries))], scope))


def test_an_even_spend_is_its_days_times_ten() -> None:
    """The rest of this month, then whole ones: 650 left are spent in April."""
    found = months(35, months=3)

    assert plain(found, "month", "days", "low_credits", "expected_credits", "high_credits", "spent_share") == [
        (date(2026, 2, 1), 20, 200, 200, 200, 0.0),
        (date(2026, 3, 1), 31, 310, 310, 310, 0.0),
        (date(2026, 4, 1), 30, 300, 300, 300, 1.0),
    ]
    assert found["message"].isna().all()


def test_a_plan_is_taken_off_first() -> None:
    """With it the credits end in March."""
    assert plain(months(35, months=3, plan_credits=300), "spent_share") == [(0.0,), (1.0,), (1.0,)]


def test_too_little_history_is_one_row_that_says_so() -> None:
    """And six months are the default, over the end of a year too."""
    assert plain(months(10), "month", "expected_credits", "message") == [
        (None, None, "no forecast: there are fewer than 3 whole weeks of spending")
    ]
    assert [month.month for month in monthly([1] * 70, 9, date(2026, 11, 30), 3)] == [
        date(2026, 11, 1),
        date(2026, 12, 1),
        date(2027, 1, 1),
    ]


@pytest.mark.parametrize("kind", first_in_gate(["bursts", "steady", "sparse"]))
def test_the_band_holds_a_month(kind: str) -> None:
    """28 days of seasons that it has not seen, in four of five; of 400 seasons of each kind it was 73 to 86%."""
    dice = numpy.random.default_rng(3)
    held = []
    for _ in range(100):
        days = season(dice, kind)
        for found in monthly(days[:SEEN].tolist(), 10**6, date(2026, 2, 1), 1):
            held.append(found.low_credits <= days[SEEN : SEEN + 28].sum() <= found.high_credits)

    assert len(held) > 90 and 0.65 <= sum(held) / len(held) <= 0.95


def test_the_months_begin_with_the_balance_of_the_store(acme: Seeded) -> None:
    """A row for each organization at least; one with a past of days is told why."""
    found = acme.report("monthly-forecast")

    assert set(found["organization"]) == {"Acme", "Beta"}
    assert found["message"].str.startswith("no forecast").all()


def test_three_whole_weeks_are_enough() -> None:
    """One day less is too little."""
    assert len(monthly([1] * 21, 9, date(2026, 11, 30), 2)) == 2
    assert monthly([1] * 20, 9, date(2026, 11, 30), 2) == []
