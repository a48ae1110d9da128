"""The report on the months ahead: the probable spending of each, and how likely the balance is used up by its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from workbench.columns import DAY, INTEGER, NUMBER, ORGANIZATION, TEXT, Column, rows_frame
from workbench.reports.credits.forecast import TOO_SHORT, monthly
from workbench.reports.credits.outlook import PLAN, ask, forecast_inputs, spent_until_yesterday
from workbench.reports.report import Answers, Report
from workbench.reports.scope import COUNT, Parameter

if TYPE_CHECKING:
    import pandas

MONTHS: Final = 6
MOST_MONTHS: Final = 24
COLUMNS: Final = (
    *ORGANIZATION,
    Column("month", DAY, "UTC", "The month's first day; missing without a forecast."),
    Column("days", INTEGER, "days", "Days of it that are forecast: of the current month those from today on."),
    Column("expected_credits", INTEGER, "credits", "What these days will probably spend."),
    Column("low_credits", INTEGER, "credits", "The low end of the 80% prediction interval."),
    Column("high_credits", INTEGER, "credits", "Its high end."),
    Column("spent_share", NUMBER, "", "Probability that the balance is used up by the month's end, 0 to 1."),
    Column("message", TEXT, "", "The reason if there is no forecast."),
)


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per organization and month, the current one first; if empty, one row that says why."""
    rows: list[dict[str, Any]] = []
    for chosen, entries, balance, reason in forecast_inputs(answers):
        organization = {"organization": chosen.name, "organization_id": chosen.organization_id}
        count = answers.scope.get("months", MONTHS)
        forecasts = []
        if not reason and balance is not None and count:
            left = max(0, balance - answers.scope.get("plan_credits", 0))
            forecasts = monthly(spent_until_yesterday(entries, answers.scope), left, answers.scope.now.date(), count)
        rows += [
            {**organization, **{name: getattr(forecast, name) for name in forecast.__slots__}} for forecast in forecasts
        ]
        if not forecasts:
            rows.append({**organization, "message": reason or TOO_SHORT})
    return rows_frame(COLUMNS, rows)


REPORT: Final = Report(
    "monthly-forecast",
    "probable spending in the coming months",
    COLUMNS,
    ask,
    frame,
    (
        Parameter(
            "months",
            COUNT,
            f"Number of months, including the current one, 1 to {MOST_MONTHS}; default {MONTHS}.",
            least=1,
            most=MOST_MONTHS,
        ),
        PLAN,
    ),
)
