"""The plan as a value: what it costs, what it says, what is approved by it."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from tests.bulk.plans import place, plan, row
from workbench.bulk.planning.plan import Plan, rows_digest
from workbench.bulk.planning.plan_row import Verdict


@pytest.fixture
def mixed() -> Plan:
    """Three rows to make and two that are not."""
    return plan(row(1), row(2, verdict=Verdict.DUPLICATE), row(3), row(4, verdict=Verdict.BEGUN), row(5))


def test_only_ready_rows_cost(mixed: Plan) -> None:
    """Total, and the balance after."""
    assert (mixed.total_credits, mixed.balance_after_credits) == (6, 94)


@pytest.mark.parametrize(("balance", "paid_for"), [(100, 3), (5, 2), (1, 0), (None, None)])
def test_it_says_how_many_rows_the_balance_pays_for(mixed: Plan, balance: int | None, paid_for: int | None) -> None:
    """Before anything is sent."""
    assert replace(mixed, place=place(balance_credits=balance)).rows_paid_for == paid_for


def test_without_a_price_nothing_is_made_up(mixed: Plan) -> None:
    """The interface alone shows no price."""
    poor = replace(mixed, place=place(price_credits=None))

    assert (poor.total_credits, poor.balance_after_credits, poor.rows_paid_for) == (None, None, None)


def test_a_plan_is_frozen(mixed: Plan) -> None:
    """It is compared and approved as it is."""
    with pytest.raises(FrozenInstanceError):
        mixed.name = "other"  # type: ignore[misc]


def test_equal_plans_are_equal(mixed: Plan) -> None:
    """A value."""
    assert mixed == replace(mixed)
    assert mixed.digest == replace(mixed).digest


def test_planned_again_after_a_part_was_made_it_is_another_plan_of_the_same_rows(mixed: Plan) -> None:
    """Its approval is for what is left; the journal knows the rows again."""
    later = replace(mixed, rows=(replace(mixed.rows[0], verdict=Verdict.BEGUN, credits=0), *mixed.rows[1:]))

    assert later.digest != mixed.digest
    assert rows_digest(later) == rows_digest(mixed)


def test_another_row_run_or_place_is_another_approval(mixed: Plan) -> None:
    """What is approved is bound to all of them."""
    others = {
        replace(mixed, rows=mixed.rows[1:]).digest,
        replace(mixed, name="other").digest,
        replace(mixed, place=place(person="bob")).digest,
        replace(mixed, place=place(price_credits=3)).digest,
    }

    assert len(others | {mixed.digest}) == 5


def test_a_sample_makes_the_first_rows_only(mixed: Plan) -> None:
    """The others stay in the list, at no cost."""
    sample = mixed.sample(2)

    assert [ready_row.row for ready_row in sample.ready] == [1, 3]
    assert sample.rows[4].verdict is Verdict.NOT_IN_SAMPLE
    assert sample.total_credits == 4


def test_the_counts_are_by_verdict(mixed: Plan) -> None:
    """Those that occur."""
    assert mixed.counts == {Verdict.READY: 3, Verdict.BEGUN: 1, Verdict.DUPLICATE: 1}


def test_the_frame_has_a_row_per_plan_row(mixed: Plan) -> None:
    """With its verdict and cost."""
    frame = mixed.frame()

    assert frame["verdict"].tolist() == ["ready", "duplicate", "ready", "already in this run", "ready"]
    assert frame["credits"].sum() == 6


def test_the_frame_of_no_rows_has_the_same_columns(mixed: Plan) -> None:
    """Empty list, same columns."""
    assert list(plan().frame().columns) == list(mixed.frame().columns)


def test_a_plan_is_one_line_where_it_is_not_shown() -> None:
    """A notebook keeps that line next to the card, however many rows there are."""
    assert repr(plan(row(1), row(2, verdict=Verdict.EMPTY))) == "Plan('a run': 2 rows, 1 to create)"
