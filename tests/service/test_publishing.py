"""What is judged before learners see more: one sentence that names the lessons, whatever their number."""

from __future__ import annotations

import pytest

from workbench.service.handler_error import HandlerError
from workbench.service.publishing import MOST_LISTED, check_finished
from workbench.service.store.lessons.contents import UnfinishedLesson


def test_finished_lessons_are_let_through() -> None:
    """Nothing is asked of whoever left no place open."""
    check_finished([], confirmed=None)


def test_a_refusal_names_five_and_tells_a_hundred() -> None:
    """A course of a thousand unfinished lessons gives no answer of a thousand titles."""
    found = [UnfinishedLesson(str(number), f"Lesson {number}", 0, 2) for number in range(500)]
    with pytest.raises(HandlerError, match="500 lessons have places .* “Lesson 3”, “Lesson 4” and 495 more") as data:
        check_finished(found, confirmed=None)

    assert len(data.value.failure.facts["openPlaces"]) == MOST_LISTED
    check_finished(found, confirmed=True)


def test_nobody_confirms_a_note_for_authors() -> None:
    """Lessons with notes are named, others with open places are not; in every number."""
    found = [UnfinishedLesson("1", "Ebb", 1, 1), UnfinishedLesson("2", "Flow", 0, 3)]
    for confirmed in (None, True):
        with pytest.raises(HandlerError, match="1 lesson has notes for authors and cannot be public yet: “Ebb”. Put"):
            check_finished(found, confirmed=confirmed)
    many = [UnfinishedLesson(str(number), f"Lesson {number}", 1, 0) for number in range(500)]
    with pytest.raises(HandlerError, match="500 lessons have notes .* and 495 more") as data:
        check_finished(many, confirmed=True)

    assert len(data.value.failure.facts["authorNotes"]) == MOST_LISTED
