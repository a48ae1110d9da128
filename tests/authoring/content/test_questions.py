"""Questions that can be answered, and what is said of those that cannot."""

from __future__ import annotations

from typing import Any

import pytest

from tests.authoring.content.contents import NO, YES
from workbench.authoring.content import Quiz, content_problem


def test_a_quiz_with_several_answers_is_marked_as_such() -> None:
    """More than one correct choice is fine when the quiz says `multiple`."""
    assert (
        content_problem("quiz", {"question": "q", "multiple": True, "choices": [YES, {**YES, "text": "Also"}]}) is None
    )


def test_python_names_are_snake_case() -> None:
    """The wire's isCorrect is is_correct in Python."""
    quiz = Quiz.model_validate({"question": "Is bread baked?", "choices": [YES, NO]})
    assert [choice.is_correct for choice in quiz.choices] == [True, False]


def ordering(*items: str) -> dict[str, Any]:
    """A question of these items."""
    return {"prompt": "p", "items": list(items)}


def matching(*pairs: str) -> dict[str, Any]:
    """A question of these pairs of letters."""
    return {"prompt": "p", "pairs": [{"left": pair[0], "right": pair[1]} for pair in pairs]}


def gaps(text: str, *answers: str) -> dict[str, Any]:
    """A text with an accepted answer for each gap."""
    return {"text": text, "gaps": [{"answers": [answer]} for answer in answers]}


@pytest.mark.parametrize(
    ("block_type", "content", "sentence"),
    [
        ("ordering", ordering("Mix", " mix "), "Two items are the same, so their order is ambiguous."),
        ("matching", matching("ab", "Ac"), "Two pairs have the same left side."),
        ("matching", matching("ab", "cB"), "All pairs have the same right side, so there is nothing to find."),
        ("fillIn", gaps("no gap", "a"), "The text has no gap. Write ___ where one is."),
        ("fillIn", gaps("___ and _____", "a"), "The text has 2 gaps, and there are answers for 1."),
        ("fillIn", gaps("__ and ___", "a", "b"), "The text has 1 gap, and there are answers for 2."),
    ],
)
def test_what_cannot_be_answered_is_a_problem(block_type: str, content: dict[str, Any], sentence: str) -> None:
    """An order that cannot be told, pairs that cannot be found, gaps without answers: in one sentence."""
    assert content_problem(block_type, content) == sentence


@pytest.mark.parametrize(
    ("block_type", "content"),
    [("matching", matching("ax", "bx", "cy")), ("fillIn", gaps("______", "a")), ("ordering", ordering("1", "2"))],
)
def test_what_can_be_answered_is_none(block_type: str, content: dict[str, Any]) -> None:
    """Several may belong to the same; a gap is as long as its author likes."""
    assert content_problem(block_type, content) is None
