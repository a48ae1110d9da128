"""Approval: how much a person lets a run spend. A value, bound to one plan by its digest. Source: ours (bulk)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from workbench.credit_text import CREDIT, credits_text
from workbench.errors import PlanRejected
from workbench.procedures.organization import UserData
from workbench.wording import count_text

FREE_ROWS: Final = 25


@dataclass(frozen=True, slots=True)
class Approval:
    """`lessons` is how many may be made; `credits` what they may cost, `None` if no price is announced.

    `note` says when, where a daily limit of the organization spreads them over several days.
    """

    plan_digest: str
    lessons: int
    credits: int | None
    note: str = field(default="", compare=False)


def cost_for(
    person: UserData | None,
    rows: int,
    price_credits: int | None,
    *,
    credit_noun: str = CREDIT,
    noun: str = "lesson",
    outcome: str = "created",
) -> Cost:
    """Return the cost of the rows, with the balance and daily limit of the person's organization."""
    balance = None if person is None else person.ai_credit_balance
    cap = None if person is None else person.daily_cap_credits
    left = None if person is None else person.daily_credits_left
    return Cost(rows, price_credits, None, credit_noun, balance, noun, outcome, cap, left)


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of a plan: rows to make, price of one in credits, budget, and balance.

    `balance_credits` is the organization's balance at planning time, `None` if unknown. `noun` is what a row
    becomes, and `outcome` describes it once it is paid for. The organization may spend `daily_cap_credits` in a
    day (UTC), and `daily_left_credits` more today; `None` if there is no limit, or it is unknown.
    """

    rows: int
    price_credits: int | None
    budget_credits: int | None = None
    credit_noun: str = CREDIT
    balance_credits: int | None = None
    noun: str = "lesson"
    outcome: str = "created"
    daily_cap_credits: int | None = None
    daily_left_credits: int | None = None

    @property
    def total_credits(self) -> int | None:
        """Price of all rows, or `None` if no price is announced."""
        return None if self.price_credits is None else self.rows * self.price_credits

    @property
    def rows_paid_for(self) -> int | None:
        """Number of rows that the balance pays for, or `None` if price or balance is unknown."""
        if self.price_credits is None or self.balance_credits is None:
            return None
        return (
            self.rows if self.price_credits == 0 else min(self.rows, max(0, self.balance_credits) // self.price_credits)
        )

    @property
    def payable_rows(self) -> int:
        """Number of rows that balance and budget pay for, as far as both are known."""
        budget, price = self.budget_credits, self.price_credits
        paid = self.rows if self.rows_paid_for is None else self.rows_paid_for
        return paid if budget is None or not price else min(paid, budget // price)

    @property
    def shortfall(self) -> str:
        """Amount that the balance does not cover, in words; empty if it pays for every row, or is unknown."""
        paid, total = self.rows_paid_for, self.total_credits
        if paid is None or total is None or paid == self.rows:
            return ""
        rows = f"{count_text(self.rows, self.noun)} {'costs' if self.rows == 1 else 'cost'}"
        total_text = credits_text(total, self.credit_noun)
        missing = f"{self.rows - paid:,} would not be {self.outcome}"
        return f"{rows} {total_text}, the organization has {self.balance_credits:,}: {missing}."

    @property
    def rows_today(self) -> int:
        """Number of paid rows that fit into the daily limit until midnight UTC."""
        return self._within_limit(self.payable_rows)

    @property
    def daily_limit(self) -> str:
        """Number of rows that can be made today, and when the others, in words; empty if all can be."""
        return self._spread(self.payable_rows)

    @property
    def warning(self) -> str:
        """Warning about what the balance does not cover and what must wait for another day; empty if none."""
        return " ".join(part for part in (self.shortfall, self.daily_limit) if part)

    def _within_limit(self, rows: int) -> int:
        if self.daily_left_credits is None or not self.price_credits:
            return rows
        return min(rows, max(0, self.daily_left_credits) // self.price_credits)

    def _spread(self, rows: int) -> str:
        """Return when the rows are made under the daily limit; empty if all can be made today."""
        cap, price, today = self.daily_cap_credits, self.price_credits, self._within_limit(rows)
        if cap is None or not price or today == rows:
            return ""
        per_day, waiting = cap // price, rows - today
        left = f"{max(0, self.daily_left_credits or 0):,} {'is' if self.daily_left_credits == 1 else 'are'} left today"
        limit = f"The organization may spend {credits_text(cap, self.credit_noun)} a day, {left}"
        if not per_day:
            return f"{limit}: no {self.noun} can be {self.outcome}, one costs {price:,}. Ask for a higher limit."
        if self.rows == 1:
            return f"{limit}: one {self.noun} costs {price:,}, it can be {self.outcome} from 00:00 UTC on."
        days, stay = -(-waiting // per_day), "stays" if waiting == 1 else "stay"
        return (
            f"{limit}: {today:,} of {count_text(rows, self.noun)} can be {self.outcome} today. The other {waiting:,} "
            f"{stay} planned; start again from 00:00 UTC on, {per_day:,} a day: {count_text(days, 'more day')}."
        )

    @property
    def needs_approval(self) -> bool:
        """Whether a person must approve the amount.

        This is so over 25 rows, the budget, the balance or what can be made today.
        """
        over = self.budget_credits is not None and (
            self.total_credits is None or self.total_credits > self.budget_credits
        )
        return self.rows > FREE_ROWS or over or bool(self.warning)

    def approve(self, digest: str, *, credits: int | None, rows: int | None, beyond_balance: bool = False) -> Approval:
        """Return the approval for the amount that a person named.

        Raises `PlanRejected` if the amount fits no price, and for more than the balance pays for, unless
        `beyond_balance` allows it: the run then stops when the credits run out, unless some are added in the
        meantime.
        """
        if (credits is None) == (rows is None):
            raise PlanRejected(f"Name the amount: {self.how_to_approve()}. Nothing was sent.")
        amount = credits if rows is None else rows
        if amount is None or isinstance(amount, bool) or amount < 0:
            raise PlanRejected("An approved amount must be a whole number, 0 or more.")
        if rows is not None:
            approval = Approval(digest, rows, None if self.price_credits is None else rows * self.price_credits)
        elif self.price_credits is None:
            raise PlanRejected("This service doesn't report prices, so you approve rows: `plan.approve(rows=…)`.")
        else:
            approval = Approval(digest, self.rows if self.price_credits == 0 else amount // self.price_credits, amount)
        paid = self.rows_paid_for
        if self.shortfall and paid is not None and approval.lessons > paid and not beyond_balance:
            raise PlanRejected(
                f"{self.shortfall} Approve what you can pay for: {self.how_to_approve()}; "
                f"or approve more anyway: `plan.approve({self._amount(approval.lessons)}, beyond_balance=True)`."
            )
        return replace(approval, note=self._spread(min(approval.lessons, self.rows)))

    def approve_payable(self, digest: str) -> Approval:
        """Return the approval for as many rows as balance and budget pay for.

        Use it only after a person has seen that number and agreed.
        """
        rows, price = self.payable_rows, self.price_credits
        return Approval(digest, rows, None if price is None else rows * price, self.daily_limit)

    def implied_approval(self, digest: str) -> Approval:
        """Return the approval of a small plan. Raises `PlanRejected` if a person must name the amount."""
        if self.shortfall:
            raise PlanRejected(f"{self.warning} To {self._verb} what you can pay for: {self.how_to_approve()}.")
        if self.daily_limit:
            raise PlanRejected(f"{self.daily_limit} To continue: {self.how_to_approve()}. Nothing was sent.")
        if self.needs_approval:
            raise PlanRejected(f"{self._asks()} To continue: {self.how_to_approve()}. Nothing was sent.")
        return self.approve_payable(digest)

    def how_to_approve(self) -> str:
        """Return the code that approves all rows, or as many as balance and budget pay for."""
        return f"`plan.approve({self._amount(self.payable_rows)})`"

    @property
    def _verb(self) -> str:
        return "create" if self.outcome == "created" else "update"

    def _amount(self, rows: int) -> str:
        return f"rows={rows}" if self.price_credits is None else f"credits={rows * self.price_credits}"

    def _asks(self) -> str:
        total = self.total_credits
        cost = (
            "at a price that this service doesn't report"
            if total is None
            else f"for {credits_text(total, self.credit_noun)}"
        )
        return f"This plan {self._verb}s {count_text(self.rows, self.noun)} {cost}."
