"""How one text or block differs from another, as HTML and as text."""

from __future__ import annotations

import pytest

from tests.authoring.lessons import block
from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.widgets.kit.difference import change_html, change_text, words_html, words_text


def test_words_that_came_and_went_are_marked() -> None:
    """And the space between words stays."""
    assert words_html("the sea is high", "the sea was high") == "the sea <del>is</del><ins>was</ins> high"


def test_what_is_the_same_in_between_is_shortened() -> None:
    """A change in a long text is found immediately."""
    same = " ".join(f"word{index}" for index in range(200))
    made = words_html(f"{same} old", f"{same} new")

    assert "word1 " not in made
    assert made.startswith(" … ")
    assert made.endswith("word199 <del>old</del><ins>new</ins>")


def test_texts_too_long_to_compare_are_shown_whole() -> None:
    """Comparing word by word takes the square of their length."""
    long = "one two " * 4000

    assert words_html(long, "short").endswith("</del> <ins>short</ins>")


def test_plain_text_marks_what_came_and_went_by_signs() -> None:
    """As `git diff --word-diff` does."""
    assert words_text("the sea is high", "the sea was high") == "the sea [-is-]{+was+} high"


def test_two_versions_of_a_block_differ_by_their_words_or_by_what_else() -> None:
    """A heading's level is not a word."""
    old = block("a", "The sea")
    heading = old.model_copy(update={"type": "heading", "content": {"text": "The sea", "level": 2}})
    lower = heading.model_copy(update={"content": {"text": "The sea", "level": 3}})

    assert change_text(old, block("a", "The lake")) == "The [-sea-]{+lake+}"
    assert change_text(heading, lower) == "The text is the same. Differences: level."
    assert change_text(old, heading).startswith("Its type was Text.")


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_markup(text: str) -> None:
    """Neither what came nor what went."""
    assert (
        seen(change_html(block("a", text), block("a", "x")) + change_html(block("a", "x"), block("a", text))).dangers
        == []
    )
