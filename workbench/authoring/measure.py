"""A lesson measured: how many words, which blocks, which of them empty. Pure; knows blocks, no lesson and no report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from workbench.authoring.block import Block
from workbench.authoring.content import count_words, plain_text

OPEN: Final = "✎"
"""Marks what an outline leaves to the author: a sentence to write, or a note to delete."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Words that a learner reads, blocks by type in the order they first come, blocks without a word, places left
    open, the text.
    """

    words: int
    blocks_by_type: dict[str, int]
    empty_blocks: int
    open_places: int
    text: str


def measured(blocks: Sequence[Block]) -> Measure:
    """The measure of some blocks, in order. Never fails on odd content."""
    texts = [plain_text(each.type, each.content) for each in blocks]
    return Measure(
        words=sum(map(count_words, texts)),
        blocks_by_type=dict(Counter(each.type for each in blocks)),
        empty_blocks=sum(not text for text in texts),
        open_places=open_places(blocks),
        text="\n".join(text for text in texts if text),
    )


def open_places(blocks: Sequence[Block]) -> int:
    """How many places of a lesson its author has still to fill in or take away. Never fails on odd content."""
    return sum(plain_text(each.type, each.content).count(OPEN) for each in blocks)
