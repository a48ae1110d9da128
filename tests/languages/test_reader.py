"""Every language says everything that English says, with the same placeholders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from workbench.languages.reader import direction, language_codes, language_section
from workbench.learner_pages.words import learner_words

SECTIONS = ("lesson", "learner_page", "planning_sheet")


def placeholders(section: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield the dotted name of each text and its placeholders; nested sections and lists are followed."""
    for name, value in section.items():
        match value:
            case dict():
                yield from placeholders(value, f"{prefix}{name}.")
            case list():
                yield from placeholders(
                    {str(position): text for position, text in enumerate(value)}, f"{prefix}{name}."
                )
            case str():
                assert value.strip(), f"{prefix}{name} is empty"
                yield prefix + name, sorted(re.findall(r"{\w+}", value))


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("code", language_codes())
def test_every_language_has_every_text_with_its_placeholders(code: str, section: str) -> None:
    """A region may leave a section to its base language, but no section lacks a text."""
    own, english = language_section(code, section), language_section("EN", section)

    assert own is not None and english is not None
    assert dict(placeholders(own)) == dict(placeholders(english))


@pytest.mark.parametrize(("language", "written"), [("AR", "rtl"), ("he-IL", "rtl"), ("EN", "ltr"), ("GSW", "ltr")])
def test_a_language_is_written_in_its_direction(language: str, written: str) -> None:
    """By its base language."""
    assert direction(language) == written


@pytest.mark.parametrize(("language", "check"), [("pt-BR", "Verificar"), ("GSW", "Check"), ("de", "Prüfen")])
def test_the_base_language_decides(language: str, check: str) -> None:
    """English where there is not a translation."""
    assert learner_words(language)["check"] == check


def test_a_region_has_its_own_words_where_it_has_any() -> None:
    """Brazil has its own planning sheet and Portugal's learner page; an unknown language has nothing."""
    assert language_section("PT-BR", "planning_sheet") != language_section("PT", "planning_sheet")
    assert language_section("PT-BR", "learner_page") == language_section("PT", "learner_page")
    assert language_section("SV-SE", "learner_page") is None
