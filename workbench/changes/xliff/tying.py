"""Rows that tie a translation to its source: their content, their present state, their calls. Pure.

A row's value after has the source, and for each block that becomes current the digest of the translated text. A
block whose source says something else when the row is sent is tied as stale, so that nothing is lost. Source:
ours.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from workbench.authoring.translation import text_digest
from workbench.changes.journal import ALREADY, ChangeRecord, ChangeState, Settlement
from workbench.changes.present import PresentTranslation
from workbench.changes.row import BLOCKS, TIES, ChangeRow, ChangeVerdict
from workbench.procedures.declare import Call
from workbench.procedures.lesson import tie_translation
from workbench.procedures.translations import BlockTie, Translation


@dataclass(frozen=True, slots=True)
class WantedTie:
    """A block of the translation and the source's that it translates, with the digest of the texts translated.

    `stale_at` is the source's revision that the block translated before; None if it had no link, or was current.
    """

    block_id: str
    source_block_id: str
    digest: str
    stale_at: int | None = None


@dataclass(frozen=True, slots=True)
class WantedTies:
    """The requested links of a translation. `title` is the source's title if the translation's becomes current."""

    source_lesson_id: str
    source_revision: int
    language: str
    blocks: tuple[WantedTie, ...]
    title: str | None = None

    def __str__(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def read(cls, text: str) -> WantedTies:
        """Return the ties that such a text holds."""
        content = json.loads(text)
        return cls(**{**content, "blocks": tuple(WantedTie(**block) for block in content["blocks"])})


def ties_row(line: int, lesson_id: str, ties: WantedTies, *, lesson_title: str, course_title: str) -> ChangeRow:
    """Return the row that ties the lesson."""
    return ChangeRow(
        line=line,
        verdict=ChangeVerdict.CHANGE,
        lesson_id=lesson_id,
        field=TIES,
        after=str(ties),
        lesson_title=lesson_title,
        course_title=course_title,
    )


def is_ties(record: ChangeRecord) -> bool:
    """Return whether the row ties a translation, which comes after its texts are final."""
    return record.field == TIES and not record.block_id


def ties_call(record: ChangeRecord, present: PresentTranslation) -> Call[Translation]:
    """Return the call that ties the present blocks; deleted and unchanged ones are left out."""
    wanted = WantedTies.read(record.after)
    source, lesson = present.source, present.lesson
    assert source is not None
    assert lesson is not None  # others are settled
    there = {block.id for block in lesson.blocks}
    now = {block.id: text_digest(block.content) for block in source.blocks}
    ties = [
        BlockTie(
            block_id=block.block_id,
            source_block_id=block.source_block_id,
            translated_revision=None if now[block.source_block_id] == block.digest else wanted.source_revision,
        )
        for block in wanted.blocks
        if block.block_id in there and block.source_block_id in now and block.block_id not in present.failed
    ]
    return tie_translation(
        lesson_id=record.lesson_id,
        source_lesson_id=source.lesson_id,
        source_revision=source.revision,
        blocks=ties,
        is_title_current=wanted.title == source.title and None not in present.failed,
    )


def compare_ties(
    records: Iterable[ChangeRecord], present: Mapping[str, PresentTranslation]
) -> list[tuple[int, Settlement]]:
    """Return the rows that the present state already settles; the others are still to be made."""
    settlements = []
    for record in records:
        settlement = _settle_ties(
            record, WantedTies.read(record.after), present.get(record.lesson_id, PresentTranslation())
        )
        if settlement is not None:
            settlements.append((record.row_id, settlement))
    return settlements


def _settle_ties(record: ChangeRecord, ties: WantedTies, now: PresentTranslation) -> Settlement | None:
    if now.lesson is None or now.source is None:
        message = "The translation or its source no longer exists."
        return Settlement(ChangeState.REFUSED, "NOT_FOUND", message)
    if ties.blocks and all(block.block_id in now.failed for block in ties.blocks):
        return Settlement(ChangeState.CONFLICT, "CHANGED", "The texts that it is about were not changed.")
    if now.other is not None:
        message = (
            f"Someone else linked a translation into {ties.language} in the meantime. This one is a separate lesson."
        )
        return Settlement(ChangeState.CONFLICT, "CHANGED", message)
    if now.ties is None or now.ties.source_lesson_id != now.source.lesson_id:
        return None
    state = {block.block_id: block for block in now.ties.blocks}
    digests = {block.id: text_digest(block.content) for block in now.source.blocks}
    is_made = all(
        block.block_id in state
        and (state[block.block_id].state == "current" or digests[block.source_block_id] != block.digest)
        for block in ties.blocks
        if block.source_block_id in digests
    )
    is_made = is_made and not (ties.title == now.source.title and now.ties.is_title_stale)
    if not is_made:
        return None
    return Settlement(ChangeState.DONE, "FOUND" if record.sent_base is not None else ALREADY, "It was so already.")


def failed_blocks(ties: WantedTies, lesson_id: str, rows: Iterable[ChangeRecord]) -> frozenset[str | None]:
    """Return the blocks whose texts the set should have changed and did not, by its rows; None is the title."""
    failed: set[str | None] = set()
    for row in rows:
        if row.lesson_id != lesson_id or row.state is ChangeState.DONE or is_ties(row):
            continue
        if row.field == BLOCKS and not row.block_id:
            failed |= {tie.block_id for tie in ties.blocks}
        else:
            failed.add(row.block_id or None)
    return frozenset(failed)


def undo_call(record: ChangeRecord, now: PresentTranslation) -> Call[Translation] | None:
    """Return the call that makes the blocks stale again that the row made current; None if there are none."""
    wanted = WantedTies.read(record.after)
    if now.lesson is None or now.source is None or now.ties is None:
        return None
    state = {block.block_id: block for block in now.ties.blocks}
    ties = [
        BlockTie(block_id=block.block_id, source_block_id=block.source_block_id, translated_revision=block.stale_at)
        for block in wanted.blocks
        if block.stale_at is not None and block.block_id in state and state[block.block_id].state == "current"
    ]
    if not ties:
        return None
    return tie_translation(
        lesson_id=record.lesson_id,
        source_lesson_id=now.source.lesson_id,
        source_revision=now.source.revision,
        blocks=ties,
        is_title_current=None,
    )
