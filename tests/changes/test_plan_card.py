"""A change plan for people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.changes.states import plan_of, renamed
from tests.hostile import HOSTILE
from workbench.changes.plan_card import change_card, change_text, first_changes
from workbench.changes.row import ChangeRow, ChangeVerdict


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_a_plan_becomes_markup(text: str) -> None:
    """Titles before and after, names and reasons."""
    row = replace(renamed(1, text), before=text, lesson_title=text, reason=text)
    card = change_card(replace(plan_of(row, name=text), notes=(text,)))

    assert "<script" not in card
    assert text not in card or "<" not in text


def test_the_card_says_what_learners_see() -> None:
    """Immediately, since nothing is held back."""
    text = change_text(plan_of(replace(renamed(1), is_public=True), renamed(2)))

    assert "Learners see immediately: 1 of them" in text
    assert "Approve it to run it: `plan.run(plan.approve(changes=2))`" in text


def test_rows_that_need_a_look_are_shown_beside_changes() -> None:
    """And unchanged ones are not."""
    odd = [ChangeRow(index, ChangeVerdict.DUPLICATE) for index in range(100, 200)]
    same = [ChangeRow(index, ChangeVerdict.UNCHANGED) for index in range(200, 300)]
    found = first_changes([*(renamed(index) for index in range(100)), *odd, *same])

    assert [row.verdict for row in found].count(ChangeVerdict.DUPLICATE) == 10
    assert [row.verdict for row in found].count(ChangeVerdict.CHANGE) == 10


def test_changes_of_courses_are_counted_as_courses() -> None:
    """Regression: 90 changes of courses were "90 in 0 lessons", and their verdict "90 change"."""
    rows = [ChangeRow(index, ChangeVerdict.CHANGE, course_id=f"c{index}", field="tags") for index in range(1, 91)]
    text = change_text(plan_of(*rows))
    mixed = change_text(plan_of(rows[0], renamed(2)))

    assert "Changes: 90 in 90 courses\n" in text and "\n  90 changes\n" in text
    assert "Changes: 2 in 1 lesson and 1 course\n" in mixed
    assert "\n  1 change\n" in change_text(plan_of(renamed(1)))
