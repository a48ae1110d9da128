"""The words that the block list says: names of block types, what was done, and how a version differs from another."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from workbench.authoring.block import Block, Blocks
from workbench.authoring.content import content_problem
from workbench.authoring.plain_text import excerpt
from workbench.widgets.block_list.change import Change, out_of_order
from workbench.widgets.kit.block_names import name_of

_NEIGHBOURS = 1
_MOST_ROWS = 40

NOT_COMPLETE: Final = (
    "This service does not tell which blocks a lesson has, so an order could leave some out. "
    "Say is_complete=True when block_ids names them all."
)
ARRANGED_ONLY: Final = (
    "This service takes only new blank blocks and a new order; it announces no editing, copying or deleting of blocks."
)

Card = list[str]
"""A block as the list shows it: type, excerpt, and what is wrong with its content."""


def card(block: Block) -> Card:
    """The block as a card."""
    return [
        block.type,
        excerpt(block.type, block.content),
        content_problem(block.type, block.content) or "",
    ]


def announcement_of(change: Change) -> str:
    """What was done, for a screen reader and the line above the list."""
    old = [block.id for block in change.before]
    new = [block.id for block in change.after]
    were, are = set(old), set(new)
    added = [place for place, each in enumerate(new, 1) if each not in were]
    gone = [place for place, each in enumerate(old, 1) if each not in are]
    if added and not gone:
        return f"{_blocks(added, 'inserted')} at position {_places(added)} of {len(new)}."
    if gone and not added:
        return f"{_which(gone)} deleted. Undo brings {'it' if len(gone) == 1 else 'them'} back."
    moved = [place for place, each in enumerate(old, 1) if each in change.moved]
    if moved and not gone:
        there = [place for place, each in enumerate(new, 1) if each in change.moved]
        return f"{_which(moved)} moved to position {_places(there)} of {len(new)}."
    changed = [place for place, each in enumerate(new, 1) if each in change.touched]
    return f"{_which(changed)} changed." if changed else "Changed."


Version = list[dict[str, Any]]
"""Rows of position, type, text and mark; a gap is an empty row."""


def version(before: Blocks, after: Blocks, moved: Collection[str] | None = None) -> Version:
    """The rows around what was done to `before`: moved blocks are the named ones, else the fewest that explain it."""
    marks = _marks(before, after, moved)
    near = {place + step for place in marks for step in range(-_NEIGHBOURS, _NEIGHBOURS + 1)}
    rows: Version = []
    last = -1
    for place in sorted(each for each in near if 0 <= each < len(after)):
        if place != last + 1:
            rows.append({})
        kind, text, _ = card(after[place])
        rows.append({"place": place + 1, "type": name_of(kind), "text": text, "mark": marks.get(place, "")})
        last = place
    if last != len(after) - 1:
        rows.append({})
    return rows[:_MOST_ROWS]


def _marks(before: Blocks, after: Blocks, moved: Collection[str] | None) -> dict[int, str]:
    old = {block.id: block for block in before}
    if moved is None:
        moved = out_of_order([block.id for block in before], [block.id for block in after])
    marks = {}
    for place, block in enumerate(after):
        if block.id not in old:
            marks[place] = "new"
        elif old[block.id] != block:
            marks[place] = "changed"
        elif block.id in moved:
            marks[place] = "moved"
    return marks


def _blocks(places: list[int], what: str) -> str:
    return f"Block {what}" if len(places) == 1 else f"{len(places)} blocks {what}"


def _which(places: list[int]) -> str:
    return f"Block {places[0]}" if len(places) == 1 else f"{len(places)} blocks"


def _places(places: Iterable[int]) -> str:
    every = sorted(places)
    if len(every) > 1 and every[-1] - every[0] == len(every) - 1:
        return f"{every[0]} to {every[-1]}"
    return ", ".join(str(each) for each in every[:5]) + (" …" if len(every) > 5 else "")
