"""Text as words that are searched for."""

from __future__ import annotations

import pytest

from workbench.authoring.words import MAX_WORD, placed_words, split_words

FOLDED = {
    "Fire-Safety: don't!": "fire safety don t",
    "RÉSUMÉ Straße ŁÓDŹ smørrebrød e\u0301cole": "resume strasse lodz smorrebrod ecole",
    "消防安全 训练": "消 防 安 全 训 练",
    "ภาษา": "ภ า ษ า",
    "مَدْرَسَة": "مدرسة",
    "한국어 교육": "한국어 교육",
    "👩\u200d🚀 rocket🚀": "👩 🚀 rocket 🚀",
    "ﬁre Ⅳ x²": "fire iv x2",
    "% * \"' \\ § \u202e": "",
    "don’t": "don t",
}


@pytest.mark.parametrize("text", FOLDED)
def test_words_have_no_case_accents_or_signs(text: str) -> None:
    """Scripts without spaces have a word for each character, emoji too."""
    assert " ".join(split_words(text)) == FOLDED[text]


@pytest.mark.parametrize("text", FOLDED)
def test_each_word_is_found_in_the_text_as_it_is(text: str) -> None:
    """The places hold just the words that the whole text has."""
    placed = list(placed_words(text))
    assert [word for word, _, _ in placed] == split_words(text)
    assert all(word in split_words(text[start:end]) for word, start, end in placed)


def test_a_long_word_counts_by_its_beginning() -> None:
    """Ten thousand characters without a space are one word, of a length that every database takes."""
    assert split_words("a" * 10_000) == ["a" * MAX_WORD]
    assert list(placed_words("é" * 10_000)) == [("e" * MAX_WORD, 0, 10_000)]
