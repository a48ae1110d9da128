"""The words around a block, in the lesson's language."""

from __future__ import annotations

import pytest

from workbench.authoring.rendering.labels import LABELS, direction, labels_for


@pytest.mark.parametrize(
    ("language", "summary"), [("DE", "Zusammenfassung"), ("pt-BR", "Resumo"), ("EN-GB", "Summary")]
)
def test_a_language_has_its_words_whatever_its_region(language: str, summary: str) -> None:
    """The base language decides, in any case."""
    assert labels_for(language).summary == summary


def test_a_language_without_words_gets_the_english_ones() -> None:
    """A heading in English is better than none."""
    assert labels_for("GSW") == LABELS["EN"]


@pytest.mark.parametrize("language", sorted(LABELS))
def test_every_label_says_something_of_its_own(language: str) -> None:
    """No word is empty, and no two are the same."""
    words = [word.strip() for word in LABELS[language]]
    assert all(words) and len(set(words)) == len(words)


@pytest.mark.parametrize(("language", "written"), [("AR", "rtl"), ("he-IL", "rtl"), ("EN", "ltr"), ("GSW", "ltr")])
def test_a_language_is_written_in_its_direction(language: str, written: str) -> None:
    """By its base language."""
    assert direction(language) == written
