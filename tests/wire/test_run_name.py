"""A run's name in a header."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.wire.headers import MAX_RUN_CHARACTERS, run_name, run_text

PRINTABLE = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=MAX_RUN_CHARACTERS)


@given(PRINTABLE)
def test_any_name_goes_through_a_header(name: str) -> None:
    """Whatever its alphabet; the header is visible ASCII."""
    text = run_text(name)

    assert all(" " <= character <= "~" for character in text)
    assert run_name(text) == name


def test_a_name_reads_as_it_is_where_it_can() -> None:
    """For anyone who looks at the wire."""
    assert run_text("Spring list (2)") == "Spring list (2)"


def test_what_is_too_long_or_breaks_a_line_is_left_out() -> None:
    """A name is a label: a paid call is not stopped for it, and no header is added by it."""
    assert run_text("a\r\nCookie: b") == "aCookie%3A b"
    assert run_name(run_text("ä" * 300)) == "ä" * MAX_RUN_CHARACTERS


@pytest.mark.parametrize("text", ["", "  ", "%00", "%0A", "%ff", "é", "a" * 201, "%E2%80%AE"])
def test_what_is_no_name_is_refused(text: str) -> None:
    """Text that does not print, is not UTF-8 or is too long."""
    with pytest.raises(ValueError, match="it "):
        run_name(text)
