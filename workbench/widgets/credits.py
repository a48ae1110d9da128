"""CreditsPanel: balance, spending and forecast. Reads the ledger; spends and grants nothing."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final

import traitlets

from workbench.client.moments import moment
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.credit_text import CREDIT, PRACTICE, balance_label, credit_noun
from workbench.errors import NotAllowed
from workbench.procedures.lesson import create_starter_lesson
from workbench.procedures.organization import (
    MAX_SPENDING_DAYS,
    CreditLedgerOutput,
    LedgerEntry,
    Spending,
    get_credit_ledger,
    get_credit_spending,
    get_rate_card,
    get_user_data,
)
from workbench.reports.credits.forecast import forecast, in_words
from workbench.text import escape_html
from workbench.widgets.kit.controls import caution, hint, html, set_html
from workbench.widgets.kit.moments import moment_html
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.sparkline import sparkline
from workbench.wording import count_text

ENTRIES = 50
"""Entries read: enough for the rows shown and their outcomes; sums come from the service."""
SHOWN = 12
DRAWN_DAYS = 60
READ_DAYS = MAX_SPENDING_DAYS
"""Days of spending that are read, as many as the forecast can use."""
LOW_LESSONS = 25
"""Below the price of this many lessons, the panel says that credits are running out."""
PACE_DAYS = 7
_KINDS = {"grant": "Granted", "reserve": "Held", "release": "Refunded", "expire": "Expired"}

PRACTICE_HINT: Final = (
    "Without an AI model, credits buy nothing. Use practice credits to try out budgets, the ledger and reports."
)


class CreditsPanel(Panel):
    """An organization's AI credits; `value` is the balance, `None` if it is unknown."""

    label = "AI credits"
    shows = frozenset({"credits"})
    value = traitlets.Int(None, allow_none=True)

    def __init__(self, client: Client, *, organization_id: str | None = None, workers: TaskPool | None = None) -> None:
        super().__init__(client, workers=workers)
        self.organization_id = organization_id
        self.ledger: CreditLedgerOutput | None = None
        self.spending: Spending | None = None
        self.price_credits: int | None = None
        self.noun = CREDIT
        self._why = ""
        self.top, self.notice_place, self.table = html(), html(), html()
        self.follow_changes(
            lambda: [get_user_data(organization_id=organization_id)] if self.value is not None else [],
            lambda answer: answer.ai_credit_balance == self.value,
        )
        self.show(self.top, self.notice_place, self.table)

    def refresh(self) -> None:
        """Read the balance, the price of a lesson, the spending, and the last entries of the ledger."""
        self.value = self.client.call(get_user_data(organization_id=self.organization_id)).ai_credit_balance
        self.ledger, self.spending, self._why = None, None, ""
        self.noun = credit_noun(self.client.capabilities())
        if self.offers(get_rate_card):
            prices = self.client.call(get_rate_card()).prices
            self.price_credits = next(
                (price.credits for price in prices if price.procedure == create_starter_lesson.name), None
            )
        if not self.offers(get_credit_ledger):
            self._why = "This service doesn't report the ledger, so only the balance is shown."
        else:
            try:
                self.ledger = self.client.call(get_credit_ledger(organization_id=self.organization_id, limit=ENTRIES))
                if self.offers(get_credit_spending):
                    call = get_credit_spending(organization_id=self.organization_id, days=READ_DAYS)
                    self.spending = self.client.call(call)
            except NotAllowed:
                self._why = "Only owners, admins and analysts can see the ledger. Authors see their own entries."
        self.render()

    def render(self) -> None:
        """Update the display."""
        big, small = (
            ("–", "you can’t see the balance") if self.value is None else (f"{self.value:,}", f"{self.noun}s left")
        )
        balance = f'<div><div class="wb-big">{big}</div><div class="wb-hint">{small}</div></div>'
        set_html(self.top, f'<div class="wb-balance">{balance}{sparkline(self._points())}</div>')
        set_html(
            self.notice_place,
            caution(self.low_notice())
            + hint(spending_rate_text(self.spending, self.value))
            + hint(PRACTICE_HINT if self.noun == PRACTICE else ""),
        )
        set_html(self.table, hint(self._why) if self.ledger is None else _table(self.ledger.entries))

    def low_notice(self) -> str:
        """Return a warning when credits are running out, with what to do; else an empty text."""
        if self.value is None or not self.price_credits:
            return ""
        lessons = self.value // self.price_credits
        if lessons >= LOW_LESSONS:
            return ""
        left = "Not enough for another lesson" if lessons == 0 else f"Enough for {count_text(lessons, 'more lesson')}"
        return f"{left}. An owner of the organization can grant credits."

    def as_text(self) -> str:
        """Return the balance, and whether it is low."""
        if self.value is None:
            return "AI credits: you can’t see the balance."
        return f"{balance_label(self.noun)}: {self.value:,} left. {self.low_notice()}".strip()

    def as_html(self) -> str:
        """Return the balance and the last entries."""
        entries = self.ledger.entries if self.ledger else []
        return f"<p>{escape_html(self.as_text())}</p>{_table(entries) if entries else ''}"

    def _points(self) -> list[tuple[datetime, int]]:
        if self.spending is None or not self.spending.covers_everyone:
            return []
        since = moment(self.spending.since)
        if since is None:  # a time that cannot be read
            return []
        first = (since.date() + timedelta(days=READ_DAYS - DRAWN_DAYS)).isoformat()
        drawn = [day for day in self.spending.days if day.day >= first]
        days = [(spending.day, spending.balance_credits) for spending in drawn if spending.balance_credits is not None]
        if len(days) < 2 and self.ledger is not None:  # of a single day its last entries are drawn
            return [(entry.at, entry.balance_after) for entry in reversed(self.ledger.entries)]
        return [(at, balance) for at, balance in ((moment(text), balance) for text, balance in days) if at is not None]


def spending_rate_text(spending: Spending | None, balance: int | None) -> str:
    """Return how fast credits are spent and how long they last; empty if nothing is known, or nothing was spent.

    `spending` is that of the last `READ_DAYS` days.
    """
    since = None if spending is None else moment(spending.since)
    if spending is None or balance is None or since is None:
        return ""
    first = since.date() + timedelta(days=READ_DAYS - PACE_DAYS)
    spent = sum(day.spent_credits for day in spending.days if day.day >= first.isoformat())
    if spent <= 0:
        return ""
    if not spending.covers_everyone:
        return f"You spent {spent:,} in the last {PACE_DAYS} days; your role doesn't show what others spent."
    lasts = in_words(forecast(_until_yesterday(spending, since.date()), balance))
    return f"{spent:,} spent in the last {PACE_DAYS} days; {lasts}."


def _until_yesterday(spending: Spending, first: date) -> list[int]:
    """Return the spending of each day from `first` until yesterday, oldest first, as the forecast takes it."""
    spent = {day.day[:10]: day.spent_credits for day in spending.days}
    days = (first + timedelta(days=number) for number in range(READ_DAYS - 1))
    return [spent.get(day.isoformat(), 0) for day in days]


def _paid_for(entry: LedgerEntry) -> str:
    """Return what a settled charge paid for; without a stored purpose, other facts of its entry."""
    purpose = entry.purpose if entry.purpose != "unknown" else None
    return purpose or entry.reason or ("lesson" if entry.lesson_id else "paid")


def _table(entries: list[LedgerEntry]) -> str:
    # A settlement moves no credits: it says what a reservation was used for.
    made = {entry.reservation_id: _paid_for(entry) for entry in entries if entry.kind == "settle"}
    moved = [entry for entry in entries if entry.kind != "settle"][:SHOWN]
    rows = ""
    for entry in moved:
        is_made = entry.kind == "reserve" and entry.reservation_id in made
        what = made[entry.reservation_id].capitalize() if is_made else _KINDS.get(entry.kind, entry.kind)
        who = " · ".join(part for part in (entry.person_name, entry.reason, entry.run) if part)
        rows += (
            f"<tr><td>{moment_html(entry.at)}</td><td>{escape_html(what)}</td>"
            f'<td class="wb-number">{entry.credits:+,}</td><td class="wb-number">{entry.balance_after:,}</td>'
            f'<td><bdi dir="auto">{escape_html(who)}</bdi></td></tr>'
        )
    head = (
        '<tr><th>When</th><th>What</th><th class="wb-number">Credits</th>'
        '<th class="wb-number">Balance</th><th>Who, why</th></tr>'
    )
    return f'<table class="wb-table"><thead>{head}</thead><tbody>{rows}</tbody></table>'
