"""Language codes: one shape, upper case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.authoring.language import language_code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("EN", "EN"),
        ("en", "EN"),
        ("pt-br", "PT-BR"),
        ("pt_BR", "PT-BR"),
        (" de ", "DE"),
        ("zh-Hant-TW", "ZH-HANT-TW"),
        ("es-419", "ES-419"),
        ("gsw", "GSW"),
    ],
)
def test_a_code_is_matched_without_case_and_given_in_upper_case(text: str, code: str) -> None:
    """Interface 4.3: an upper-case language code."""
    assert language_code(text) == code


@pytest.mark.parametrize(
    "text", ["", "E", "ENGL", "English", "EN-", "EN-GBR", "EN GB", "EN-GB-x", "ÉN", "١٢", "EN\nDE"]
)
def test_another_shape_is_refused(text: str) -> None:
    """The sentence says what a code looks like."""
    with pytest.raises(ValueError, match="such as EN, DE or PT-BR"):
        language_code(text)


@given(st.from_regex(r"[A-Za-z]{2,3}(-[A-Za-z]{4})?(-[A-Za-z]{2})?", fullmatch=True).filter(str.isascii))
def test_a_code_stays_what_it_is(text: str) -> None:
    """Read again, it is the same code."""
    assert language_code(language_code(text)) == language_code(text)
