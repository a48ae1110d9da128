"""How much a run may spend, said by a person."""

from __future__ import annotations

import pytest

from workbench.bulk.planning.approval import Approval, Cost
from workbench.errors import PlanRejected


@pytest.mark.parametrize(("rows", "asks"), [(25, False), (26, True)])
def test_over_twenty_five_rows_need_a_person(rows: int, asks: bool) -> None:
    """Even when they cost nothing."""
    assert Cost(rows, 0).needs_approval is asks


@pytest.mark.parametrize(("budget", "asks"), [(10, False), (9, True)])
def test_over_the_budget_needs_a_person(budget: int, asks: bool) -> None:
    """However few rows."""
    assert Cost(5, 2, budget).needs_approval is asks


def test_a_budget_without_a_price_needs_a_person() -> None:
    """What cannot be compared cannot be within."""
    assert Cost(1, None, 100).needs_approval


def test_a_small_plan_is_approved_as_it_is() -> None:
    """All of it, and no more."""
    assert Cost(3, 2).implied_approval("digest") == Approval("digest", 3, 6)


def test_a_large_plan_says_how_it_is_approved() -> None:
    """The words to type, with the number."""
    with pytest.raises(PlanRejected, match=r"plan\.approve\(credits=60\)"):
        Cost(30, 2).implied_approval("digest")


def test_credits_are_counted_in_whole_lessons() -> None:
    """7 credits buy 3 lessons of 2."""
    assert Cost(30, 2).approve("digest", credits=7, rows=None).lessons == 3


def test_without_a_price_approval_counts_rows() -> None:
    """A service with the interface alone shows no price."""
    assert Cost(30, None).approve("digest", credits=None, rows=30) == Approval("digest", 30, None)
    with pytest.raises(PlanRejected, match="counts rows"):
        Cost(30, None).approve("digest", credits=30, rows=None)


def test_a_free_lesson_is_approved_for_all_rows() -> None:
    """Price 0, and no division by it."""
    assert Cost(30, 0).approve("digest", credits=0, rows=None).lessons == 30


@pytest.mark.parametrize(("credits", "rows"), [(None, None), (1, 1), (-1, None), (None, -1), (True, None)])
def test_an_amount_that_is_none_is_refused(credits: int | None, rows: int | None) -> None:
    """One whole number, 0 or more."""
    with pytest.raises(PlanRejected):
        Cost(30, 1).approve("digest", credits=credits, rows=rows)
