"""The report on the outlook: balance, burn rate, days left with a band, and the effect of a plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from workbench.columns import (
    DAY,
    INTEGER,
    NUMBER,
    ORGANIZATION,
    TEXT,
    Column,
    rows_frame,
    rows_of_organizations,
)
from workbench.procedures.organization import get_credit_ledger
from workbench.reports.credits.forecast import WEEKS, forecast, in_words
from workbench.reports.credits.ledger import ledger_call, received_balances, received_entries, wallet_call
from workbench.reports.credits.spending import daily, open_reservations
from workbench.reports.report import Answers, Report, ReportCall
from workbench.reports.scope import COUNT, Parameter, ReportOrganization, Scope
from workbench.wording import counted_are

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    *ORGANIZATION,
    Column("balance_credits", INTEGER, "credits", "What can be spent now."),
    Column("held_credits", INTEGER, "credits", "Reserved by calls that have not ended; already taken off the balance."),
    Column("weeks", INTEGER, "weeks", f"Whole weeks that the forecast is drawn from, {WEEKS} at most."),
    Column("credits_per_week", NUMBER, "credits", "What these weeks spent on average."),
    Column("days_left", INTEGER, "days", "Days until the balance is spent; missing when over two years or unknown."),
    Column("low_days", INTEGER, "days", "The low end of the 80% prediction interval."),
    Column("high_days", INTEGER, "days", "Its high end; missing when over two years or unknown."),
    Column("ends_on", DAY, "UTC", "The day that many days from now."),
    Column("plan_credits", INTEGER, "credits", "The plan that was asked about."),
    Column("balance_after_plan", INTEGER, "credits", "The balance after it; negative if it is not enough."),
    Column("days_left_after_plan", INTEGER, "days", "Days left after it."),
    Column("message", TEXT, "", "The forecast in words, or why there is none."),
)

PLAN: Final = Parameter("plan_credits", COUNT, "The price of a plan to run now.")
UNREADABLE: Final = "no forecast: the ledger holds times or credits that cannot be read"
PART: Final = "no forecast: what everyone spent is not available"


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return the calls for the ledger and the balance of each organization."""
    wallets = [wallet_call(organization, beside=True) for organization in scope.organizations]
    return [*(ledger_call(organization, needs_all=True) for organization in scope.organizations), *wallets]


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per organization; no forecast without three whole weeks of spending in a complete ledger."""
    rows = []
    for organization, entries, balance, reason in forecast_inputs(answers):
        known = {"message": reason} if reason else _forecast(entries, balance, answers.scope)
        row = {**_balance(organization, balance, answers.scope), **known}
        rows.append({**row, "message": f"{row['message']}{_unaffordable(row)}"})
    return rows_frame(COLUMNS, rows)


def forecast_inputs(answers: Answers) -> Iterator[tuple[ReportOrganization, pandas.DataFrame, int | None, str]]:
    """Yield each organization with its ledger, its balance, and why these make no forecast; empty if they do."""
    ledger, balances, whole = (
        received_entries(answers),
        received_balances(answers),
        answers.whole(get_credit_ledger.name),
    )
    for organization in dict.fromkeys(answer.request.organization for answer in answers.of(get_credit_ledger.name)):
        entries = ledger[rows_of_organizations(ledger, [organization.organization_id])].reset_index(drop=True)
        balance = balances.get(organization.organization_id)
        is_read = not entries[["at", "credits", "balance_after"]].isna().any(axis=None)
        if organization in whole and is_read and not entries.empty:
            balance = int(entries["balance_after"].iloc[0])
        yield organization, entries, balance, PART if organization not in whole else "" if is_read else UNREADABLE


def spent_until_yesterday(ledger: pandas.DataFrame, scope: Scope) -> list[int]:
    """Return an organization's spending day by day, oldest first, until yesterday; days without any are 0."""
    import pandas

    if ledger.empty:
        return []
    days = daily(ledger).set_index("day")["spent_credits"]
    last = pandas.Timestamp(scope.now).tz_convert("UTC").floor("D") - timedelta(days=1)
    if days.empty or last < days.index.min():
        return []
    return [int(amount) for amount in days.reindex(pandas.date_range(days.index.min(), last, freq="D"), fill_value=0)]


def _balance(organization: ReportOrganization, balance: int | None, scope: Scope) -> dict[str, Any]:
    plan = scope.get("plan_credits")
    return {
        "organization": organization.name,
        "organization_id": organization.organization_id,
        "balance_credits": balance,
        "plan_credits": plan,
        "balance_after_plan": None if plan is None or balance is None else balance - plan,
    }


def _unaffordable(row: dict[str, Any]) -> str:
    """Return what the balance lacks for a plan; empty if it is enough."""
    after = row["balance_after_plan"]
    if after is None or after >= 0:
        return ""
    return f"; the plan of {row['plan_credits']:,} cannot be paid for: {counted_are(-after, 'credit')} missing"


def _forecast(ledger: pandas.DataFrame, balance: int | None, scope: Scope) -> dict[str, Any]:
    spent, plan = spent_until_yesterday(ledger, scope), scope.get("plan_credits")
    outlook = None if balance is None else forecast(spent, balance)
    row: dict[str, Any] = {
        "held_credits": int(open_reservations(ledger)["credits"].sum()),
        "message": in_words(outlook),
    }
    if outlook is None or balance is None:
        return row
    ends = None if outlook.days_left is None else scope.now.date() + timedelta(days=outlook.days_left)
    after = None if plan is None else forecast(spent, max(0, balance - plan))
    return row | {
        "weeks": outlook.weeks,
        "credits_per_week": outlook.credits_per_week,
        "days_left": outlook.days_left,
        "low_days": outlook.low_days,
        "high_days": outlook.high_days,
        "ends_on": ends,
        "days_left_after_plan": None if after is None else after.days_left,
    }


REPORT: Final = Report(
    "forecast",
    "how long the credits last, and the effect of a plan",
    COLUMNS,
    ask,
    frame,
    (PLAN,),
)
