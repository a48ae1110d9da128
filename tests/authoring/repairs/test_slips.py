"""Slips of type and spelling: coerced where only one thing can be meant, else left for the schema to refuse."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.authoring.content import content_problem
from workbench.authoring.repairs.slips import Slip, without_slips

CHOICES = [{"text": "100 °C", "isCorrect": True}, {"text": "90 °C", "isCorrect": False}]


def quiz(**changes: Any) -> dict[str, Any]:
    """A question with some of its first choice's fields replaced."""
    return {"type": "quiz", "question": "When does it boil?", "choices": [{**CHOICES[0], **changes}, CHOICES[1]]}


@pytest.mark.parametrize(
    ("level", "meant"), [("2", 2), (" 3 ", 3), ("h1", 1), ("H2", 2), (2.0, 2), ("2.0", 2), (5, 3), ("6", 3), (1, 1)]
)
def test_a_level_is_a_number_from_one_to_three(level: object, meant: int) -> None:
    """Deeper headings are of the deepest level that there is."""
    page, _ = without_slips({"type": "heading", "text": "Tides", "level": level})

    assert (page["level"], type(page["level"])) == (meant, int)


@pytest.mark.parametrize("level", [0, 7, "two", True, None, "", 2.5, [2], "9" * 400])
def test_a_level_that_could_be_anything_stays(level: object) -> None:
    """The schema says what is wrong with it."""
    page, slips = without_slips({"type": "heading", "text": "Tides", "level": level})

    assert (page["level"], slips) == (level, [])


@pytest.mark.parametrize("name", ["key_terms", "KeyTerms", "key terms", "KEY-TERMS"])
def test_a_type_may_be_spelled_otherwise(name: str) -> None:
    """Case and signs between words make no other type."""
    assert without_slips({"type": name})[0] == {"type": "keyTerms"}


def test_a_type_that_is_none_stays() -> None:
    """Nothing is guessed."""
    assert without_slips({"type": "video"}) == ({"type": "video"}, [])


def test_correct_is_the_mark_of_the_right_choice() -> None:
    """Under its other name, where there is no such field already."""
    page, slips = without_slips({"type": "quiz", "choices": [{"text": "a", "correct": True}]})

    assert page["choices"] == [{"text": "a", "isCorrect": True}]
    assert slips == [Slip("isCorrect", "correct", "isCorrect")]


def test_two_marks_are_left_alone() -> None:
    """They may say different things."""
    choice = {"text": "a", "correct": True, "isCorrect": False}

    assert without_slips({"type": "quiz", "choices": [choice]}) == ({"type": "quiz", "choices": [choice]}, [])


@pytest.mark.parametrize(
    "page",
    [
        quiz(text=100),
        quiz(text=99.5),
        quiz(isCorrect="true"),
        quiz(isCorrect="Yes"),
        {**quiz(), "multiple": "false"},
        {"type": "summary", "items": "Bread is baked."},
        {"type": "objectives", "items": [1, "two"]},
        {"type": "keyTerms", "terms": [{"term": 212, "meaning": "Boiling, in Fahrenheit."}]},
    ],
)
def test_what_can_mean_one_thing_only_is_valid_afterwards(page: dict[str, Any]) -> None:
    """And was not before."""
    mended, slips = without_slips(page)

    assert content_problem(page["type"], page) is not None
    assert (content_problem(page["type"], mended), len(slips)) == (None, 1)


@pytest.mark.parametrize(
    "page", [{}, {"type": None}, {"type": ["quiz"]}, {"choices": [[], None, 1]}, {"items": {"a": 1}}, {"text": True}]
)
def test_odd_values_come_back_as_they_are(page: dict[str, Any]) -> None:
    """It never fails."""
    assert without_slips(page) == (page, [])


def test_the_page_that_was_given_is_not_changed() -> None:
    """What a model wrote can still be looked at."""
    page = {"type": "heading", "text": "Tides", "level": "2"}
    without_slips(page)

    assert page["level"] == "2"
