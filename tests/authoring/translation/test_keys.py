"""A key moves where a translation says in one place what stood in another."""

from __future__ import annotations

import pytest

from workbench.authoring.translation.keys import moved_key

QUIZ = {
    "question": "When?",
    "choices": [
        {"text": "1914", "isCorrect": True, "feedback": ""},
        {"text": "1918", "isCorrect": False, "feedback": ""},
        {"text": "1939", "isCorrect": False, "feedback": ""},
    ],
}


def choices(*texts: str) -> dict[str, str]:
    """The texts of choices by place."""
    return {f"choices.{at}.text": text for at, text in enumerate(texts)}


def test_choices_keep_their_places() -> None:
    """The right one has the source's text of a wrong one, or what the wrong one said before."""
    assert moved_key("quiz", QUIZ, {}, choices("1914", "1918", "1939")) is None
    assert moved_key("quiz", QUIZ, {}, choices("1918", "1914", "1939")) == ("choices.0.text", "choices.1.text")
    before = choices("en 1914", "en 1918", "en 1939")
    assert moved_key("quiz", QUIZ, before, choices("En  1918", "en 1914", "en 1939")) is not None


def test_wrong_choices_may_change_places() -> None:
    """No answer is another by that."""
    assert moved_key("quiz", QUIZ, {}, choices("1914", "1939", "1918")) is None


def test_the_order_of_items_is_the_key() -> None:
    """And so is what belongs to a left side; right sides that are the same may be exchanged."""
    ordering = {"prompt": "Order.", "items": ["Egg", "Larva", "Fly"]}
    matching = {"prompt": "Match.", "pairs": [{"left": "1", "right": "a"}, {"left": "2", "right": "a"}]}

    assert moved_key("ordering", ordering, {}, {"items.0": "Larva", "items.1": "Egg", "items.2": "Fly"}) is not None
    assert moved_key("matching", matching, {}, {"pairs.0.right": "a", "pairs.1.right": "a"}) is None
    assert moved_key("text", {"markdown": "a"}, {}, {"markdown": "b"}) is None


@pytest.mark.parametrize("kind", ["quiz", "ordering", "matching"])
def test_a_question_without_its_answers_has_no_key(kind: str) -> None:
    """A draft that nobody has finished yet is no obstacle to its translation."""
    assert moved_key(kind, {"question": "When?"}, {}, choices("1914")) is None
