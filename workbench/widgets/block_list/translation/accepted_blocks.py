"""Blocks of a translation that are accepted: edits like others, which undo takes back, and their ties.

They are tied as soon as they are stored, and said to be stale again when they are taken back. A program that dies in
between leaves a block marked, which is the safe side.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.gesture import edit_block, insert_blocks
from workbench.authoring.translation import place_of_translation, text_digest, translated_content
from workbench.errors import Conflict, EditRejected, WorkbenchError
from workbench.procedures.translations import BlockTie
from workbench.widgets.block_list.sync import ListContext
from workbench.widgets.block_list.translation.lesson_translation import LessonTranslation, work_left_text
from workbench.widgets.block_list.translation.pairs import TITLE, open_count

MOST_ROUNDS: Final = 3
PAUSE_SECONDS: Final = 10.0
"""After a tie that failed, until it is tried again."""
_NOT_THERE: Final = "This block was deleted from the source lesson."
_CHANGED_AGAIN: Final = "The source lesson has just changed again. Check it, then confirm."


@dataclass(slots=True)
class AcceptedBlock:
    """A block that was accepted here: how it was before, and the source's block and revision that it translates.

    `was_revision` is the source's revision that the block translated before; `is_tied` whether it was tied since.
    """

    source_block_id: str
    block_id: str
    before: Block | None
    source: Block
    source_revision: int
    was_revision: int | None
    is_current: bool = True
    is_tied: bool = False


class AcceptedBlocks:
    """What was accepted in one list. `confirm` asks the service and blocks; ties are made on a worker thread."""

    def __init__(self, translation: LessonTranslation, context: ListContext) -> None:
        self._translation, self._edit, self._on_change = translation, context.edit, context.on_change
        self._accepted: dict[str, AcceptedBlock] = {}
        self._is_settling = False
        self._settle_after = 0.0
        translation.accepted_now = self._not_tied

    def _not_tied(self) -> Mapping[str, str]:
        accepted = self._accepted.items()
        return {
            key: block.block_id
            for key, block in accepted
            if block.is_current and not block.is_tied and self._is_in_place(block)
        }

    def confirm(self, key: str) -> None:
        """Say that a row's translation still says what its source says: it is current. Changes no text."""
        self._translation.sync.attempt(self._translation.sync.deliver)
        for is_last in (*[False] * (MOST_ROUNDS - 1), True):
            with self._translation.lock:
                row, translation = self._translation.row(key), self._translation.found
                seen = self._translation.source_block(row.source_block_id)
            if row.state in ("missing", "extra"):
                raise EditRejected("This block isn't translated yet." if row.state == "missing" else _NOT_THERE)
            assert translation is not None  # it has rows
            blocks = []
            if row.block_id is not None and row.source_block_id is not None:
                blocks = [BlockTie(block_id=row.block_id, source_block_id=row.source_block_id)]
            try:
                self._translation.tie(translation, blocks, is_title_current=key == TITLE)
                break
            except Conflict:
                if is_last:
                    raise
                self._translation.read_source()
                with self._translation.lock:
                    now = self._translation.source_block(row.source_block_id)
                if key != TITLE and not same_texts(seen, now):
                    raise EditRejected(_CHANGED_AGAIN) from None
        with self._translation.lock:
            self._accepted.pop(key, None)
            left = open_count(self._translation.rows)
            self._on_change(
                f"Mark as current. {work_left_text(left).capitalize()}." if left else "Everything is up to date."
            )

    def put(self, key: str, content: dict[str, Any], block_type: str, *, accepted: AcceptedBlock | None = None) -> str:
        """Put a block into the translation in a row's place, as one edit that undo takes back; its id."""
        row = self._translation.row(key)
        shown = self._translation.copy.blocks
        now = self._translation.block(row)
        if now is not None:
            self._edit(edit_block(now.id, content, block_type))
            return now.id
        tied = {
            row.source_block_id: row.block_id for row in self._translation.rows if row.source_block_id and row.block_id
        }
        order = [block.id for block in self._translation.source.blocks] if self._translation.source else []
        index = place_of_translation(key, order, tied, [block.id for block in shown])
        made = Block(id=accepted.block_id if accepted else new_block_id(), type=block_type, content=content)
        self._edit(insert_blocks(shown, [made], at=index))
        return made.id

    def accept(self, key: str, content: dict[str, Any], block_type: str, *, source: Block, revision: int) -> None:
        """Put a text into a row's place that translates the source's block as it was at the revision."""
        row = self._translation.row(key)
        made = AcceptedBlock(
            key, row.block_id or new_block_id(), self._translation.block(row), source, revision, row.translated_revision
        )
        made.is_current = same_texts(self._translation.source_block(key), source)
        self._accepted[key] = made
        try:
            self.put(key, content, block_type, accepted=made)
        except EditRejected:
            del self._accepted[key]
            raise

    def write(self, key: str, new_id: str) -> None:
        """Put a copy of the source's block into the translation to be overwritten; it is stale until then."""
        source = self._translation.source_block(key)
        if source is None or self._translation.source is None or self._translation.row(key).block_id is not None:
            raise EditRejected(_NOT_THERE)
        made = AcceptedBlock(key, new_id, None, source, self._translation.source.revision, None, is_current=False)
        self._accepted[key] = made
        self.put(key, translated_content(source.content, {}), source.type, accepted=made)

    def notice(self) -> None:
        """Tie what is now stored, on a worker thread; called with the lock on every change of the list."""
        is_taken = (
            self._is_settling or self._translation.copy.unsaved_steps or self._translation.copy.dispute is not None
        )
        if is_taken or time.monotonic() < self._settle_after or not self._due():
            return
        self._is_settling = True
        self._translation.work(self._settle)

    def _due(self) -> list[AcceptedBlock]:
        """Return the accepted blocks to be tied, or to be marked stale again."""
        return [value for value in self._accepted.values() if self._is_in_place(value) != value.is_tied]

    def _is_in_place(self, accepted: AcceptedBlock) -> bool:
        """Return whether the accepted text or a later one is still in place, neither undone nor removed."""
        now = next((block for block in self._translation.copy.blocks if block.id == accepted.block_id), None)
        return now is not None and (accepted.before is None or not now.same_as(accepted.before))

    def _settle(self) -> None:
        try:
            for _ in range(MOST_ROUNDS):
                with self._translation.lock:
                    due, translation = self._due(), self._translation.found
                    there = {block.id for block in self._translation.copy.confirmed}
                    holding = {block.source_block_id: self._is_in_place(block) for block in due}
                    ties = [
                        self._tie_of(block, holding[block.source_block_id]) for block in due if block.block_id in there
                    ]
                if not due or translation is None:
                    return
                try:
                    if ties:
                        self._translation.tie(translation, ties)
                except Conflict:
                    self._translation.read_source()
                    continue
                with self._translation.lock:
                    for block in due:
                        block.is_tied = holding[block.source_block_id]
                    self._on_change("")
        except WorkbenchError:
            self._settle_after = time.monotonic() + PAUSE_SECONDS
            raise
        finally:
            self._is_settling = False

    def _tie_of(self, accepted: AcceptedBlock, holds: bool) -> BlockTie:
        """Return the block's tie; it is stale if the text was undone or its source has changed since."""
        now = self._translation.source_block(accepted.source_block_id)
        is_current = accepted.is_current and same_texts(now, accepted.source)
        stale_since = None if is_current else accepted.source_revision
        if not holds:
            stale_since = accepted.was_revision or accepted.source_revision
        return BlockTie(
            block_id=accepted.block_id, source_block_id=accepted.source_block_id, translated_revision=stale_since
        )


def same_texts(one: Block | None, other: Block | None) -> bool:
    """Return whether both source blocks exist and have the same text."""
    return one is not None and other is not None and text_digest(one.content) == text_digest(other.content)
