"""An outline in a panel: excluded lessons keep their places, and all of it goes through JSON."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.bulk.outlines.test_outline import BREAD
from workbench.errors import PlanRejected
from workbench.widgets.outline.edited_outline import edited_of_json, start_editing

EDITED = start_editing(BREAD, wanted=4)


def test_what_is_excluded_is_not_made_and_can_be_taken_back() -> None:
    """The numbers of the others close up."""
    excluded = EDITED.exclude(["2"])

    assert [lesson.title for lesson in excluded.outline.lessons] == ["Flour", "Salt"]
    assert [excluded.number(row.id) for row in excluded.rows] == [1, 0, 2]
    assert excluded.exclude(["2"], is_excluded=False) == EDITED


def test_a_new_lesson_has_an_id_of_its_own() -> None:
    """Behind the one that was chosen, else at the end; also after others were added."""
    twice = EDITED.add("Ovens", behind="1").add("Water")

    assert [row.lesson.title for row in twice.rows] == ["Flour", "Ovens", "Yeast", "Salt", "Water"]
    assert len({row.id for row in twice.rows}) == 5


def test_it_goes_through_json_and_back() -> None:
    """With what is excluded."""
    changed = EDITED.exclude(["1"]).change("2", objectives=("Judge a dough",)).rename("Bread")

    assert edited_of_json(json.loads(json.dumps(changed.as_json()))) == changed


@pytest.mark.parametrize("stored", [{}, {"rows": [{}]}, {"rows": 3}, {**EDITED.as_json(), "wanted": "x"}])
def test_other_json_is_refused(stored: dict[str, object]) -> None:
    """By an error that its reader knows."""
    with pytest.raises((KeyError, TypeError, ValueError)):
        edited_of_json(stored)


def test_a_change_that_cannot_be_is_refused_with_the_lessons_number() -> None:
    """As in code."""
    with pytest.raises(PlanRejected, match="Lesson 3: its title is empty"):
        EDITED.change("3", title=" ")


def test_there_is_room_for_three_hundred() -> None:
    """And no more."""
    full = replace(EDITED, rows=EDITED.rows * 100)

    assert EDITED.can_add and not full.can_add
