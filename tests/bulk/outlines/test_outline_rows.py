"""An outline becomes a plan whose rows go into one new course, in its order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.bulk.fake_service import FakeService, course
from tests.bulk.outlines.test_outline import BREAD
from tests.bulk.started_runs import ended
from workbench.bulk.outlines.lesson_outline import LessonOutline
from workbench.bulk.outlines.outline import Outline
from workbench.bulk.running.concurrency import RetrySettings
from workbench.bulk.running.run import Run


@pytest.fixture
def bread(service: Any) -> Outline:
    """The outline at a service that takes objectives."""
    service.takes_options = True
    return replace(BREAD, client=service, organization_id="org1")


def test_a_row_is_made_of_each_lesson(bread: Outline) -> None:
    """Title and topic are what the lesson is about; the line is the lesson's number."""
    plan = bread.plan()

    assert [(row.line, row.topic) for row in plan.ready] == [
        (1, "Flour: What flour does."),
        (2, "Yeast: What yeast needs."),
        (3, "Salt"),
    ]
    assert [row.options.objectives for row in plan.ready] == [each.objectives for each in BREAD.lessons]
    assert plan.destination.identity == {"newCourse": "Baking bread"} and plan.name == "Baking bread · EN · org1"


def test_its_lessons_stand_in_one_course_in_order(bread: Outline, service: FakeService, quick: RetrySettings) -> None:
    """Planned and run again after it was changed, the run goes on in the same course."""
    with Run(bread.plan(), service, patience=quick) as run:
        ended(run)
    changed = bread.move(3, to=1).add("Ovens", at=2)
    with Run(changed.plan(), service, patience=quick) as run:
        ended(run)

    made = [topic for _, topic, _ in service.made]
    assert [each.title for each in service.courses] == ["Baking bread"]
    assert sorted(made) == ["Flour: What flour does.", "Ovens", "Salt", "Yeast: What yeast needs."]
    assert service.balance_credits == 1_000 - 4


def test_it_may_go_into_a_course_that_is_there(bread: Outline, service: FakeService) -> None:
    """By its name."""
    service.courses = [course("c1", "Kitchen")]

    assert bread.plan(course="Kitchen").destination.course_id == "c1"


def test_a_title_with_a_path_in_it_names_its_run_whole(bread: Outline) -> None:
    """As a file's name would not."""
    named = bread.rename("1. Bread/butter 2.0").plan()

    assert named.name == "1 Bread butter 2 0 · EN · org1"
    assert named.destination.course_name == "1. Bread/butter 2.0"


def test_three_hundred_lessons_are_planned(bread: Outline) -> None:
    """With an approval, as every run of more than 25 rows."""
    lessons = tuple(LessonOutline(f"Part {number}", ("Apply it",), "About it.") for number in range(300))
    plan = replace(bread, lessons=lessons).plan()

    assert len(plan.ready) == 300 and plan.needs_approval


def test_a_sample_and_a_budget_are_the_plans(bread: Outline) -> None:
    """As in every plan."""
    plan = bread.plan(sample=1, budget=5)

    assert (len(plan.ready), plan.budget_credits) == (1, 5)


def test_what_was_said_of_the_course_holds_for_its_lessons(bread: Outline) -> None:
    """Whom it is for, on each row of the plan."""
    plan = replace(bread, cells={"audience": "beginners"}).plan()

    assert {row.options.audience for row in plan.ready} == {"beginners"}
