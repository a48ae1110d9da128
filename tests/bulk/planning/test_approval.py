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
    with pytest.raises(PlanRejected, match="you approve rows"):
        Cost(30, None).approve("digest", credits=30, rows=None)


def test_a_free_lesson_is_approved_for_all_rows() -> None:
    """Price 0, and no division by it."""
    assert Cost(30, 0).approve("digest", credits=0, rows=None).lessons == 30


@pytest.mark.parametrize(("credits", "rows"), [(None, None), (1, 1), (-1, None), (None, -1), (True, None)])
def test_an_amount_that_is_none_is_refused(credits: int | None, rows: int | None) -> None:
    """One whole number, 0 or more."""
    with pytest.raises(PlanRejected):
        Cost(30, 1).approve("digest", credits=credits, rows=rows)


SHORT = Cost(12_000, 1, None, "credit", 9_909)
"""The plan of somebody whose organization has too few credits."""


def test_what_the_balance_does_not_pay_for_is_said_in_numbers() -> None:
    """How many, for how much, of how much, and how many would be missing; nothing where it suffices."""
    expected = "12,000 lessons cost 12,000 credits, the organization has 9,909: 2,091 would not be created."

    assert SHORT.shortfall == expected
    enough = (Cost(2, 3, None, "credit", 6), Cost(2, 3), Cost(9, 0, None, "credit", 0))
    assert [cost.shortfall for cost in enough] == ["", "", ""]


@pytest.mark.parametrize("amount", [{"credits": 12_000}, {"rows": 12_000}, {"credits": 9_910}])
def test_more_than_the_balance_is_approved_only_knowingly(amount: dict[str, int]) -> None:
    """The refusal names what can be paid, and the words that say that more is meant."""
    given = {"credits": None, "rows": None} | amount

    with pytest.raises(PlanRejected, match=r"2,091 would not be created.*credits=9909.*beyond_balance=True"):
        SHORT.approve("digest", **given)

    assert SHORT.approve("digest", **given, beyond_balance=True).lessons == next(iter(amount.values()))


def test_what_can_be_paid_is_approved() -> None:
    """By its amount, and by a yes to what was shown; a budget below the balance is kept."""
    assert SHORT.approve("digest", credits=9_909, rows=None) == Approval("digest", 9_909, 9_909)
    assert SHORT.approve_payable("digest") == Approval("digest", 9_909, 9_909)
    assert Cost(12_000, 1, 50, "credit", 9_909).approve_payable("digest") == Approval("digest", 50, 50)


def test_a_small_plan_that_cannot_be_paid_is_not_run_as_it_is() -> None:
    """However few rows: nobody has said that a part of it is wanted."""
    with pytest.raises(PlanRejected, match=r"3 lessons cost 3 credits, the organization has 2: 1 would .*credits=2"):
        Cost(3, 1, None, "credit", 2).implied_approval("digest")


def limited(rows: int, *, left: int, cap: int = 500, balance: int = 100_000, price: int = 1) -> Cost:
    """What so many rows cost an organization that may still spend `left` of `cap` credits today."""
    return Cost(rows, price, balance_credits=balance, daily_cap_credits=cap, daily_left_credits=left)


def test_a_daily_limit_is_said_in_numbers() -> None:
    """
    Regression: a plan over the daily limit showed "ready" and "can be run as it is", and stopped on the way.
    """
    cost = limited(12_000, left=120)

    assert cost.rows_today == 120
    assert cost.warning == (
        "The organization may spend 500 credits a day, 120 are left today: 120 of 12,000 lessons can be created today. "
        "The other 11,880 stay planned; start again from 00:00 UTC on, 500 a day: 24 more days."
    )
    assert cost.approve("digest", credits=12_000, rows=None).note == cost.daily_limit
    assert cost.approve_payable("digest").note == cost.daily_limit
    assert "150 lessons can be created today. The other 30 stay" in cost.approve("digest", credits=150, rows=None).note
    assert cost.approve("digest", credits=120, rows=None).note == ""


def test_a_small_plan_over_the_daily_limit_needs_a_person() -> None:
    """Who reads what can be created today; one that fits needs nobody."""
    with pytest.raises(PlanRejected, match=r"1 is left today: 1 of 3 lessons .* 1 more day\. To continue: `plan"):
        limited(3, left=1).implied_approval("digest")
    assert limited(3, left=3).implied_approval("digest") == Approval("digest", 3, 3)
    assert limited(3, left=3).warning == ""


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        (limited(20, left=0, balance=9), "0 of 9 lessons can be created today. The other 9 stay planned"),
        (limited(20, left=5, cap=5, price=6), "no lesson can be created, one costs 6. Ask for a higher limit."),
        (
            limited(20, left=7, cap=9, price=2),
            "3 of 20 lessons can be created today. The other 17 stay planned; start again",
        ),
        (limited(20, left=0, price=0), ""),
        (limited(20, left=10, balance=10), ""),
    ],
)
def test_a_daily_limit_concerns_what_can_be_paid(cost: Cost, said: str) -> None:
    """What the balance does not pay for is said apart; a free lesson has no limit."""
    assert said in cost.daily_limit
    assert bool(said) is bool(cost.daily_limit)
