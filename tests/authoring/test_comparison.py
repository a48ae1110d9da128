"""Comparing two revisions: each kind of difference is reported, and moves as sparingly as can be."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.authoring.block import Block, Blocks
from workbench.authoring.comparison import ChangedBlock, Comparison, compare_blocks, summarize


def block(letter: str, text: str = "") -> Block:
    """The block of a letter."""
    return Block(id=f"{ord(letter):08x}-0000-4000-8000-000000000000", type="text", content={"markdown": text})


def blocks(letters: str) -> Blocks:
    """The blocks of a word, each letter once."""
    return tuple(block(letter) for letter in letters)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("abc", "abc", Comparison((), (), (), ())),
        ("abc", "abxc", Comparison(blocks("x"), (), (), ())),
        ("abc", "ac", Comparison((), blocks("b"), (), ())),
        ("abc", "cab", Comparison((), (), (), blocks("c"))),
        ("abc", "bca", Comparison((), (), (), blocks("a"))),
        ("", "ab", Comparison(blocks("ab"), (), (), ())),
        ("ab", "", Comparison((), blocks("ab"), (), ())),
        ("abcd", "xdab", Comparison(blocks("x"), blocks("c"), (), blocks("d"))),
    ],
)
def test_each_difference_is_told(before: str, after: str, expected: Comparison) -> None:
    """A neighbour's coming or going is not a move."""
    assert compare_blocks(blocks(before), blocks(after)) == expected


def test_a_block_that_holds_something_else_is_changed() -> None:
    """Though it moved too."""
    before, after = (block("a", "old"), block("b")), (block("b"), block("a", "new"))
    found = compare_blocks(before, after)

    assert found.changed == (ChangedBlock(block("a", "old"), block("a", "new")),)
    assert len(found.moved) == 1


def test_the_same_is_empty() -> None:
    """And nothing else is."""
    assert compare_blocks(blocks("abc"), blocks("abc")).is_empty
    assert not compare_blocks(blocks("abc"), blocks("acb")).is_empty


@given(st.permutations("abcdef"))
def test_moves_are_as_few_as_can_be(after: list[str]) -> None:
    """No smaller set of blocks explains the new order."""
    moved = len(compare_blocks(blocks("abcdef"), blocks("".join(after))).moved)
    fewest = next(
        count
        for count in range(7)
        if any(
            "".join(letter for letter in after if letter not in gone) == "".join(sorted(set("abcdef") - set(gone)))
            for gone in combinations("abcdef", count)
        )
    )

    assert moved == fewest


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ((0, 0, 0, 0), "Nothing changed."),
        ((1, 0, 0, 0), "1 block added."),
        ((2, 1, 3, 1200), "2 blocks added, 1 block deleted, 3 blocks changed, 1,200 blocks moved."),
    ],
)
def test_the_counts_are_told_in_words(counts: tuple[int, int, int, int], sentence: str) -> None:
    """Only what is not nothing."""
    assert summarize(*counts) == sentence
