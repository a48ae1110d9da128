"""The words of learner pages, in the lesson's language; English where there is no translation."""

from __future__ import annotations

from functools import cache
from typing import Any

from workbench.languages.reader import base_language, language_section

SECTION = "learner_page"
"""The section of `workbench/languages/*.toml` with these words; its `script` has the words of the page's script."""


def learner_words(language: str) -> dict[str, str]:
    """Return the words of a learner page by name, for a language code."""
    return _words(base_language(language))


def script_words(language: str) -> dict[str, str]:
    """Return the words that the script of a learner page shows, by name, for a language code."""
    script: dict[str, str] = _section(base_language(language))["script"]
    return script


@cache
def _words(language: str) -> dict[str, str]:
    section = _section(language)
    words: dict[str, str] = {name: text for name, text in section.items() if name != "script"}
    words.update(section["script"])
    return words


def _section(language: str) -> dict[str, Any]:
    section = language_section(language, SECTION) or language_section("EN", SECTION)
    assert section is not None, "English has every section"
    return section
