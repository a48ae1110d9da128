"""Texts of a lesson's history: a revision as a row, and two revisions compared block by block and word by word.

Pure. Texts of lessons are escaped here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from workbench.authoring.block import Block, Blocks
from workbench.authoring.comparison import Comparison, compare_blocks, summarize
from workbench.authoring.gesture import is_visit
from workbench.authoring.mutation import LessonBlockInsert, LessonBlockOrderUpdate, LessonBlockUpdate
from workbench.authoring.plain_text import excerpt, plain_text
from workbench.procedures.history import LessonChange, Revision
from workbench.text import escape_html
from workbench.widgets.kit.block_names import block_type_name, step_name
from workbench.widgets.kit.controls import tag
from workbench.widgets.kit.difference import change_html, text_html
from workbench.widgets.kit.rows import Row

MOST_DIFFERENCES: Final = 100
"""Blocks that a comparison shows; further ones are counted."""
_BEGINNING_CHARACTERS: Final = 600
_OTHER: Final = step_name("")
_EXCERPT_CHARACTERS: Final = 60
_MOST_BLOCKS: Final = 2


def listed_revisions(revisions: Sequence[Revision]) -> list[Revision]:
    """Return the revisions, newest first as they came, with one for each visit of a person to a block: its last.

    What is typed is saved at every pause, each time as a revision of its own.
    """
    listed: list[Revision] = []
    last: Revision | None = None
    for revision in revisions:
        is_same_visit = (
            last is not None
            and is_visit(revision.label)
            and (revision.label, revision.person_name) == (last.label, last.person_name)
        )
        if not is_same_visit:
            listed.append(revision)
        last = revision
    return listed


def revision_row(revision: Revision, now: int, about: str = "") -> Row:
    """Return a revision as a row: its change, time, person and origin; `about` names the blocks."""
    parts = [f"Revision {revision.revision:,}", revision.person_name or "Someone"]
    how = step_name(revision.label)
    if how != _OTHER:
        parts.append(how)
    elif revision.label and revision.same_as is None:
        parts.append(f"“{revision.label}”")
    tags = []
    if revision.same_as is not None:
        tags.append((f"Same as {revision.same_as:,}", "plain"))
    if revision.revision == now:
        tags.append(("Current", "good"))
    title = f"{revision.summary.rstrip('.')}: {about}" if about else revision.summary
    return Row(str(revision.revision), title, " · ".join(parts), tuple(tags), at=revision.at)


def changed_blocks(change: LessonChange, blocks: Blocks) -> str:
    """Return the changed blocks the lesson still has, by place and text; empty for a reordering."""
    places = {block.id: number for number, block in enumerate(blocks, 1)}
    now = {block.id: block for block in blocks}
    by_block: dict[str, str] = {}
    for mutation in (mutation for one in change.transactions for mutation in one.mutations):
        if isinstance(mutation, LessonBlockOrderUpdate):
            continue
        block = mutation.block if isinstance(mutation, LessonBlockInsert) else now.get(mutation.id)
        block_id = mutation.block.id if isinstance(mutation, LessonBlockInsert) else mutation.id
        if block is None and isinstance(mutation, LessonBlockUpdate):
            block = Block(id=mutation.id, type=mutation.block_type or "text", content=mutation.content)
        block = now.get(block_id, block)
        if block is None:
            continue  # it was deleted, and its content is unknown here
        words = excerpt(block.type, block.content, _EXCERPT_CHARACTERS)
        where = f"block {places[block_id]:,}, " if block_id in places else ""
        by_block[block_id] = f"{where}{block_type_name(block.type)}" + (f" “{words}”" if words else "")
    texts = list(by_block.values())
    return " · ".join(texts[:_MOST_BLOCKS]) + (" …" if len(texts) > _MOST_BLOCKS else "")


def comparison_html(before: Blocks, after: Blocks, *, titles: tuple[str, str] | None = None) -> str:
    """Return the differences in the order of `after`, with changed words marked, then the deleted blocks.

    `titles` are the old and the new one, if they differ.
    """
    comparison = compare_blocks(before, after)
    counts = summarize(
        len(comparison.added), len(comparison.removed), len(comparison.changed), len(comparison.moved), titles=titles
    )
    parts = [*_present_items(comparison, before, after), *_removed_items(comparison, before)]
    items = "".join(f'<li class="wb-difference">{part}</li>' for part in parts[:MOST_DIFFERENCES])
    more = len(parts) - MOST_DIFFERENCES
    rest = f"<p>{more:,} more blocks differ.</p>" if more > 0 else ""
    return f'<p><strong>{escape_html(counts)}</strong></p><ul class="wb-differences">{items}</ul>{rest}'


def _present_items(comparison: Comparison, before: Blocks, after: Blocks) -> Iterator[str]:
    places = {block.id: position for position, block in enumerate(before, 1)}
    added, moved = {block.id for block in comparison.added}, {block.id for block in comparison.moved}
    changed = {block.after.id: block.before for block in comparison.changed}
    for position, block in enumerate(after, 1):
        if block.id in added:
            yield _where([("Added", "good")], position, block) + f"<ins>{_beginning(block)}</ins></div>"
        elif block.id in changed or block.id in moved:
            words = [("Changed", "warn")] if block.id in changed else []
            words += [(f"Moved from {places[block.id]:,}", "plain")] if block.id in moved else []
            old = changed.get(block.id)
            yield (
                _where(words, position, block)
                + (_beginning(block) if old is None else change_html(old, block))
                + "</div>"
            )


def _removed_items(comparison: Comparison, before: Blocks) -> Iterator[str]:
    removed = {block.id for block in comparison.removed}
    for position, block in enumerate(before, 1):
        if block.id in removed:
            yield _where([("Deleted", "bad")], position, block, was=True) + f"<del>{_beginning(block)}</del></div>"


def _where(words: list[tuple[str, str]], number: int, block: Block, *, was: bool = False) -> str:
    location = f"{'formerly block' if was else 'Block'} {number:,} · {block_type_name(block.type)}"
    tags = "".join(tag(text, tone) for text, tone in words)
    where = f'<div class="wb-where">{tags}<bdi dir="auto">{escape_html(location)}</bdi></div>'
    return f'{where}<div class="wb-words" dir="auto">'


def _beginning(block: Block) -> str:
    text = plain_text(block.type, block.content)
    return text_html(
        f"{text[:_BEGINNING_CHARACTERS].rstrip()} …"
        if len(text) > _BEGINNING_CHARACTERS
        else text or block_type_name(block.type)
    )
