"""Approval: how much a person lets a run spend. A value, bound to one plan by its digest. Source: ours (bulk)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from workbench.credit_text import CREDIT, credits_text
from workbench.errors import PlanRejected

FREE_ROWS: Final = 25


@dataclass(frozen=True, slots=True)
class Approval:
    """`lessons` is how many may be made; `credits` what they may cost, `None` where no price is announced."""

    plan_digest: str
    lessons: int
    credits: int | None


@dataclass(frozen=True, slots=True)
class Cost:
    """What a plan asks for: rows that would be made, price of one in credits, and the budget that was set."""

    rows: int
    price_credits: int | None
    budget_credits: int | None = None
    credit_noun: str = CREDIT

    @property
    def total_credits(self) -> int | None:
        """The price of all rows; `None` where no price is announced."""
        return None if self.price_credits is None else self.rows * self.price_credits

    @property
    def needs_approval(self) -> bool:
        """Whether a person must name the amount: over 25 rows, or over the budget."""
        over = self.budget_credits is not None and (
            self.total_credits is None or self.total_credits > self.budget_credits
        )
        return self.rows > FREE_ROWS or over

    def approve(self, digest: str, *, credits: int | None, rows: int | None) -> Approval:
        """The approval for the amount that a person named. Raises `PlanRejected` when it fits no price."""
        if (credits is None) == (rows is None):
            raise PlanRejected(f"Name the amount: {self.how_to_approve()}. Nothing was sent.")
        amount = credits if rows is None else rows
        if amount is None or isinstance(amount, bool) or amount < 0:
            raise PlanRejected("An approved amount is a whole number, 0 or more. Nothing was sent.")
        if rows is not None:
            return Approval(digest, rows, None if self.price_credits is None else rows * self.price_credits)
        if self.price_credits is None:
            raise PlanRejected("This service announces no price, so approval counts rows: `plan.approve(rows=…)`.")
        lessons = self.rows if self.price_credits == 0 else amount // self.price_credits
        return Approval(digest, lessons, amount)

    def approve_all(self, digest: str) -> Approval:
        """The approval for all of it, at its price. For where a person was shown that and said yes."""
        return Approval(digest, self.rows, self.total_credits)

    def implied_approval(self, digest: str) -> Approval:
        """The approval of a small plan. Raises `PlanRejected` when a person must name the amount."""
        if self.needs_approval:
            raise PlanRejected(f"{self._asks()} To go on, say {self.how_to_approve()}. Nothing was sent.")
        return self.approve_all(digest)

    def how_to_approve(self) -> str:
        """The words that approve all of it."""
        if self.total_credits is None:
            return f"`plan.approve(rows={self.rows})`"
        return f"`plan.approve(credits={self.total_credits})`"

    def _asks(self) -> str:
        total = self.total_credits
        cost = "at a price that is not announced" if total is None else f"for {credits_text(total, self.credit_noun)}"
        return f"This plan makes {self.rows:,} lessons {cost}."
