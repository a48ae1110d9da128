from __future__ import annotations

import re

import pytest

from workbench.service.ai.languages.known import LANGUAGES, language_of

ENGLISH = LANGUAGES["EN"].sentences.by_name()


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_every_sentence(code: str) -> None:
    """All languages show the same set of sentences, none of them empty."""
    sentences = LANGUAGES[code].sentences.by_name()
    assert sentences.keys() == ENGLISH.keys() and all(text.strip() for text in sentences.values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_takes_the_same_parts(code: str) -> None:
    """A placeholder of one language is one of all."""
    sentences = LANGUAGES[code].sentences.by_name()
    assert {name: re.findall(r"\{\w+\}", text) for name, text in sentences.items()} == {
        name: re.findall(r"\{\w+\}", text) for name, text in ENGLISH.items()
    }


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "EN"])
def test_no_sentence_is_left_in_english(code: str) -> None:
    """Nothing was forgotten when the language was written; two languages may share a word such as `Niveau`."""
    sentences = LANGUAGES[code].sentences.by_name()
    assert [name for name, text in sentences.items() if text == ENGLISH[name]] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_places_for_the_author_are_marked_in_every_language(code: str) -> None:
    """The mark that the note explains stands in the same sentences everywhere."""
    sentences = LANGUAGES[code].sentences.by_name()
    assert [name for name, text in sentences.items() if "✎" in text] == [
        name for name, text in ENGLISH.items() if "✎" in text
    ]


def test_a_region_falls_back_to_its_language() -> None:
    """EN-GB is EN; an unknown language is none."""
    assert language_of("EN-GB") is LANGUAGES["EN"] and language_of("SV-SE") is None
