"""A translated text is built like its source."""

from __future__ import annotations

import pytest

from workbench.authoring.translation import disagreement
from workbench.authoring.translation.agreement import moved_key


@pytest.mark.parametrize(
    ("source", "translated"),
    [
        ("Yeast **eats** sugar.", "**La levure** mange le sucre."),
        ("See [the book](https://example.org/a).", "Voir [le livre](https://example.org/a)."),
        ("Use `print(x)` and $a^2$.", "Avec $a^2$ et `print(x)`."),
        ("- one\n- two", "- un\n- deux"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "| x | y |\n|---|---|\n| 1 | 2 |"),
        ("One[^1].\n\n[^1]: Smith", "Un[^1].\n\n[^1]: Smith"),
        ("$$\nx = 1\n$$", "$$\nx = 1\n$$"),
    ],
)
def test_the_same_markup_agrees(source: str, translated: str) -> None:
    """Emphasis may move, for languages differ."""
    assert disagreement("markdown", source, translated) is None


@pytest.mark.parametrize(
    ("source", "translated", "said"),
    [
        ("See [the book](https://example.org/a).", "Voir le livre.", "links"),
        ("See [the book](https://example.org/a).", "Voir [le livre](https://example.org/b).", "links"),
        ("See https://example.org/a now.", "Voir maintenant.", "links"),
        ("Use `print(x)`.", "Avec `imprimer(x)`.", "code"),
        ("It is $a^2$.", "C'est $a^3$.", "formulas"),
        ("- one\n- two", "- un", "list items"),
        ("# One\n\ntext", "Un\n\ntexte", "headings"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "| x |\n|---|\n| 1 |", "cells of a table"),
        ("Plain.", "<script>alert(1)</script>", "HTML"),
        ("One[^1].\n\n[^1]: Smith", "Un.", "footnotes"),
        ("Plain.", "   ", "empty"),
    ],
)
def test_what_was_lost_or_changed_is_said(source: str, translated: str, said: str) -> None:
    """Without a word of either text."""
    found = disagreement("markdown", source, translated)

    assert found is not None and said in found and "example.org" not in found


def test_a_plain_text_keeps_its_gaps_and_gains_no_markup() -> None:
    """Gaps are counted, not placed: the other language may need them in another order."""
    assert disagreement("text", "The ___ eats ___.", "Les ___ sont mangés par ___.") is None
    assert "gaps" in str(disagreement("text", "The ___ eats ___.", "La ___ mange."))
    assert "HTML" in str(disagreement("question", "What is it?", '<img src="x" onerror="y">'))


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
    return {f"choices.{index}.text": text for index, text in enumerate(texts)}


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
