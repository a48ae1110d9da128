"""Convert a file's requested changes of a lesson to rows of a change plan. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import UUID, uuid5

from workbench.authoring.block import Block
from workbench.authoring.comparison import compare_blocks, summarize
from workbench.authoring.content.block_text import with_text
from workbench.authoring.translation import place_of_translation, text_digest, translatable_texts, translated_content
from workbench.changes.present import blocks_text
from workbench.changes.row import BLOCKS, ChangeRow, ChangeVerdict
from workbench.changes.row import TITLE as TITLE_FIELD
from workbench.changes.xliff.judging import JudgedFile
from workbench.changes.xliff.paired import PairedLesson
from workbench.changes.xliff.tying import WantedTie, WantedTies, ties_row
from workbench.exports.xliff.names import TITLE, unit_id

_NEW_IDS = UUID("f2a4c1de-51f7-4a39-8f0b-7a52c5f0d137")


def refused_rows(wanted: JudgedFile, pair: PairedLesson, course_title: str) -> Iterator[ChangeRow]:
    """Yield a row for each text that is not accepted."""
    lesson = pair.translation or pair.source
    for text in wanted.refused:
        owner, _, place = text.unit.partition(".")
        block_id = "" if owner in (pair.source.lesson_id, lesson.lesson_id) else owner[:64]
        yield ChangeRow(
            text.line,
            text.verdict,
            lesson_id=lesson.lesson_id,
            block_id=block_id,
            field=place[:60],
            lesson_title=lesson.title,
            course_title=course_title,
            reason=text.reason,
        )


def unit_places(block: Block) -> dict[str, str]:
    """Return the places of a block's texts, by the ids of their units."""
    return {unit_id(block.id, place): place for place in translatable_texts(block.content)}


def new_block(block: Block, wanted: JudgedFile, seed: str) -> Block | None:
    """Return the translation of a source block; None if one of its texts has none."""
    units = unit_places(block)
    if any(unit not in wanted.complete for unit in units):
        return None
    texts = {place: wanted.complete[unit] for unit, place in units.items()}
    own = str(uuid5(_NEW_IDS, f"{seed}\n{block.id}\n{sorted(texts.items())}"))
    return Block(id=own, type=block.type, content=translated_content(block.content, texts))


def edit_rows(line: int, wanted: JudgedFile, pair: PairedLesson, course_title: str) -> list[ChangeRow]:
    """Return the rows that edit a translation: title and texts, or all blocks if some are new; then the ties."""
    lesson, source = pair.translation, pair.source
    assert lesson is not None
    assert pair.ties is not None
    title_unit = unit_id(source.lesson_id, TITLE)
    new = {
        source_block.id: block
        for source_block in pair.source_blocks()
        if pair.translated_block(source_block.id) is None
        and (block := new_block(source_block, wanted, lesson.lesson_id)) is not None
    }
    # Blocks made by an import that was killed before it linked them.
    made = {source_id: block for source_id, block in new.items() if block.id not in pair.blocks}

    def row(place: int, field: str, before: str, after: str, *, block_id: str = "", after_name: str = "") -> ChangeRow:
        return ChangeRow(
            place,
            ChangeVerdict.CHANGE,
            lesson_id=lesson.lesson_id,
            block_id=block_id,
            field=field,
            before=before,
            after=after,
            after_name=after_name,
            base_revision=lesson.revision,
            lesson_title=lesson.title,
            course_title=course_title,
        )

    rows = []
    if title_unit in wanted.wanted:
        rows.append(row(wanted.lines[title_unit], TITLE_FIELD, lesson.title, wanted.wanted[title_unit]))
    texts = _texts(wanted, pair)
    if made:
        before = tuple(lesson.blocks)
        after = tuple(_with_new(pair, texts, made))
        comparison = compare_blocks(before, after)
        summary = summarize(*map(len, (comparison.added, comparison.removed, comparison.changed, comparison.moved)))
        rows.append(row(line, BLOCKS, blocks_text(before), blocks_text(after), after_name=summary))
    else:
        for (block_id, place), (unit, now, after_text) in texts.items():
            rows.append(row(wanted.lines[unit], place, now, after_text, block_id=block_id))
    ties = _ties(wanted, pair, {source_id: block.id for source_id, block in new.items()})
    if ties is not None:
        rows.append(ties_row(line, lesson.lesson_id, ties, lesson_title=lesson.title, course_title=course_title))
    return rows


def _texts(wanted: JudgedFile, pair: PairedLesson) -> dict[tuple[str, str], tuple[str, str, str]]:
    """Return the unit, the current text and the new text, by block and place of the translation."""
    by_place = {}
    for unit, text in pair.texts().items():
        there = pair.translated_block(text.block.id) if text.block is not None else None
        if there is not None and unit in wanted.wanted and text.now is not None:
            by_place[there.id, text.place] = unit, text.now, wanted.wanted[unit]
    return by_place


def _with_new(
    pair: PairedLesson, texts: Mapping[tuple[str, str], tuple[str, str, str]], made: Mapping[str, Block]
) -> list[Block]:
    """Return the translation's blocks with changed texts, and new blocks where their sources are."""
    assert pair.translation is not None
    blocks = {block.id: block for block in pair.translation.blocks}
    for (block_id, place), (_, _, text) in texts.items():
        old_block = blocks[block_id]
        blocks[block_id] = Block(
            id=old_block.id, type=old_block.type, content=with_text(old_block.content, place, text)
        )
    order = list(blocks)
    source_ids = [block.id for block in pair.source_blocks()]
    tied = {source_id: block.block_id for source_id, block in pair.translation_ids.items() if block.block_id}
    for source_id, block in made.items():
        order.insert(place_of_translation(source_id, source_ids, tied, order), block.id)
        blocks[block.id], tied[source_id] = block, block.id
    return [blocks[ordered_id] for ordered_id in order]


def _ties(wanted: JudgedFile, pair: PairedLesson, made: Mapping[str, str]) -> WantedTies | None:
    """Return the ties that become current: new blocks, and stale ones with all texts changed or confirmed."""
    assert pair.ties is not None
    blocks = []
    for block in pair.source_blocks():
        tie = pair.translation_ids.get(block.id)
        units = unit_places(block)
        is_done = bool(units) and all(unit in wanted.confirmed for unit in units)
        if block.id in made:
            blocks.append(WantedTie(made[block.id], block.id, text_digest(block.content)))
        elif tie is not None and tie.block_id and tie.state == "stale" and is_done:
            stale_at = tie.translated_revision or pair.ties.translated_revision
            blocks.append(WantedTie(tie.block_id, block.id, text_digest(block.content), stale_at))
    source = pair.source
    is_title = pair.ties.is_title_stale and unit_id(source.lesson_id, TITLE) in wanted.confirmed
    if not blocks and not is_title:
        return None
    title = source.title if is_title else None
    return WantedTies(source.lesson_id, source.revision, pair.ties.language, tuple(blocks), title)
