"""Languages written out in a spreadsheet."""

from __future__ import annotations

import pytest

from workbench.bulk.reading.language_names import language_of_name


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("English", "EN"),
        (" deutsch ", "DE"),
        ("Français", "FR"),
        ("francais", "FR"),
        ("العربية", "AR"),
        ("한국어", "KO"),
    ],
)
def test_a_language_that_is_written_out_has_its_code(written: str, code: str) -> None:
    """In its own words or in English, with or without accents."""
    assert language_of_name(written) == code


@pytest.mark.parametrize("text", ["EN", "pt-br", "Klingon", ""])
def test_any_other_text_is_left_as_it_is(text: str) -> None:
    """Whether it is a code is judged elsewhere."""
    assert language_of_name(text) == text
