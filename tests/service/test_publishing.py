"""What is judged before learners see more: one sentence that names the lessons, whatever their number."""

from __future__ import annotations

import pytest

from workbench.service.handler_error import HandlerError
from workbench.service.publishing import MOST_LISTED, check_finished


def test_finished_lessons_are_let_through() -> None:
    """Nothing is asked of whoever left no place open."""
    check_finished([])


def test_a_refusal_names_three_and_tells_a_hundred() -> None:
    """A course of a thousand outlines gives no answer of a thousand titles."""
    with pytest.raises(HandlerError, match="500 lessons have places .* “Lesson 1”, “Lesson 2” and others") as data:
        check_finished([(str(number), f"Lesson {number}", 2) for number in range(500)])

    assert len(data.value.failure.facts["openPlaces"]) == MOST_LISTED
