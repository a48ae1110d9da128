"""The plan of translations as a value: counts, cost, approval, and what people see of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.bulk.fake_service import FakeService
from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.bulk.planning.target import find_place
from workbench.bulk.translations.plan import PlannedTranslation, TranslationPlan
from workbench.errors import PlanRejected
from workbench.procedures.translations import ListedTranslation

THERE = ListedTranslation(
    lesson_id="fr1", title="Marées", course_id="c", language="FR", source_lesson_id="a", source_revision=2,
    translated_revision=1, stale_blocks=0, missing_blocks=0,
)  # fmt: skip


def plan_of(*rows: PlannedTranslation, price: int | None = 2) -> TranslationPlan:
    """A plan at a service with this price of a translation, and nine credits."""
    place = replace(find_place(FakeService()), price_credits=price, balance_credits=9, is_ai=True)
    return TranslationPlan("The sea in FR", place, rows)


def row(number: int, there: ListedTranslation | None = None, *, title: str = "Tides") -> PlannedTranslation:
    """A lesson and French."""
    return PlannedTranslation(number, f"l{number}", title, 1, "FR", there)


def test_only_what_is_missing_costs() -> None:
    """What is there is counted next to it, what is stale apart."""
    stale = THERE.model_copy(update={"stale_blocks": 1})
    plan = plan_of(row(1), row(2, THERE), row(3, stale), row(4))

    assert plan.counts == {"missing": 2, "there": 1, "stale": 1}
    assert (plan.total_credits, plan.balance_after_credits) == (4, 5)
    assert str(plan) == "2 translations to create for 4 credits; 2 are there, 1 of them stale."


def test_without_a_price_rows_are_approved() -> None:
    """Nothing is guessed."""
    plan = plan_of(row(1), price=None)

    assert (plan.total_credits, plan.balance_after_credits) == (None, None)
    assert plan.approve(rows=1).lessons == 1
    with pytest.raises(PlanRejected, match="you approve rows"):
        plan.approve(credits=1)


def test_an_approval_is_for_what_was_missing_then() -> None:
    """A lesson that was edited since, or one that is there now, makes it another plan."""
    plan = plan_of(row(1), row(2))
    digests = {
        plan.digest,
        plan_of(row(1), row(2, THERE)).digest,
        plan_of(row(1), replace(row(2), revision=2)).digest,
        plan_of(row(1), row(2), price=3).digest,
    }

    assert len(digests) == 4 and plan_of(row(1), row(2)).digest == plan.digest


def test_the_card_says_what_a_person_decides_by() -> None:
    """Price, total and balance, and how to approve it."""
    plan = plan_of(*(row(number) for number in range(1, 28)))
    card = replace(plan, place=replace(plan.place, balance_credits=60))._repr_html_()

    assert "27 of 27" in card and "54 credits" in card and "plan.approve(credits=54)" in card
    assert "7 more rows" in card


def test_what_the_balance_does_not_pay_for_is_said() -> None:
    """In numbers, by text and card; and more than it is not approved."""
    plan = plan_of(*(row(number) for number in range(1, 6)))
    said = "5 translations cost 10 credits, the organization has 9: 1 would not be created."

    assert said in str(plan) and said in plan._repr_html_() and "run as it is" not in plan._repr_html_()
    with pytest.raises(PlanRejected, match="1 would not be created"):
        plan.approve(credits=10)


def test_what_can_be_made_today_is_said() -> None:
    """As a plan of lessons says it. Regression: the card counted all of them as missing, on whatever day."""
    plan = plan_of(*(row(number) for number in range(1, 6)), row(6, THERE))
    place = replace(plan.place, daily_cap_credits=4, daily_left_credits=2)
    card = seen(replace(plan, place=place)._repr_html_()).text

    assert "1 missing, 3 missing, but not today, 1 missing, but not paid for, 1 there" in card
    assert "Can be created today 1 of 5 rows" in card and "The balance covers 4 of 5 rows" in card
    assert "1 of 4 translations can be created today" in card and "today" not in seen(plan._repr_html_()).text


@pytest.mark.parametrize("title", HOSTILE[:8])
def test_titles_are_text(title: str) -> None:
    """They are other people's."""
    assert seen(plan_of(row(1, title=title))._repr_html_()).dangers == []
