"""Languages by name: one list, below the widgets."""

from __future__ import annotations

import pytest

from workbench.authoring.language import language_code
from workbench.bulk.reading.language_names import language_of_name
from workbench.languages.reader import (
    DEFAULT_LANGUAGE,
    LANGUAGE_NAMES,
    default_language,
    language_choices,
    language_name,
)


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("DE", "German · Deutsch (DE)"),
        ("EN", "English (EN)"),
        ("TLH", "TLH"),
        ("PT-BR", "Portuguese, Brazil · português (Brasil) (PT-BR)"),
    ],
)
def test_a_language_has_its_name_and_its_own(code: str, name: str) -> None:
    """A code without a name is shown as it is."""
    assert language_name(code) == name


def test_only_what_the_writer_writes_is_offered() -> None:
    """By name."""
    assert [code for _, code in language_choices(["FR", "DE"])] == ["FR", "DE"]


def test_every_code_is_one() -> None:
    """As the interface writes them."""
    assert [language_code(code) for code in LANGUAGE_NAMES] == list(LANGUAGE_NAMES)


def test_a_written_out_name_is_its_code() -> None:
    """What panels offer, lists of topics may spell out: in English, and in the language itself."""
    for code, name in LANGUAGE_NAMES.items():
        assert (language_of_name(name.english), language_of_name(name.own.upper())) == (code, code)
    assert language_of_name("Tedesco") == "DE"


def test_the_default_is_one_that_is_offered() -> None:
    """Else the first that is."""
    assert default_language() == default_language(["DE", "EN"]) == DEFAULT_LANGUAGE == "EN"
    assert default_language(["NL", "DE"]) == "NL"
