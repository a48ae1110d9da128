"""Titles: one line, neither empty nor endless."""

from __future__ import annotations

import pytest

from workbench.authoring.title import MAX_TITLE_CHARACTERS, clean_title


def test_a_title_is_one_line() -> None:
    """Outer white space goes, line breaks and runs become one space."""
    assert clean_title("  How\nbread \t rises ") == "How bread rises"


@pytest.mark.parametrize("text", ["", " \n\t ", "x" * (MAX_TITLE_CHARACTERS + 1)])
def test_what_is_no_title_is_refused(text: str) -> None:
    """Nothing to read, or too much for a list."""
    with pytest.raises(ValueError, match="the title"):
        clean_title(text)


def test_the_longest_title_is_a_title() -> None:
    """A limit is the largest size allowed."""
    assert clean_title("x" * MAX_TITLE_CHARACTERS)
