"""An outline is changed step by step, each step giving another one, and refuses what could not be made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas
import pytest

from tests.bulk.fake_service import FakeService, course
from tests.bulk.started_runs import ended
from workbench.bulk.outlines.lesson_outline import LessonOutline
from workbench.bulk.outlines.outline import Outline
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.run import Run
from workbench.errors import PlanRejected

BREAD = Outline(
    "Baking bread",
    "EN",
    (
        LessonOutline("Flour", ("Tell flours apart",), "What flour does."),
        LessonOutline("Yeast", ("Explain why dough rises", "Judge a risen dough"), "What yeast needs."),
        LessonOutline("Salt"),
    ),
)


def titles(outline: Outline) -> list[str]:
    """The lessons' titles in order."""
    return [lesson.title for lesson in outline.lessons]


def test_each_step_gives_another_outline() -> None:
    """And leaves the one before it as it was."""
    changed = BREAD.move(3, to=1).retitle(1, "Salt and sugar").strike(2).add("Ovens", objectives=["Heat one"], at=2)

    assert titles(changed) == ["Salt and sugar", "Ovens", "Yeast"]
    assert titles(BREAD) == ["Flour", "Yeast", "Salt"]


@pytest.mark.parametrize(
    ("lesson", "to", "order"), [(1, 3, "Yeast Salt Flour"), (3, 2, "Flour Salt Yeast"), (2, 2, "Flour Yeast Salt")]
)
def test_a_moved_lesson_has_the_number_that_was_said(lesson: int, to: int, order: str) -> None:
    """The others close up."""
    assert titles(BREAD.move(lesson, to=to)) == order.split()


def test_objectives_topic_and_title_are_set() -> None:
    """White space is folded; an empty objective is none."""
    changed = BREAD.set_objectives(3, [" Weigh \n salt ", " "]).set_topic(3, "").rename(" Bread  at home ")

    assert changed.lessons[2] == LessonOutline("Salt", ("Weigh salt",))
    assert changed.title == "Bread at home"


def test_a_table_goes_out_and_comes_back() -> None:
    """Changed in pandas: another order, a lesson less, a text instead of a list of objectives."""
    frame = BREAD.frame().iloc[[1, 0]].astype({"objectives": object})
    frame.loc[0, "objectives"] = "Tell flours apart; Store flour"

    changed = BREAD.with_frame(frame)
    assert BREAD.with_frame(BREAD.frame()) == BREAD
    assert titles(changed) == ["Yeast", "Flour"]
    assert changed.lessons[1].objectives == ("Tell flours apart", "Store flour")


def test_a_table_has_a_row_for_each_lesson() -> None:
    """Numbers, lists as lists, Arrow's dtypes."""
    frame = BREAD.frame()

    assert frame["lesson"].to_list() == [1, 2, 3]
    assert list(frame["objectives"].iloc[1]) == ["Explain why dough rises", "Judge a risen dough"]
    assert {str(dtype) for dtype in frame.dtypes} <= {
        "int64[pyarrow]",
        "string[pyarrow]",
        "list<item: string>[pyarrow]",
    }


WRONG = [
    (lambda: BREAD.retitle(4, "x"), "There is no lesson 4: the outline has 3 lessons"),
    (lambda: BREAD.retitle(0, "x"), "There is no lesson 0"),
    (lambda: BREAD.strike(1, 2, 3), "at least one lesson"),
    (lambda: BREAD.retitle(1, " "), "Lesson 1: its title is empty"),
    (lambda: BREAD.retitle(1, "x" * 301), "Lesson 1: its title has 301 characters; at most 300"),
    (lambda: BREAD.retitle(1, "a\u202eb"), "U\\+202E"),
    (lambda: BREAD.set_objectives(2, ["x"] * 11), "Lesson 2: it has 11 objectives; at most 10"),
    (lambda: BREAD.set_objectives(2, ["x" * 481]), "Lesson 2: an objective has 481 characters"),
    (lambda: BREAD.set_topic(2, "x" * 1_001), "Lesson 2: its topic has 1,001 characters"),
    (lambda: BREAD.rename(""), "The title of the course is empty"),
    (lambda: BREAD.with_frame(pandas.DataFrame({"what": ["x"]})), "No column seems to contain titles. Found: what"),
    (lambda: BREAD.with_frame(pandas.DataFrame({"title": ["x"] * 301})), "at most 300 lessons"),
    (lambda: BREAD.plan(), "isn't connected to a service"),
]


@pytest.mark.parametrize(("step", "sentence"), WRONG)
def test_what_could_not_be_made_is_refused(step: object, sentence: str) -> None:
    """In one sentence, with the lesson's number."""
    assert callable(step)
    with pytest.raises(PlanRejected, match=sentence):
        step()


def test_three_hundred_lessons_are_an_outline() -> None:
    """And one more is not."""
    long = BREAD.with_frame(pandas.DataFrame({"title": [f"Part {number}" for number in range(300)]}))

    assert len(long.lessons) == 300
    with pytest.raises(PlanRejected, match="at most 300"):
        long.add("One more")


def test_hostile_text_is_shown_and_not_run() -> None:
    """In a notebook's card, and without turning a terminal's direction."""
    hostile = Outline(
        "<img src=x onerror=alert(1)>", "EN", (LessonOutline("<b>x</b>\u202e", ("<i>y</i>",), "<u>z</u>"),)
    )

    assert "<img" not in hostile._repr_html_() and "<b>" not in hostile._repr_html_()
    assert "\u202e" not in str(hostile)


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
    assert [row.options.objectives for row in plan.ready] == [lesson.objectives for lesson in BREAD.lessons]
    assert plan.destination.identity == {"newCourse": "Baking bread"} and plan.name == "Baking bread · EN · org1"


def test_its_lessons_stand_in_one_course_in_order(bread: Outline, service: FakeService, quick: RunRetryPolicy) -> None:
    """Planned and run again after it was changed, the run continues in the same course."""
    with Run(bread.plan(), service, retry_policy=quick) as run:
        ended(run)
    changed = bread.move(3, to=1).add("Ovens", at=2)
    with Run(changed.plan(), service, retry_policy=quick) as run:
        ended(run)

    made = [topic for _, topic, _ in service.made]
    assert [made_course.title for made_course in service.courses] == ["Baking bread"]
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
