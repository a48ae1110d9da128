"""Heading levels of a lesson: none is skipped, and none is higher than the section that contains it."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.authoring.block import Block, below_title
from workbench.authoring.content import content_problem
from workbench.authoring.markup.markdown import nested_levels


def section_levels(blocks: Sequence[Block], title_level: int = 1) -> list[int]:
    """Return for each block its heading level, or that of the heading above; the title has `title_level`."""
    headings = [block for block in blocks if _is_heading(block)]
    levels = nested_levels((int(heading.content.get("level", 2)) for heading in headings), title_level)
    by_section, current = [], title_level
    for block in blocks:
        if _is_heading(block):
            current = next(levels)
        by_section.append(current)
    return by_section


def levels_below_title(blocks: Sequence[Block], title: str) -> list[int]:
    """Return the block levels as learners see them; 1 for a first heading that repeats the title."""
    below = below_title(blocks, title)
    return [1] * (len(blocks) - len(below)) + section_levels(below)


def _is_heading(block: Block) -> bool:
    return block.type == "heading" and content_problem(block.type, block.content) is None
