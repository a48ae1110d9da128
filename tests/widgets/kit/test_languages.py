"""Languages by name."""

from __future__ import annotations

import pytest

from workbench.authoring.language import language_code
from workbench.widgets.kit.languages import NAMES, language_choices, language_name


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
    assert [language_code(code) for code in NAMES] == list(NAMES)
