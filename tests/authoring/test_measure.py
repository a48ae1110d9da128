"""A lesson measured."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.service.sharing import EVERY_TYPE
from workbench.authoring.block import Block
from workbench.authoring.content import words
from workbench.authoring.measure import measured, open_places

EVERY = [Block.model_construct(id=str(at), type=kind, content=content) for at, (kind, content) in enumerate(EVERY_TYPE)]


def test_words_are_those_of_all_blocks() -> None:
    """Counted block by block."""
    assert measured(EVERY).words == sum(words(each.type, each.content) for each in EVERY)


def test_blocks_are_counted_by_type() -> None:
    """Unknown types too; a blank block is an empty block."""
    found = measured([*EVERY, EVERY[1]])

    assert found.blocks_by_type == {kind: 2 if kind == "text" else 1 for kind, _ in EVERY_TYPE}
    assert found.empty_blocks == 1


@given(st.lists(st.sampled_from(["", "   ", "a", "b c"])))
def test_a_block_without_a_word_is_empty(texts: list[str]) -> None:
    """Spaces are no words."""
    blocks = [
        Block.model_construct(id=str(at), type="text", content={"markdown": text}) for at, text in enumerate(texts)
    ]

    assert measured(blocks).empty_blocks == sum(not text.strip() for text in texts)


@pytest.mark.parametrize(
    ("kind", "content", "places"),
    [
        ("text", {"markdown": "✎ Say what it is."}, 1),
        ("text", {"markdown": "- **Yeast**: ✎ Say it.\n- **Salt**: ✎ Say it."}, 2),
        ("summary", {"points": ["Done.", "✎ Add one."]}, 1),
        ("text", {"markdown": "Done."}, 0),
        ("odd", {"anything": "✎"}, 1),
    ],
)
def test_places_left_to_the_author_are_counted(kind: str, content: dict[str, Any], places: int) -> None:
    """Wherever learners would read them."""
    assert open_places([Block.model_construct(id="1", type=kind, content=content)]) == places


def test_nothing_has_no_words() -> None:
    """And no text."""
    assert (measured([]).words, measured([]).text) == (0, "")
