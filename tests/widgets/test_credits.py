"""What is left, where it went."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from tests.hostile import HOSTILE
from tests.reports.frames import answer_with, answers
from tests.widgets.looking import dangers_in, html_in, refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.lesson import create_starter_lesson
from workbench.procedures.organization import (
    CreditLedgerOutput,
    DaySpending,
    LedgerEntry,
    Spending,
    get_credit_spending,
)
from workbench.reports.credits import outlook
from workbench.reports.scope import ReportOrganization, Scope
from workbench.widgets.credits import LOW_LESSONS, CreditsPanel


def entry(number: int, kind: str, credits: int, **more: str) -> LedgerEntry:
    """One entry of a ledger, on the day of its number."""
    return LedgerEntry(
        entry_id=str(number),
        kind=kind,
        credits=credits,
        balance_after=100 + credits,
        at=f"2026-11-{number:02}T10:00:00.000Z",
        **more,
    )


@pytest.fixture
def panel(client: Client, lesson_id: str, inline: InlinePool) -> CreditsPanel:
    """A panel that was looked at after a lesson was made."""
    return refreshed(CreditsPanel(client, workers=inline))


@pytest.fixture
def told(nobody: Client, inline: InlinePool) -> CreditsPanel:
    """A panel that the test tells what it shows."""
    made = CreditsPanel(nobody, workers=inline)
    made._is_loaded = True
    return made


def test_the_balance_is_the_value(panel: CreditsPanel) -> None:
    """And stands large at the top."""
    assert f'<div class="wb-big">{panel.value:,}</div>' in panel.top.value


def test_the_ledger_is_shown(panel: CreditsPanel) -> None:
    """Newest first, with who and why."""
    assert "Starter lesson" in panel.table.value


def test_how_it_ran_down_is_drawn_with_words(told: CreditsPanel) -> None:
    """A picture without words is nothing to those who do not see it."""
    told.spending = spending(("2026-11-08", 1, 99), ("2026-11-09", 2, 97))
    told.render()

    assert 'role="img" aria-label="Balance from' in told.top.value


def test_what_was_held_and_used_is_one_line(told: CreditsPanel) -> None:
    """A settlement moves nothing."""
    entries = [entry(2, "settle", 0, reservation_id="r"), entry(1, "reserve", -1, reservation_id="r")]
    told.ledger = CreditLedgerOutput(entries=entries, ai_credit_balance=99)
    told.render()

    assert told.table.value.count("<tr>") == 2


@pytest.mark.parametrize(
    ("balance", "said"),
    [
        (0, "Not enough for another lesson. An owner of the organization can grant credits."),
        (
            LOW_LESSONS - 1,
            f"Enough for {LOW_LESSONS - 1} more lessons. An owner of the organization can grant credits.",
        ),
        (1, "Enough for 1 more lesson. An owner of the organization can grant credits."),
        (LOW_LESSONS, ""),
        (None, ""),
    ],
)
def test_a_low_balance_is_said_with_what_to_do(told: CreditsPanel, balance: int | None, said: str) -> None:
    """In time, not when it is gone."""
    told.price_credits, told.value = 1, balance

    assert told.low_notice() == said


def spending(*days: tuple[str, int, int | None], covers_everyone: bool = True) -> Spending:
    """What the service says of the days of a year up to 9 November 2026."""
    return Spending(
        days=[DaySpending(day=day, spent_credits=spent, balance_credits=balance) for day, spent, balance in days],
        since="2025-11-09",
        spent_credits=sum(spent for _, spent, _ in days),
        ai_credit_balance=70,
        covers_everyone=covers_everyone,
    )


def test_the_pace_is_said(told: CreditsPanel) -> None:
    """Of the last seven days, today included."""
    told.value = 70
    told.spending = spending(("2026-11-02", 30, 80), ("2026-11-03", 4, 76), ("2026-11-09", 6, 70))
    told.render()

    assert "10 spent in the last 7 days" in told.notice_place.value
    assert "no forecast: there are fewer than 3 whole weeks of spending" in told.notice_place.value


def test_how_long_credits_last_is_what_the_report_says(told: CreditsPanel) -> None:
    """One function computes both, from the days before today: ten credits a day, one day without any, 650 left."""
    first = date(2026, 10, 5)
    days = [(first + timedelta(days=number)).isoformat() for number in range(35)]
    entries: list[dict[str, Any]] = []
    for number, day in enumerate(days):
        facts = {"reservationId": str(number), "at": f"{day}T12:00:00.000Z", "balanceAfter": 1000 - 10 * (number + 1)}
        entries.append({"entryId": str(2 * number), "kind": "reserve", "credits": -10, **facts})
        entries.append({"entryId": str(2 * number + 1), "kind": "settle", "credits": 0, **facts})
    scope = Scope((ReportOrganization("o", "Acme"),), {}, datetime(2026, 11, 9, 9, tzinfo=UTC))
    report = outlook.frame(answers([answer_with(outlook.ask(scope)[0], *reversed(entries))], scope))
    told.value = 650
    told.spending = spending(*((day, 10, 650) for day in days))
    told.render()

    assert report["message"].iloc[0] == "65 days left, 80% likely between 65 and 65"
    assert report["message"].iloc[0] in told.notice_place.value


def test_the_pace_after_a_bulk_run_is_the_service_s_sum(client: Client, inline: InlinePool) -> None:
    """The last 200 entries were taken for all of a week: a run of 240 lessons counted as 100."""
    for start in range(0, 240, 40):
        topics = [create_starter_lesson(topic=f"Pace {start + index}", language="EN") for index in range(40)]
        for topic in topics:
            client.call(topic)
    told, panel = client.call(get_credit_spending(days=7)), CreditsPanel(client, workers=inline)
    panel.start(panel.refresh)

    assert told.spent_credits >= 240
    assert f"{told.spent_credits:,} spent in the last 7 days" in panel.notice_place.value


def test_an_author_is_told_no_pace(told: CreditsPanel) -> None:
    """It would be made of the own lessons only."""
    told.value = 70
    told.spending = spending(("2026-11-09", 10, None), covers_everyone=False)
    told.render()

    assert "You spent 10 in the last 7 days" in told.notice_place.value
    assert "lasts" not in told.notice_place.value
    assert "wb-spark" not in html_in(told)


def test_a_service_without_a_ledger_is_told(interface_client: Client, inline: InlinePool) -> None:
    """And the balance is not made up."""
    panel = refreshed(CreditsPanel(interface_client, workers=inline))

    assert "report the ledger" in panel.table.value
    assert repr(panel) == "AI credits: you can’t see the balance."


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_the_ledger_becomes_markup(told: CreditsPanel, text: str) -> None:
    """Names and reasons are people's."""
    entries = [entry(2, text, -1, person_name=text, reason=text, run=text), entry(1, "grant", 100)]
    told.ledger = CreditLedgerOutput(entries=entries, ai_credit_balance=99)
    told.spending = spending(("2026-11-08", 1, 99), ("2026-11-09", 2, 97))
    told.render()

    assert "wb-spark" in html_in(told)
    assert dangers_in(told) == []
