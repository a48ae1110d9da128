"""A change plan as a value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.changes.states import plan_of, renamed
from workbench.changes.plan import check_approval
from workbench.errors import PlanRejected


def test_a_small_plan_needs_no_approval() -> None:
    """Up to 25 changes."""
    check_approval(plan_of(*(renamed(each) for each in range(25))), None)


def test_a_larger_plan_is_approved_by_its_number() -> None:
    """And by no other number, and for no other plan."""
    plan = plan_of(*(renamed(each) for each in range(26)))
    other = plan_of(*(renamed(each, "Other") for each in range(26)))

    with pytest.raises(PlanRejected, match=r"plan.approve\(changes=26\)"):
        check_approval(plan, None)
    with pytest.raises(PlanRejected, match="26 changes"):
        plan.approve(changes=25)
    with pytest.raises(PlanRejected, match="another plan"):
        check_approval(other, plan.approve(changes=26))
    check_approval(plan, plan.approve(changes=26))


def test_what_learners_would_see_is_approved_however_little_it_is() -> None:
    """One title in a public course was changed without a question, where `wb.lessons.rename` asks."""
    plan = plan_of(renamed(1), replace(renamed(2), is_public=True))

    with pytest.raises(PlanRejected, match="2 changes, 1 of which learners see at once"):
        check_approval(plan, None)
    check_approval(plan, plan.approve(changes=2))


def test_the_frame_has_a_row_for_each_row() -> None:
    """Also without any: the same columns."""
    frame, empty = plan_of(renamed(1)).frame(), plan_of().frame()

    assert frame.loc[0, ["lesson_id", "before", "after", "verdict"]].tolist() == ["l1", "Old", "New", "change"]
    assert (frame.dtypes == empty.dtypes).all()


def test_a_plan_without_a_connection_says_how_it_is_run() -> None:
    """As one that was loaded from a file."""
    with pytest.raises(PlanRejected, match=r"wb.changes.run\(plan\)"):
        plan_of(renamed(1)).run()
