"""A lesson measured: how many words, which blocks, which of them empty. Pure; knows blocks, no lesson and no report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from workbench.authoring.block import Block
from workbench.authoring.content import AUTHOR_NOTE
from workbench.authoring.content.media_types import MEDIA_BLOCKS
from workbench.authoring.plain_text import count_words, plain_text
from workbench.authoring.words import split_words

OPEN: Final = "✎"
"""Marks placeholders in texts of lessons that were drafted before there were notes for authors."""

SKETCH_NUMBERS: Final = 128
SHINGLE_WORDS: Final = 5
LEAST_SKETCHED_WORDS: Final = 40
MOST_SKETCHED_WORDS: Final = 20_000
_NUMBER: Final = 1 << 32
_STEP: Final = 0x9E3779B1


@dataclass(frozen=True, slots=True)
class Measure:
    """Words that a learner reads, blocks by type in the order they first come, blocks without a word, places left
    open, the text. Notes for authors are counted among the blocks and the open places only.
    """

    words: int
    blocks_by_type: dict[str, int]
    empty_blocks: int
    open_places: int
    text: str


def measure_blocks(blocks: Sequence[Block]) -> Measure:
    """Return the measure of the blocks, in order. Never fails on odd content."""
    texts = [plain_text(block.type, block.content) for block in blocks if block.type != AUTHOR_NOTE]
    return Measure(
        words=sum(map(count_words, texts)),
        blocks_by_type=dict(Counter(block.type for block in blocks)),
        empty_blocks=sum(not text for text in texts) - _wordless_media(blocks),
        open_places=open_places(blocks),
        text="\n".join(text for text in texts if text),
    )


def _wordless_media(blocks: Sequence[Block]) -> int:
    """Return the number of pictures, recordings and files without a word, which are still content."""
    media = (block for block in blocks if block.type in MEDIA_BLOCKS and block.content.get("asset"))
    return sum(not plain_text(medium.type, medium.content) for medium in media)


def open_places(blocks: Sequence[Block]) -> int:
    """Return the number of places that the author still has to fill in or remove.

    These are notes for authors and placeholder signs in texts. Never fails on odd content.
    """
    texts = (plain_text(block.type, block.content) for block in blocks if block.type != AUTHOR_NOTE)
    return author_notes(blocks) + sum(text.count(OPEN) for text in texts)


def author_notes(blocks: Iterable[Block]) -> int:
    """Return the number of notes for authors in a lesson. A lesson with one can never be public."""
    return sum(block.type == AUTHOR_NOTE for block in blocks)


def text_digest(text: str) -> str | None:
    """Return a digest of a text's words in order, ignoring case, accents and punctuation.

    `None` for a text without words.
    """
    words = split_words(text)
    return blake2b(" ".join(words).encode(), digest_size=16).hexdigest() if words else None


def text_sketch(text: str) -> bytes | None:
    """128 numbers of 32 bits, little-endian: as many are equal in two texts as they have runs of five words in common.

    The part of equal numbers is an estimate of the Jaccard index of both sets of runs (MinHash, one permutation). Of
    the first 20,000 words; `None` for fewer than 40, which have too few runs.
    """
    words = split_words(text)[:MOST_SKETCHED_WORDS]
    if len(words) < LEAST_SKETCHED_WORDS:
        return None
    runs = {" ".join(words[index : index + SHINGLE_WORDS]) for index in range(len(words) - SHINGLE_WORDS + 1)}
    return b"".join(number.to_bytes(4, "little") for number in _fill_gaps(_least_numbers(runs)))


def _least_numbers(runs: Iterable[str]) -> list[int | None]:
    """Return the smallest number of a run in each of 128 groups; `None` for an empty group."""
    least: list[int | None] = [None] * SKETCH_NUMBERS
    for run in runs:
        value = int.from_bytes(blake2b(run.encode(), digest_size=8).digest(), "little")
        number, group = divmod(value % (_NUMBER * SKETCH_NUMBERS), SKETCH_NUMBERS)
        before = least[group]
        if before is None or number < before:
            least[group] = number
    return least


def _fill_gaps(least: Sequence[int | None]) -> list[int]:
    """Return the numbers; a group without any takes those of the next group, shifted by its distance."""
    filled, number, distance = [0] * len(least), 0, 0
    for index in reversed(range(2 * len(least))):
        here = least[index % len(least)]
        number, distance = (number, distance + 1) if here is None else (here, 0)
        filled[index % len(least)] = (number + distance * _STEP) % _NUMBER
    return filled
