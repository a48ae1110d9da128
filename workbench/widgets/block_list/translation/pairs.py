"""A translation and its source as rows: the pairing of their blocks, and the rendering of each row. Pure.

HTML is escaped or sanitised here. A row is named after the source's block; a block that only the translation
has is named after itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from workbench.authoring.block import Block, Blocks
from workbench.authoring.rendering.blocks import block_html
from workbench.authoring.translation import text_digest
from workbench.procedures.translations import Translation
from workbench.widgets.kit.block_names import block_type_name
from workbench.widgets.kit.difference import change_html

TITLE: Final = "title"
"""The name of the row of both titles."""
_UNKNOWN: Final = "The source text at the time of the translation is unknown."
_MARKED: Final = "The source has not changed: this block is a copy of it, or someone marked it for checking."
RowState = Literal["current", "stale", "missing", "extra"]


@dataclass(frozen=True, slots=True)
class PairRow:
    """One row: its name, the blocks of the source and the translation, and its state."""

    key: str
    source_block_id: str | None
    block_id: str | None
    state: RowState
    translated_revision: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether the row needs work."""
        return self.state in ("stale", "missing")


def pair_rows(translation: Translation, shown: Blocks, accepted: Mapping[str, str]) -> list[PairRow]:
    """Return the rows in the source's order, titles first; extra blocks keep their place in the translation.

    `shown` are the translation's blocks with every edit applied; `accepted` maps source blocks to the blocks
    that now translate them, tied or not yet.
    """
    there = {block.id for block in shown}
    rows = [PairRow(TITLE, None, None, "stale" if translation.is_title_stale else "current")]
    for block_tie in translation.blocks:
        block_id = accepted.get(block_tie.source_block_id, block_tie.block_id)
        known = block_id if block_id in there else None
        state: RowState = "missing" if known is None else block_tie.state
        if known is not None and (block_tie.source_block_id in accepted or state == "missing"):
            state = "current"
        rows.append(
            PairRow(block_tie.source_block_id, block_tie.source_block_id, known, state, block_tie.translated_revision)
        )
    tied = {row.block_id for row in rows}
    places = {row.block_id: index for index, row in enumerate(rows) if row.block_id}
    extras: dict[int, list[PairRow]] = {}
    behind = 0
    for block in shown:
        if block.id in tied:
            behind = places[block.id]
        else:
            extras.setdefault(behind, []).append(PairRow(block.id, None, block.id, "extra"))
    return [one for index, row in enumerate(rows) for one in (row, *extras.get(index, ()))]


def open_count(rows: Collection[PairRow]) -> int:
    """Return how many rows are stale or missing."""
    return sum(row.is_open for row in rows)


def row_details(
    row: PairRow, source: Blocks, shown: Blocks, *, languages: tuple[str, str], then: Sequence[Block] | None
) -> dict[str, Any]:
    """Return a row in view form: both blocks, and what changed in the source since `then`.

    `then` is the source's blocks when they were tied, or None if unknown. `languages` are the source's and the
    translation's.
    """
    mine = next((block for block in source if block.id == row.source_block_id), None)
    theirs = next((block for block in shown if block.id == row.block_id), None)
    either = mine or theirs
    changed, note = _describe_change(row, mine, then)
    return {
        "kind": block_type_name(either.type) if either else "",
        "source": _html(mine, languages[0]),
        "html": _html(theirs, languages[1]),
        "changed": changed,
        "note": note,
    }


def _html(block: Block | None, language: str) -> str:
    return "" if block is None else block_html(block.type, block.content, language)


def _describe_change(row: PairRow, now: Block | None, then: Sequence[Block] | None) -> tuple[str, str]:
    """Return the change in the source's text as HTML, or a sentence if it is empty or unknown."""
    if row.state != "stale" or now is None:
        return "", ""
    before = next((block for block in then or () if block.id == row.source_block_id), None)
    if before is None:
        return "", _UNKNOWN
    if text_digest(before.content) == text_digest(now.content):
        return "", _MARKED
    return change_html(before, now), ""
