"""A translation beside its source as rows: which block stands beside which, and how each of a row looks. Pure.

HTML is escaped or sanitised here. A row is named by the source's block; one that only the translation has by its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from workbench.authoring.block import Block, Blocks
from workbench.authoring.rendering.blocks import block_html
from workbench.authoring.translation import text_digest
from workbench.procedures.translations.translation import Translation
from workbench.widgets.kit.block_names import name_of
from workbench.widgets.kit.difference import change_html

TITLE: Final = "title"
"""The name of the row of both titles."""
_UNKNOWN: Final = "The source text at the time of the translation is unknown."
_MARKED: Final = "The source did not change: this is a copy of it, or somebody marked it to be looked at."
RowState = Literal["current", "stale", "missing", "extra"]


@dataclass(frozen=True, slots=True)
class PairRow:
    """One row: its name, the block of the source and that of the translation, and how it stands."""

    key: str
    source_block_id: str | None
    block_id: str | None
    state: RowState
    translated_revision: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether something is to be done."""
        return self.state in ("stale", "missing")


def pair_rows(found: Translation, shown: Blocks, accepted: Mapping[str, str]) -> list[PairRow]:
    """The rows in the source's order, the titles first; what only the translation has stands where it has it.

    `shown` are the translation's blocks with everything done; `accepted` has blocks by those of the source that they
    translate from now on, tied or not yet.
    """
    there = {block.id for block in shown}
    rows = [PairRow(TITLE, None, None, "stale" if found.is_title_stale else "current")]
    for block_tie in found.blocks:
        block_id = accepted.get(block_tie.source_block_id, block_tie.block_id)
        known = block_id if block_id in there else None
        state: RowState = "missing" if known is None else block_tie.state
        if known is not None and (block_tie.source_block_id in accepted or state == "missing"):
            state = "current"
        rows.append(
            PairRow(block_tie.source_block_id, block_tie.source_block_id, known, state, block_tie.translated_revision)
        )
    tied = {row.block_id for row in rows}
    places = {row.block_id: place for place, row in enumerate(rows) if row.block_id}
    extras: dict[int, list[PairRow]] = {}
    behind = 0
    for block in shown:
        if block.id in tied:
            behind = places[block.id]
        else:
            extras.setdefault(behind, []).append(PairRow(block.id, None, block.id, "extra"))
    return [one for place, row in enumerate(rows) for one in (row, *extras.get(place, ()))]


def open_count(rows: Collection[PairRow]) -> int:
    """How many rows are stale or missing."""
    return sum(row.is_open for row in rows)


def row_details(
    row: PairRow, source: Blocks, shown: Blocks, *, languages: tuple[str, str], then: Sequence[Block] | None
) -> dict[str, Any]:
    """How a row looks: both blocks, and what changed in the source since `then`, its blocks when they were tied.

    `languages` are the source's and the translation's; `then` is None where nobody knows.
    """
    mine = next((block for block in source if block.id == row.source_block_id), None)
    theirs = next((block for block in shown if block.id == row.block_id), None)
    either = mine or theirs
    changed, note = _changed(row, mine, then)
    return {
        "kind": name_of(either.type) if either else "",
        "source": _html(mine, languages[0]),
        "html": _html(theirs, languages[1]),
        "changed": changed,
        "note": note,
    }


def _html(block: Block | None, language: str) -> str:
    return "" if block is None else block_html(block.type, block.content, language)


def _changed(row: PairRow, now: Block | None, then: Sequence[Block] | None) -> tuple[str, str]:
    """What the source says otherwise since, as HTML; or a sentence where that is nothing, or is not known."""
    if row.state != "stale" or now is None:
        return "", ""
    before = next((block for block in then or () if block.id == row.source_block_id), None)
    if before is None:
        return "", _UNKNOWN
    if text_digest(before.content) == text_digest(now.content):
        return "", _MARKED
    return change_html(before, now), ""
