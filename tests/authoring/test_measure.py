"""A lesson measured."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.service.shared_courses import EVERY_TYPE
from workbench.authoring.block import Block
from workbench.authoring.measure import SKETCH_NUMBERS, measure_blocks, open_places, text_digest, text_sketch
from workbench.authoring.plain_text import words

EVERY = [Block.model_construct(id=str(at), type=kind, content=content) for at, (kind, content) in enumerate(EVERY_TYPE)]


def test_words_are_those_of_all_blocks() -> None:
    """Counted block by block."""
    assert measure_blocks(EVERY).words == sum(words(block.type, block.content) for block in EVERY)


def test_blocks_are_counted_by_type() -> None:
    """Unknown types too; a blank block is an empty block."""
    found = measure_blocks([*EVERY, EVERY[1]])

    assert found.blocks_by_type == {kind: 2 if kind == "text" else 1 for kind, _ in EVERY_TYPE}
    assert found.empty_blocks == 1


@given(st.lists(st.sampled_from(["", "   ", "a", "b c"])))
def test_a_block_without_a_word_is_empty(texts: list[str]) -> None:
    """Spaces are not words."""
    blocks = [
        Block.model_construct(id=str(index), type="text", content={"markdown": text})
        for index, text in enumerate(texts)
    ]

    assert measure_blocks(blocks).empty_blocks == sum(not text.strip() for text in texts)


@pytest.mark.parametrize(
    ("kind", "content", "places"),
    [
        ("text", {"markdown": "✎ Say what it is."}, 1),
        ("text", {"markdown": "- **Yeast**: ✎ Say it.\n- **Salt**: ✎ Say it."}, 2),
        ("summary", {"points": ["Done.", "✎ Add one."]}, 1),
        ("text", {"markdown": "Done."}, 0),
        ("odd", {"anything": "✎"}, 1),
        ("authorNote", {"markdown": "Say what it is."}, 1),
        ("authorNote", {"markdown": ""}, 1),
        ("authorNote", {"markdown": "✎ ✎"}, 1),
    ],
)
def test_places_left_to_the_author_are_counted(kind: str, content: dict[str, Any], places: int) -> None:
    """Wherever learners would read them."""
    assert open_places([Block.model_construct(id="1", type=kind, content=content)]) == places


def test_a_note_for_authors_is_no_text_of_the_lesson() -> None:
    """Nobody learns from it: it has no words, is not empty and makes no two lessons alike; it is a block."""
    note = Block.model_construct(id="n", type="authorNote", content={"markdown": "Ask the harbour."})
    found, without = measure_blocks([*EVERY, note]), measure_blocks(EVERY)

    assert (found.words, found.text, found.empty_blocks) == (without.words, without.text, without.empty_blocks)
    assert found.blocks_by_type["authorNote"] == 1 and found.open_places == without.open_places + 1


def test_nothing_has_no_words() -> None:
    """And no text."""
    assert (measure_blocks([]).words, measure_blocks([]).text) == (0, "")


def numbers(text: str) -> list[int]:
    """The numbers of a text's sketch."""
    sketch = text_sketch(text)
    assert sketch is not None and len(sketch) == 4 * SKETCH_NUMBERS
    return [int.from_bytes(sketch[index : index + 4], "little") for index in range(0, len(sketch), 4)]


def test_a_digest_is_of_the_words() -> None:
    """Their case, accents and signs do not count, their order does; a text without words has none."""
    assert text_digest("Ebb, and FLÓOD!") == text_digest("ebb and flood") != text_digest("flood and ebb")
    assert text_digest(" … ") is None


@pytest.mark.parametrize("length", [40, 120, 3_000])
@pytest.mark.parametrize("shared", [1.0, 0.9, 0.5, 0.0])
def test_equal_numbers_are_an_estimate_of_what_is_shared(length: int, shared: float) -> None:
    """To some parts in a hundred; a short text has fewer runs, and so a larger error."""
    first = [f"a{number}" for number in range(length)]
    second = [*first[: int(length * shared)], *(f"b{number}" for number in range(int(length * shared), length))]
    runs = [{tuple(word_list[index : index + 5]) for index in range(length - 4)} for word_list in (first, second)]
    jaccard = len(runs[0] & runs[1]) / len(runs[0] | runs[1])
    pairs = list(zip(numbers(" ".join(first)), numbers(" ".join(second)), strict=True))

    assert abs(sum(one == other for one, other in pairs) / len(pairs) - jaccard) < (0.2 if length == 40 else 0.13)


def test_a_short_text_has_no_sketch() -> None:
    """It has too few runs."""
    assert text_sketch("word " * 39) is None and text_sketch(" ".join(map(str, range(1_000, 1_040)))) is not None
