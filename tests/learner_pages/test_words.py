"""The words of the learner's pages."""

from __future__ import annotations

import re

import pytest

from workbench.authoring.rendering.labels import LABELS
from workbench.learner_pages.words import LEARNER_WORDS, learner_words


def places(text: str) -> list[str]:
    """What is filled in."""
    return sorted(re.findall(r"{\w+}", text))


@pytest.mark.parametrize("language", LABELS)
def test_every_language_has_every_word(language: str) -> None:
    """None is empty, and each has the places that the English one has."""
    words = LEARNER_WORDS[language]

    assert all(each.strip() for each in words.values())
    assert {name: places(text) for name, text in words.items()} == {
        name: places(text) for name, text in LEARNER_WORDS["EN"].items()
    }


@pytest.mark.parametrize(("language", "check"), [("pt-BR", "Verificar"), ("GSW", "Check")])
def test_the_base_language_decides(language: str, check: str) -> None:
    """English where there are none."""
    assert learner_words(language)["check"] == check
