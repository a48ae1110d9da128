"""Rows of lessons and courses as a whole, and the ids of new ones."""

from __future__ import annotations

import re

from tests.changes.states import plan_of, state
from workbench.authoring.block import Block
from workbench.changes.lesson_rows import (
    NewLessonContent,
    new_course_row,
    new_id,
    new_lesson_row,
    new_lesson_text,
    read_new_course,
    read_new_lesson,
    trash_row,
)
from workbench.changes.plan_card import change_text

CONTENT = NewLessonContent(
    "Tides", "EN", (Block(id="3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", type="reflection", content={"prompt": "Why?"}),), 3
)


def test_an_id_is_that_of_its_parts() -> None:
    """The same for the same, another for others, in the form that the service takes."""
    one = new_id("o", "c", "a.md")

    assert one == new_id("o", "c", "a.md") != new_id("o", "ca", ".md")
    assert re.fullmatch(r"[0-9a-z]{25}", one)


def test_contents_are_read_back() -> None:
    """From the value that the row has."""
    assert read_new_lesson(new_lesson_text(CONTENT)) == CONTENT
    assert read_new_course(new_course_row(1, "c9", 'Sea "1"').after) == ('Sea "1"', None)


def test_the_plan_counts_what_is_made_and_what_goes() -> None:
    """In words; lessons that go into the trash are approved by a number of their own."""
    lesson = state().lessons["l1"]
    plan = plan_of(
        new_course_row(1, "c9", "Ebb"), new_lesson_row(1, "l9", "c9", CONTENT), trash_row(0, lesson, course_title="Sea")
    )
    text = change_text(plan)

    assert "Created: 1 course and 1 lesson" in text and "To the trash: 1 lesson" in text
    assert [row.shown_after for row in plan.changes] == ["Ebb", "1 block", "in the trash"]
    assert plan.how_to_approve() == "`plan.approve(changes=3, trash=1)`"
    assert plan_of(new_lesson_row(1, "l9", "c1", CONTENT)).needs_approval is False
