"""The name of credits, for every text that shows a number of them.

Without a model nothing is bought: where a planning sheet has a price anyway, as on the service of this computer,
it is in practice credits, with which budgets, ledger and reports can be tried.
"""

from __future__ import annotations

from typing import Final

from workbench.procedures.lesson import create_starter_lesson
from workbench.procedures.service import Capabilities

CREDIT: Final = "credit"
PRACTICE: Final = "practice credit"


def credit_noun(capabilities: Capabilities | None) -> str:
    """Return the name of one credit of the service; `credit` if it does not say what writes."""
    if capabilities is None:
        return CREDIT
    prices = [price.credits for price in capabilities.prices if price.procedure == create_starter_lesson.name]
    return noun_for(prices[0] if prices else 0, is_ai=capabilities.writer.is_ai)


def noun_for(price_credits: int | None, *, is_ai: bool | None) -> str:
    """Return the name of one credit if a starter lesson has this price, and is or is not written by a model."""
    return PRACTICE if is_ai is False and price_credits else CREDIT


def credits_text(count: int, noun: str = CREDIT) -> str:
    """Return a number of credits: `1 credit`, `1,200 practice credits`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def credits_label(noun: str, what: str = "") -> str:
    """Return the name of credits as a label: `Credits spent`, `Practice credits spent`."""
    return f"{noun.capitalize()}s {what}".strip()


def balance_label(noun: str) -> str:
    """Return the heading of a balance: `AI credits`, or `Practice credits`."""
    return "AI credits" if noun == CREDIT else credits_label(noun)
