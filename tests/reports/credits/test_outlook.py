"""The report on the outlook."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.reports.frames import answer_with, answers, plain
from tests.reports.seeded import Seeded
from workbench.reports.credits.ledger import received_entries
from workbench.reports.credits.months import REPORT as MONTHS_REPORT
from workbench.reports.credits.outlook import REPORT as OUTLOOK_REPORT
from workbench.reports.credits.outlook import ask, frame, spent_until_yesterday
from workbench.reports.report import Report, ReportAnswer
from workbench.reports.scope import ReportOrganization, Scope
from workbench.reports.tables.listing import page_table
from workbench.wire.strict_json import write

START = datetime(2026, 1, 5, 12, tzinfo=UTC)


def outlook(days: int, *, now_after: int, **parameters: Any) -> Any:
    """The report after ten credits on each of so many days, of a thousand."""
    entries: list[dict[str, Any]] = []
    for day in range(days):
        at = (START + timedelta(days=day)).isoformat()
        facts = {"reservationId": str(day), "at": at, "balanceAfter": 1000 - 10 * (day + 1)}
        entries.append({"entryId": str(2 * day), "kind": "reserve", "credits": -10, **facts})
        entries.append({"entryId": str(2 * day + 1), "kind": "settle", "credits": 0, "lessonId": str(day), **facts})
    scope = Scope((ReportOrganization("o", "Acme"),), parameters, START + timedelta(days=now_after))
    return frame(answers([answer_with(ask(scope)[0], *reversed(entries))], scope))


def test_days_left_follow_from_what_was_spent() -> None:
    """Ten a day and 650 left."""
    assert plain(
        outlook(35, now_after=35),
        *("balance_credits", "held_credits", "weeks", "credits_per_week", "days_left", "low_days", "high_days"),
    ) == [(650, 0, 5, 70.0, 65, 65, 65)]
    assert str(outlook(35, now_after=35)["ends_on"].iloc[0]) == str((START + timedelta(days=100)).date())


def test_a_plan_is_taken_off_first() -> None:
    """What if a run of 300 were started now; one that cannot be paid shows by how much."""
    names = ("balance_after_plan", "days_left_after_plan")

    assert plain(outlook(35, now_after=35, plan_credits=300), *names) == [(350, 35)]
    assert plain(outlook(35, now_after=35, plan_credits=700), *names) == [(-50, 0)]


@pytest.mark.parametrize("days", [10, 35])
def test_a_plan_that_cannot_be_paid_for_is_said(days: int) -> None:
    """Also where there is not a forecast; of one that can be paid nothing is reported."""
    left = 1000 - 10 * days
    (message,) = outlook(days, now_after=days, plan_credits=left + 50)["message"]

    assert message.endswith(f"; the plan of {left + 50:,} cannot be paid for: 50 credits are missing")
    assert "cannot be paid" not in outlook(days, now_after=days, plan_credits=left)["message"].iloc[0]


def test_too_little_history_is_no_forecast() -> None:
    """The balance is told anyway."""
    assert plain(outlook(10, now_after=10), "balance_credits", "days_left", "weeks") == [(900, None, None)]


def test_the_outlook_is_said_in_words() -> None:
    """Anyone who looks at empty cells learns why."""
    assert plain(outlook(10, now_after=10), "message") == [
        ("no forecast: there are fewer than 3 whole weeks of spending",)
    ]
    assert plain(outlook(35, now_after=35), "message") == [("65 days left, 80% likely between 65 and 65",)]


def test_days_without_spending_until_now_count() -> None:
    """A month's silence makes the credits last longer."""
    assert outlook(35, now_after=63)["days_left"].iloc[0] > 65


@pytest.mark.parametrize("lacking", ["at", "credits", "balanceAfter"])
@pytest.mark.parametrize("report", [OUTLOOK_REPORT, MONTHS_REPORT])
def test_an_entry_that_cannot_be_read_makes_no_forecast(report: Report, lacking: str) -> None:
    """The balance is then the one that the service tells."""
    entry = {"entryId": "1", "kind": "grant", "credits": 9, "balanceAfter": 9, "at": START.isoformat(), lacking: None}
    scope = Scope((ReportOrganization("o", "Acme"),), now=START)
    ledger, wallet = report.ask(scope)
    told = ReportAnswer(wallet, (page_table(write({"aiCreditBalance": 7}), "", wallet.columns),))
    found = report.frame(answers([answer_with(ledger, entry), told], scope))

    assert found["message"].tolist() == ["no forecast: the ledger holds times or credits that cannot be read"]
    if report is OUTLOOK_REPORT:
        assert found["balance_credits"].tolist() == [7]


@pytest.mark.parametrize(("now_after", "spent"), [(0, []), (1, [10]), (3, [10, 0, 0])])
def test_days_are_counted_from_the_first_payment_until_yesterday(now_after: int, spent: list[int]) -> None:
    """Today is not over yet."""
    facts = {"reservationId": "r", "at": START.isoformat(), "balanceAfter": 90}
    entries = [
        {"entryId": "2", "kind": "settle", "credits": 0, "lessonId": "l", **facts},
        {"entryId": "1", "kind": "reserve", "credits": -10, **facts},
    ]
    scope = Scope((ReportOrganization("o", "Acme"),), now=START + timedelta(days=now_after))
    ledger = received_entries(answers([answer_with(ask(scope)[0], *entries)], scope))

    assert spent_until_yesterday(ledger, scope) == spent
    assert spent_until_yesterday(ledger.iloc[:0], scope) == []


def test_balance_and_holds_are_those_of_the_store(acme: Seeded) -> None:
    """Of both organizations."""
    stored = acme.sql(
        "select o.name, o.credit_balance, coalesce((select sum(credits) from reservation r where r.organization_id ="
        " o.id and r.state = 'held'), 0) from organization o order by 1"
    )
    found = plain(acme.report("forecast"), "organization", "balance_credits", "held_credits")

    assert sorted(found) == stored
