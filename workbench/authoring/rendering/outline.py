"""Levels of headings: none is left out, and none outranks what it stands in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from workbench.authoring.block import Block, below_title
from workbench.authoring.content import content_problem

DEEPEST: Final = 6


def section_levels(blocks: Sequence[Block], title_level: int = 1) -> list[int]:
    """For each block the level of the heading that it is, or that it stands below; the title has `title_level`."""
    headings = [each for each in blocks if _is_heading(each)]
    levels = nested_levels((int(each.content.get("level", 2)) for each in headings), title_level)
    found, current = [], title_level
    for each in blocks:
        if _is_heading(each):
            current = next(levels)
        found.append(current)
    return found


def levels_below_title(blocks: Sequence[Block], title: str) -> list[int]:
    """The levels of a lesson's blocks as learners see them; 1 for a first heading that repeats the title."""
    below = below_title(blocks, title)
    return [1] * (len(blocks) - len(below)) + section_levels(below)


def nested_levels(levels: Iterable[int], below: int) -> Iterator[int]:
    """The level of each heading in turn, as they lie in each other below one of level `below`, at most 6.

    `2, 4, 2` below 1 are `2, 3, 2`: what is higher in the text stays higher, and no level is left out.
    """
    around: list[int] = []
    for level in levels:
        while around and around[-1] >= level:
            around.pop()
        around.append(level)
        yield min(below + len(around), DEEPEST)


def _is_heading(block: Block) -> bool:
    return block.type == "heading" and content_problem(block.type, block.content) is None
