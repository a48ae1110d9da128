"""Levels of headings: as the sections lie in each other."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.markup.markdown import nested_levels
from workbench.authoring.rendering.outline import section_levels


def block(kind: str, **content: Any) -> Block:
    """A block of this type."""
    return Block(id=new_block_id(), type=kind, content=content)


@pytest.mark.parametrize(
    ("levels", "nested"),
    [
        ([1, 2, 3], [2, 3, 4]),
        ([2, 2, 3, 2], [2, 2, 3, 2]),
        ([3, 1, 3], [2, 2, 3]),
        ([1, 3, 3, 2], [2, 3, 3, 3]),
        ([], []),
    ],
)
def test_headings_lie_in_each_other_without_a_gap(levels: list[int], nested: list[int]) -> None:
    """What is higher stays higher; the first is one below the title."""
    assert list(nested_levels(levels, 1)) == nested


@given(st.lists(st.integers(1, 6)), st.integers(1, 5))
def test_no_level_is_left_out_and_none_reaches_the_title(levels: list[int], below: int) -> None:
    """Whatever an author chose: each is at most one deeper than the one before, and below the title."""
    found = [below, *nested_levels(levels, below)]

    assert all(after <= before + 1 for before, after in pairwise(found))
    assert all(below < level <= 6 for level in found[1:])


def test_a_block_stands_below_the_heading_before_it() -> None:
    """A heading that its schema refuses is shown as words, and no section begins with it."""
    blocks = [
        block("text", markdown="a"),
        block("heading", text="b", level=2),
        block("text", markdown="c"),
        block("heading", text="d", level=3),
        block("heading", text="e", level=9),
        block("quiz"),
    ]

    assert section_levels(blocks) == [1, 2, 2, 3, 3, 3]
    assert section_levels(blocks, title_level=2) == [2, 3, 3, 4, 4, 4]
