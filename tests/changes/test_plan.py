"""A change plan as a value."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.changes.states import plan_of, renamed
from workbench.changes.plan import check_approval
from workbench.changes.row import (
    NEW_COURSE,
    NEW_LESSON,
    POSITION,
    TRASH,
    ChangeConditions,
    ChangeVerdict,
    PlannedOrder,
)
from workbench.errors import PlanRejected


def test_a_small_plan_needs_no_approval() -> None:
    """Up to 25 changes."""
    check_approval(plan_of(*(renamed(index) for index in range(25))), None)


def test_a_larger_plan_is_approved_by_its_number() -> None:
    """And by no other number, and for no other plan."""
    plan = plan_of(*(renamed(index) for index in range(26)))
    other = plan_of(*(renamed(index, "Other") for index in range(26)))

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

    with pytest.raises(PlanRejected, match="2 changes, 1 of which learners see immediately"):
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


@pytest.mark.parametrize(
    "other",
    [
        {"lesson_id": "l2"},
        {"course_id": "c2"},
        {"block_id": "b1"},
        {"field": "tags"},
        {"before": "Older"},
        {"after": "Newer"},
        {"base_revision": 2},
    ],
)
def test_an_approval_holds_for_just_the_changes_that_were_seen(other: dict[str, Any]) -> None:
    """Neither for another thing or value, nor for another revision of the same lesson."""
    plan, changed = plan_of(renamed(1)), plan_of(replace(renamed(1), **other))

    with pytest.raises(PlanRejected, match="another plan"):
        check_approval(changed, plan.approve(changes=1))


def test_an_approval_holds_for_just_the_orders_that_were_seen() -> None:
    """Of courses whose lessons the plan puts in order."""
    row = replace(renamed(1), field=POSITION, course_id="c1")
    plan, other = (
        replace(plan_of(row), conditions=ChangeConditions((PlannedOrder("c1", 1, ("a", "b"), after),)))
        for after in (("b", "a"), ("a", "b"))
    )

    with pytest.raises(PlanRejected, match="another plan"):
        check_approval(other, plan.approve(changes=1))


def test_lessons_and_courses_are_counted_by_what_is_changed() -> None:
    """A course counts where it is changed itself, not where a lesson of it is."""
    course = replace(renamed(3), lesson_id="", course_id="c1", field="tags")
    lessons = [renamed(1), replace(renamed(1), block_id="b1"), replace(renamed(2), course_id="c8")]
    plan = plan_of(*(replace(lesson, course_id=lesson.course_id or "c9") for lesson in lessons), course)

    assert (plan.lessons, plan.courses) == (2, 1)


@pytest.mark.parametrize(("field", "is_asked"), [(NEW_COURSE, True), (TRASH, True), (NEW_LESSON, False)])
def test_a_new_course_and_the_trash_are_approved_however_little_it_is(field: str, is_asked: bool) -> None:
    """A new lesson alone is not asked about."""
    assert plan_of(replace(renamed(1), field=field)).needs_approval is is_asked


@pytest.mark.parametrize(("count", "lessons"), [(-1, []), (0, []), (1, ["l1"]), (2, ["l1", "l2"]), (9, ["l1", "l2"])])
def test_a_sample_has_the_first_changes(count: int, lessons: list[str]) -> None:
    """As many as there are, at most; without rows that would change nothing."""
    unchanged = replace(renamed(3), verdict=ChangeVerdict.UNCHANGED)

    assert [row.lesson_id for row in plan_of(unchanged, renamed(1), renamed(2)).sample(count).rows] == lessons


def test_a_sample_puts_no_course_in_order_whose_other_changes_it_leaves_out() -> None:
    """Such as a lesson that is made or goes into the trash later."""
    placed = replace(renamed(1), field=POSITION, course_id="c1")
    for field in (NEW_LESSON, TRASH):
        plan = plan_of(placed, replace(renamed(2), field=field, course_id="c1"))

        assert plan.sample(0).rows == ()
        assert plan.sample(1).rows == ()
        assert len(plan.sample(2).rows) == 2
