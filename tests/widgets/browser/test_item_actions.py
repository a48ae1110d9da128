"""What can be done with a lesson or a course, as calls."""

from __future__ import annotations

import pytest

from workbench.errors import NotSent
from workbench.procedures.course import delete_course, move_course, rename_course, restore_course
from workbench.procedures.lesson import delete_lesson, move_lesson, rename_lesson, restore_lesson
from workbench.widgets.browser import item_actions
from workbench.widgets.browser.queries import BrowserItem, Kind
from workbench.widgets.kit.rows import Row


def item(kind: Kind, title: str = "Tides") -> BrowserItem:
    """A lesson or a course."""
    return BrowserItem(kind, "x", title, "c", "p", Row(f"{kind}:x", title))


def test_a_lesson_has_its_calls() -> None:
    """By its id."""
    lesson = item("lesson")

    assert item_actions.rename(lesson, "Waves") == rename_lesson(lesson_id="x", title="Waves")
    assert item_actions.move(lesson, "c2") == move_lesson(lesson_id="x", course_id="c2")
    assert item_actions.delete(lesson) == delete_lesson(lesson_id="x")
    assert item_actions.restore(lesson) == restore_lesson(lesson_id="x")


def test_a_course_has_its_calls() -> None:
    """It moves to a project."""
    course = item("course")

    assert item_actions.rename(course, "Waves") == rename_course(course_id="x", title="Waves")
    assert item_actions.move(course, "p2") == move_course(course_id="x", project_id="p2")
    assert item_actions.delete(course) == delete_course(course_id="x")
    assert item_actions.restore(course) == restore_course(course_id="x")


@pytest.mark.parametrize("kind", ["lesson", "course"])
def test_before_deleting_it_is_said_that_nothing_is_refunded(kind: Kind) -> None:
    """And that links stop working."""
    said = item_actions.warning([item(kind)])

    assert said.startswith("“Tides”")
    assert "No credits come back" in said
    assert "work" in said


def test_several_are_counted() -> None:
    """By what they are."""
    assert item_actions.counted([item("lesson"), item("lesson")]) == "2 lessons"
    assert item_actions.counted([item("lesson"), item("course")]) == "2 items"


@pytest.mark.parametrize("items", [[], [item("lesson"), item("lesson")]])
def test_one_is_meant(items: list[BrowserItem]) -> None:
    """Nothing is guessed."""
    with pytest.raises(NotSent):
        item_actions.only(items)
