"""The state of a lesson on the screen: saved, saving or in conflict, with a sentence and both versions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from workbench.authoring.block import Block
from workbench.authoring.plain_text import plain_text
from workbench.widgets.block_list.sync import LessonSync
from workbench.widgets.block_list.wording import ARRANGED_ONLY, NOT_COMPLETE, version
from workbench.widgets.block_list.working_copy import EditDispute, WorkingCopy

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
    """How it stands now."""
    hint = _hint(sync, is_complete=is_complete)
    if copy.dispute:
        return SyncStatus(
            "dispute", "Someone else changed the same block. Choose below.", hint, _dispute(copy.dispute, sync)
        )
    if sync.outage:
        steps = f"{_steps(copy.unsaved)} not saved yet. Retrying." if copy.unsaved else "Retrying."
        return SyncStatus("unsaved" if copy.unsaved else "away", f"{sync.outage} {steps}", hint)
    if copy.unsaved:
        return SyncStatus("saving" if copy.in_flight else "unsaved", "Saving …", hint)
    if (sync.capabilities is None or sync.is_unreadable) and not copy.shown:
        if sync.is_unreadable:
            return SyncStatus("failed", "This lesson couldn't be loaded.", hint)
        return SyncStatus("empty", "Not loaded yet.", hint)
    return SyncStatus("saved", "All changes saved", hint)


def _hint(sync: LessonSync, *, is_complete: bool) -> str:
    if sync.capabilities is None or sync.capabilities.write:
        return ""
    return ARRANGED_ONLY if is_complete else f"{NOT_COMPLETE} A new block comes last."


def _dispute(dispute: EditDispute, sync: LessonSync) -> dict[str, Any]:
    count = len(dispute.about.blocks)
    what = ["the order of the blocks"] if dispute.about.order else []
    what += ["a block that you changed too" if count == 1 else f"{count} blocks that you changed too"] if count else []
    who = " and ".join(dispute.by[:3]) or "Somebody else"
    return {
        "sentence": f"{who} changed {' and '.join(what)}. Nothing is lost. Choose what to keep.",
        "theirs": version(dispute.before, dispute.theirs),
        "mine": version(dispute.theirs, dispute.mine, dispute.moved),
        "texts": _texts(dispute, sync) if sync.can.write else [],
    }


def _texts(dispute: EditDispute, sync: LessonSync) -> list[dict[str, Any]]:
    """Of each block that both changed: its place, who changed it and when, their text and mine, as plain text."""
    theirs = {block.id: block for block in dispute.theirs}
    mine = {block.id: block for block in dispute.mine}
    places = {block.id: place for place, block in enumerate(dispute.theirs, 1)}
    found = []
    for block_id in dispute.about.blocks[:MOST_TEXTS]:
        who, at = sync.authors.get(block_id, ("Somebody else", ""))
        texts = {"theirs": _text(theirs.get(block_id)), "mine": _text(mine.get(block_id))}
        found.append({"place": places.get(block_id, 0), "who": who, "at": at, **texts})
    return found


def _text(block: Block | None) -> str:
    return "" if block is None else plain_text(block.type, block.content)[:LONGEST_TEXT]


def _steps(count: int) -> str:
    return "1 change is" if count == 1 else f"{count} changes are"
