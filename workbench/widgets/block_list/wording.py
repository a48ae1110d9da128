"""The words that the block list says: names of block types, what was done, and how a version differs from another.

And the state of a lesson: saved, saving or in conflict, with a sentence and both versions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from workbench.authoring.block import Block, Blocks
from workbench.authoring.content import content_problem
from workbench.authoring.plain_text import excerpt, plain_text
from workbench.widgets.block_list.change import Change, out_of_order
from workbench.widgets.block_list.sync import LessonSync
from workbench.widgets.block_list.working_copy import EditDispute, WorkingCopy
from workbench.widgets.kit.block_names import block_type_name

_NEIGHBOURS = 1
_MOST_ROWS = 40

NOT_COMPLETE: Final = (
    "This service doesn't list a lesson's blocks, so a new order could leave some "
    "out. Set is_complete=True if block_ids has them all."
)
ARRANGED_ONLY: Final = "This service can only add blank blocks and reorder blocks; it can't edit, copy or delete them."

Card = list[str]
"""A block as the list shows it: type, excerpt, and what is wrong with its content."""


def card(block: Block) -> Card:
    """Return the block as a card."""
    return [
        block.type,
        excerpt(block.type, block.content),
        content_problem(block.type, block.content) or "",
    ]


def describe_change(change: Change) -> str:
    """Describe the change, for a screen reader and for the line above the list."""
    old = [block.id for block in change.before]
    new = [block.id for block in change.after]
    were, are = set(old), set(new)
    added = [number for number, block_id in enumerate(new, 1) if block_id not in were]
    gone = [number for number, block_id in enumerate(old, 1) if block_id not in are]
    if added and not gone:
        return f"{_blocks(added, 'inserted')} at position {_places(added)} of {len(new)}."
    if gone and not added:
        return f"{_which(gone)} deleted. Undo brings {'it' if len(gone) == 1 else 'them'} back."
    moved = [number for number, block_id in enumerate(old, 1) if block_id in change.moved]
    if moved and not gone:
        there = [number for number, block_id in enumerate(new, 1) if block_id in change.moved]
        return f"{_which(moved)} moved to position {_places(there)} of {len(new)}."
    changed = [number for number, block_id in enumerate(new, 1) if block_id in change.changed_ids]
    return f"{_which(changed)} changed." if changed else "Changed."


Version = list[dict[str, Any]]
"""Rows of position, type, text and mark; a gap is an empty row."""


def version(before: Blocks, after: Blocks, moved: Collection[str] | None = None) -> Version:
    """Return the rows around the change to `before`; without `moved`, the fewest moves that explain it."""
    marks = _marks(before, after, moved)
    near = {index + step for index in marks for step in range(-_NEIGHBOURS, _NEIGHBOURS + 1)}
    rows: Version = []
    last = -1
    for index in sorted(near_place for near_place in near if 0 <= near_place < len(after)):
        if index != last + 1:
            rows.append({})
        kind, text, _ = card(after[index])
        rows.append({"place": index + 1, "type": block_type_name(kind), "text": text, "mark": marks.get(index, "")})
        last = index
    if last != len(after) - 1:
        rows.append({})
    return rows[:_MOST_ROWS]


def _marks(before: Blocks, after: Blocks, moved: Collection[str] | None) -> dict[int, str]:
    old = {block.id: block for block in before}
    if moved is None:
        moved = out_of_order([block.id for block in before], [block.id for block in after])
    marks = {}
    for index, block in enumerate(after):
        if block.id not in old:
            marks[index] = "new"
        elif old[block.id] != block:
            marks[index] = "changed"
        elif block.id in moved:
            marks[index] = "moved"
    return marks


def _blocks(places: list[int], what: str) -> str:
    return f"Block {what}" if len(places) == 1 else f"{len(places)} blocks {what}"


def _which(places: list[int]) -> str:
    return f"Block {places[0]}" if len(places) == 1 else f"{len(places)} blocks"


def _places(places: Iterable[int]) -> str:
    every = sorted(places)
    if len(every) > 1 and every[-1] - every[0] == len(every) - 1:
        return f"{every[0]} to {every[-1]}"
    return ", ".join(str(number) for number in every[:5]) + (" …" if len(every) > 5 else "")


MOST_TEXTS = 10
LONGEST_TEXT = 4000


@dataclass(frozen=True, slots=True)
class SyncStatus:
    """`state` is `empty`, `failed`, `saved`, `saving`, `unsaved` or `dispute`; `hint`: what cannot be done."""

    state: str
    sentence: str
    hint: str = ""
    dispute: dict[str, Any] = field(default_factory=dict)


def sync_status(copy: WorkingCopy, sync: LessonSync, *, is_complete: bool) -> SyncStatus:
    """Return the current sync status."""
    hint = _hint(sync, is_complete=is_complete)
    if copy.dispute:
        return SyncStatus(
            "dispute", "Someone else changed the same block. Choose below.", hint, _dispute(copy.dispute, sync)
        )
    if sync.outage:
        steps = f"{_steps(copy.unsaved_steps)} not saved yet. Retrying." if copy.unsaved_steps else "Retrying."
        return SyncStatus("unsaved" if copy.unsaved_steps else "away", f"{sync.outage} {steps}", hint)
    if copy.unsaved_steps:
        return SyncStatus("saving" if copy.in_flight else "unsaved", "Saving…", hint)
    if (sync.capabilities is None or sync.is_unreadable) and not copy.blocks:
        if sync.is_unreadable:
            return SyncStatus("failed", "This lesson couldn't be loaded.", hint)
        return SyncStatus("empty", "Not loaded yet.", hint)
    return SyncStatus("saved", "All changes saved", hint)


def _hint(sync: LessonSync, *, is_complete: bool) -> str:
    if sync.capabilities is None or sync.capabilities.write:
        return ""
    return ARRANGED_ONLY if is_complete else f"{NOT_COMPLETE} A new block goes to the end."


def _dispute(dispute: EditDispute, sync: LessonSync) -> dict[str, Any]:
    count = len(dispute.about.blocks)
    what = ["the order of the blocks"] if dispute.about.order else []
    what += ["a block that you changed too" if count == 1 else f"{count} blocks that you changed too"] if count else []
    who = " and ".join(dispute.by[:3]) or "Someone else"
    return {
        "sentence": f"{who} changed {' and '.join(what)}. Nothing is lost. Choose what to keep.",
        "theirs": version(dispute.before, dispute.theirs),
        "mine": version(dispute.theirs, dispute.mine, dispute.moved),
        "texts": _texts(dispute, sync) if sync.known_capabilities.write else [],
    }


def _texts(dispute: EditDispute, sync: LessonSync) -> list[dict[str, Any]]:
    """Of each block that both changed: its place, who changed it and when, their text and mine, as plain text."""
    theirs = {block.id: block for block in dispute.theirs}
    mine = {block.id: block for block in dispute.mine}
    places = {block.id: number for number, block in enumerate(dispute.theirs, 1)}
    conflicts = []
    for block_id in dispute.about.blocks[:MOST_TEXTS]:
        who, at = sync.authors.get(block_id, ("Someone else", ""))
        texts = {"theirs": _text(theirs.get(block_id)), "mine": _text(mine.get(block_id))}
        conflicts.append({"place": places.get(block_id, 0), "who": who, "at": at, **texts})
    return conflicts


def _text(block: Block | None) -> str:
    return "" if block is None else plain_text(block.type, block.content)[:LONGEST_TEXT]


def _steps(count: int) -> str:
    return "1 change is" if count == 1 else f"{count} changes are"
