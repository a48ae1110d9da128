"""Translators are told what a text is for."""

from __future__ import annotations

import pytest

from workbench.exports.xliff.context import longest_note, text_context

CHOICES = {"choices": [{"text": "Moon", "isCorrect": True}, {"text": "Sun", "isCorrect": False}]}


@pytest.mark.parametrize(
    ("block_type", "place", "about"),
    [
        ("text", "markdown", "Text"),
        ("quiz", "question", "Quiz: the question"),
        ("quiz", "choices.0.text", "Quiz: choice 1, a right answer"),
        ("quiz", "choices.1.feedback", "Quiz: choice 2, a wrong answer, what is said after the answer"),
        ("keyTerms", "terms.1.meaning", "Key terms: what the term means, number 2"),
        ("ordering", "items.2", "Ordering question, items in the right order: an item, number 3"),
        ("fillIn", "gaps.0.answers.1", "Text with gaps: an answer that fits into the gap, number 1"),
    ],
)
def test_a_text_is_said_to_be_what_it_is(block_type: str, place: str, about: str) -> None:
    """Whether an answer is right or wrong, too: the meaning stays so."""
    assert text_context(block_type, CHOICES, place) == about


def test_limits_are_said() -> None:
    """Of texts and of titles."""
    assert longest_note("quiz", "choices.0.text") == "At most 500 characters."
    assert longest_note("", "title") == "At most 300 characters."
    assert longest_note("ofAnotherMaker", "text") == ""
