"""The days of the example: workdays before today, of which sixteen whole weeks are paid for."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from workbench.embedded.example.history import WEEKS, workdays


@pytest.mark.parametrize("number", range(7))
def test_sixteen_whole_weeks_are_behind_on_any_day(number: int) -> None:
    """The first lesson is paid for on the second day, and a forecast is drawn from sixteen weeks."""
    today = date(2026, 11, 16) + timedelta(days=number)
    days = workdays(today)

    assert days == sorted(set(days))
    assert {day.weekday() for day in days} == set(range(5))
    assert today - days[1] >= timedelta(weeks=WEEKS)
    assert timedelta(days=1) <= today - days[-1] <= timedelta(days=3)
