"""Topics: trimmed, bounded, and folded only for comparing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.authoring.topic import MAX_TOPIC_CHARACTERS, clean_topic, fold_topic


def test_a_topic_loses_its_outer_white_space_only() -> None:
    """What stands inside is the author's."""
    assert clean_topic("  The  Baltic\nSea \t") == "The  Baltic\nSea"


@pytest.mark.parametrize("text", ["", "  \n\t ", "\u2003"])
def test_a_topic_of_nothing_is_refused(text: str) -> None:
    """White space of any kind is nothing."""
    with pytest.raises(ValueError, match="empty"):
        clean_topic(text)


def test_a_topic_has_at_most_4000_characters_after_trimming() -> None:
    """The sentence says how many there are."""
    assert len(clean_topic(" " + "x" * MAX_TOPIC_CHARACTERS + " ")) == 4000
    with pytest.raises(ValueError, match="4,001 characters"):
        clean_topic("x" * 4001)


@pytest.mark.parametrize("text", ["STRASSE  zum\nMeer", "Straße zum Meer", " strasse zum meer "])
def test_spellings_of_one_topic_fold_to_the_same(text: str) -> None:
    """Case and white space do not tell topics apart."""
    assert fold_topic(text) == "strasse zum meer"


def test_composed_and_decomposed_letters_fold_to_the_same() -> None:
    """NFC: one é however it was typed."""
    assert fold_topic("Cafe\u0301") == fold_topic("Café")


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    """A folded topic can be compared with a folded topic from anywhere."""
    assert fold_topic(fold_topic(text)) == fold_topic(text)
