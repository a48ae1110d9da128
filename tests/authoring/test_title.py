"""Titles: one line, neither empty nor endless."""

from __future__ import annotations

import pytest

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.title import MAX_TITLE_CHARACTERS, clean_title, retitle_heading


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


@pytest.mark.parametrize(("text", "expected"), [("Rye", "Spelt"), (" Rye\u00a0 ", "Spelt"), ("Rye bread", "Rye bread")])
def test_only_a_heading_that_repeats_the_title_gets_the_new_one(text: str, expected: str) -> None:
    """White space aside; a heading of its own words stays."""
    blocks = (Block(id=new_block_id(), type="heading", content={"text": text, "level": 1}),)
    (after,) = retitle_heading(blocks, "Rye", "Spelt")

    assert after.content == {"text": expected, "level": 1}


def test_only_the_first_heading_is_the_titles() -> None:
    """A later one of the same words is a section's; one that holds no text is left alone."""
    later = Block(id=new_block_id(), type="heading", content={"text": "Rye"})
    first = Block(id=new_block_id(), type="heading", content={"text": ["Rye"]})

    assert retitle_heading((first, later), "Rye", "Spelt") == (first, later)
    assert retitle_heading((), "Rye", "Spelt") == ()
