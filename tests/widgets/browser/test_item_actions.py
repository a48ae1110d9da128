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


LESSON = (
    rename_lesson(lesson_id="x", title="Waves"),
    move_lesson(lesson_id="x", course_id="to"),
    delete_lesson(lesson_id="x"),
    restore_lesson(lesson_id="x"),
)
COURSE = (
    rename_course(course_id="x", title="Waves"),
    move_course(course_id="x", project_id="to"),
    delete_course(course_id="x"),
    restore_course(course_id="x"),
)


@pytest.mark.parametrize(("kind", "calls"), [("lesson", LESSON), ("course", COURSE)])
def test_an_item_has_the_calls_of_its_kind(kind: Kind, calls: tuple[object, ...]) -> None:
    """By its id; a lesson moves to a course, a course to a project."""
    one = item(kind)

    assert calls == (
        item_actions.rename(one, "Waves"),
        item_actions.move(one, "to"),
        item_actions.delete(one),
        item_actions.restore(one),
    )


@pytest.mark.parametrize("kind", ["lesson", "course"])
def test_before_deleting_it_is_said_that_nothing_is_refunded(kind: Kind) -> None:
    """And that links stop working."""
    said = item_actions.warning([item(kind)])

    assert said.startswith("“Tides”")
    assert "Credits are not refunded" in said
    assert "work" in said


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (["course"], "“Tides” will go to the trash with all its lessons. Its link will stop working."),
        (
            ["course", "course"],
            "2 courses will go to the trash with all lessons in them. Their links will stop working.",
        ),
        (["lesson"], "“Tides” will go to the trash. A course created just for this lesson goes too, and"),
        (["lesson", "lesson"], "2 lessons will go to the trash. A course created just for one of these lessons goes"),
    ],
)
def test_the_warning_agrees_with_the_number_of_items(kinds: list[Kind], expected: str) -> None:
    """One course has its lessons and its link."""
    assert item_actions.warning([item(kind) for kind in kinds]).startswith(expected)


def test_several_are_counted() -> None:
    """By what they are."""
    assert item_actions.items_text([item("lesson"), item("lesson")]) == "2 lessons"
    assert item_actions.items_text([item("lesson"), item("course")]) == "2 items"


@pytest.mark.parametrize("items", [[], [item("lesson"), item("lesson")]])
def test_one_is_meant(items: list[BrowserItem]) -> None:
    """Nothing is guessed."""
    with pytest.raises(NotSent):
        item_actions.only(items)
