"""Handlers of translations; `drafting` and `suggestions` have those that a model is paid for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from workbench.authoring.block import Block, Blocks
from workbench.authoring.title import retitle_heading
from workbench.authoring.translation import text_digest
from workbench.patterns import ASCII, Pattern
from workbench.procedures import translations as translation
from workbench.procedures.translations import (
    SOURCE_CHANGED,
    BlockTie,
    FoundTranslation,
    ListedTranslation,
    ListTranslationsInput,
    ListTranslationsOutput,
    TieTranslationInput,
    Translation,
    TranslationInput,
    UpdateTranslationInput,
)
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError, existing, not_found
from workbench.service.kernel.membership import at_lesson, here
from workbench.service.lessons import edits
from workbench.service.lessons import store as lessons
from workbench.service.lessons.contents import read_blocks_of_lessons
from workbench.service.lessons.edits import apply_transactions, check_revision, save
from workbench.service.lessons.store import LessonRow
from workbench.service.translations import store as translations
from workbench.service.translations.comparison import compare_translation, title_digest
from workbench.service.translations.store import STALE_DIGEST, BlockTieRow, ListedRow, TranslationRow

DEFAULT_TRANSLATIONS = 50
_CURSOR = Pattern(r"([a-z0-9]{1,64})\.([A-Z0-9-]{1,20})\.([a-z0-9]{1,64})", ASCII)


@serves(translation.get_translation, requires="read", long=True)
async def get_translation(context: Context, request: TranslationInput) -> FoundTranslation:
    """Return the translation with its source as both are now; none while the source is in the trash."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    here_only: dict[str, Any] = {"organization_id": organization_id}
    row = await translations.translation_by_id(context.db, request.lesson_id, **here_only)
    if row is None:
        return FoundTranslation(translation=None)
    source = await lessons.lesson_by_id(context.db, row.source_lesson_id, expecting=context.expect, **here_only)
    if source is None:
        return FoundTranslation(translation=None)
    return FoundTranslation(translation=await _beside(context, row, source))


@serves(translation.list_translations, requires="read", long=True)
async def list_translations(context: Context, request: ListTranslationsInput) -> ListTranslationsOutput:
    """Return a page of the organization's translations, with how much of each is stale."""
    organization_id = (await here(context, request.organization_id)).organization_id
    if request.lesson_id is not None and await _find_organization(context, request.lesson_id) != organization_id:
        raise not_found()
    limit = request.limit or DEFAULT_TRANSLATIONS
    rows = await translations.translations_page(
        context.db,
        organization_id,
        source_lesson_id=request.lesson_id,
        limit=limit + 1,
        after=_position(request.cursor),
    )
    shown = rows[:limit]
    ties = await translations.read_ties(context.db, [row.row.lesson_id for row in shown])
    sources = await read_blocks_of_lessons(context.db, {row.row.source_lesson_id: row.source_order for row in shown})
    last = shown[-1].row if shown else None
    is_end = last is None or len(rows) <= limit
    return ListTranslationsOutput(
        translations=[_list_item(row, sources[row.row.source_lesson_id], ties[row.row.lesson_id]) for row in shown],
        next_cursor=None if is_end or last is None else f"{last.source_lesson_id}.{last.language}.{last.lesson_id}",
    )


@serves(translation.tie_translation, requires="edit")
async def tie_translation(context: Context, request: TieTranslationInput) -> Translation:
    """Make the lesson a translation of the source, with its blocks tied as the caller specifies."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    if await _find_organization(context, request.source_lesson_id) != organization_id:
        raise not_found()
    await _lock(context, request, request.source_lesson_id, organization_id)
    lesson = await _lesson(context, request.lesson_id, organization_id)
    source = await _lesson(context, request.source_lesson_id, organization_id)
    known = await translations.translation_by_id(context.db, lesson.lesson_id, organization_id=organization_id)
    await _check_pair(context, lesson, source, known)
    if known is not None and known.source_lesson_id != source.lesson_id:
        known = None
    before = (await translations.read_ties(context.db, [lesson.lesson_id]))[lesson.lesson_id] if known else []
    title = title_digest(source.title) if request.is_title_current or known is None else known.title_sha256
    row = TranslationRow(lesson.lesson_id, source.lesson_id, lesson.language, source.revision, title)
    await translations.tie(context.db, organization_id, row, _ties(request.blocks, lesson, source, before))
    await _note_counterpart(context, lesson, source)
    facts = {"sourceLessonId": source.lesson_id, "sourceRevision": source.revision}
    await record(context, organization_id, lesson.lesson_id, **facts, tiedBlocks=len(request.blocks))
    return await _translation(context, row, organization_id)


@serves(translation.update_translation, requires="edit")
async def update_translation(context: Context, request: UpdateTranslationInput) -> Translation:
    """Apply both the edit and the ties, or neither, and return the translation."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    known = await translations.translation_by_id(context.db, request.lesson_id, organization_id=organization_id)
    if known is None:
        raise HandlerError("BAD_REQUEST", "This lesson is not a translation. Link it to its source first.")
    await _lock(context, request, known.source_lesson_id, organization_id)
    locked = existing(await edits.lesson_to_edit(context.db, request.lesson_id, organization_id=organization_id))
    check_revision(locked, request.base_revision)
    after = await apply_transactions(context, organization_id, request.transactions, locked)
    if request.title is not None:
        after = retitle_heading(after, locked.title, request.title)
    label = request.transactions[-1].label if request.transactions else "updateTranslation"
    facts: dict[str, Any] = {
        "sourceLessonId": known.source_lesson_id,
        "sourceRevision": request.source_revision,
        "tiedBlocks": len(request.blocks),
    }
    revision = await save(context, organization_id, locked, after, label=label, title=request.title, facts=facts)
    if revision == locked.revision:
        await record(context, organization_id, request.lesson_id, **facts)
    lesson = await _lesson(context, request.lesson_id, organization_id)
    source = await _lesson(context, known.source_lesson_id, organization_id)
    before = (await translations.read_ties(context.db, [lesson.lesson_id]))[lesson.lesson_id]
    title = known.title_sha256 if request.title is None else title_digest(source.title)
    row = replace(known, source_revision=source.revision, title_sha256=title)
    await translations.tie(context.db, organization_id, row, _ties(request.blocks, lesson, source, before))
    return await _translation(context, row, organization_id)


async def _note_counterpart(context: Context, lesson: LessonRow, source: LessonRow) -> None:
    """Make the translation's course the counterpart of the source's course, if that has none yet."""
    if lesson.course_id == source.course_id:
        return
    await translations.lock_course(context.db, source.course_id)
    of = {"organization_id": source.organization_id}
    if await translations.counterpart(context.db, source.course_id, lesson.language, **of) is None:
        await translations.set_counterpart(context.db, source.course_id, lesson.language, lesson.course_id)


async def _find_organization(context: Context, lesson_id: str) -> str:
    return (await at_lesson(context, lesson_id)).organization_id


async def _lock(
    context: Context, request: TieTranslationInput | UpdateTranslationInput, source_lesson_id: str, organization_id: str
) -> None:
    """Lock both lessons. Raises `HandlerError` if the source has changed since it was translated."""
    revisions = {}
    for lesson_id in sorted({request.lesson_id, source_lesson_id}):
        revision = await translations.lock_source(context.db, lesson_id, organization_id=organization_id)
        revisions[lesson_id] = existing(revision)
    if revisions[source_lesson_id] != request.source_revision:
        raise HandlerError(
            "CONFLICT",
            "The source has changed since it was translated. Reload it and try again.",
            reason=SOURCE_CHANGED,
            sourceRevision=revisions[source_lesson_id],
        )


async def _check_pair(context: Context, lesson: LessonRow, source: LessonRow, row: TranslationRow | None) -> None:
    """Raise `HandlerError` if the lesson cannot be a translation of the source."""
    of = {"organization_id": source.organization_id}
    if lesson.language == source.language:
        raise HandlerError("BAD_REQUEST", f"Both lessons are in {source.language}.")
    if await translations.translation_by_id(context.db, source.lesson_id, **of) is not None:
        raise HandlerError("BAD_REQUEST", "The source is a translation itself. Name its source lesson.")
    living, _ = await translations.translations_in(context.db, source.lesson_id, lesson.language, **of)
    if living is not None and living.lesson_id != lesson.lesson_id:
        raise HandlerError(
            "CONFLICT",
            f"The source has another translation into {lesson.language}.",
            reason=translation.ALREADY_TRANSLATED,
            lessonId=living.lesson_id,
        )
    if row is None and (
        await translations.translations_page(
            context.db, lesson.organization_id, source_lesson_id=lesson.lesson_id, limit=1, after=("", "", "")
        )
    ):
        raise HandlerError("BAD_REQUEST", "This lesson has translations, so it can't be a translation itself.")


def _ties(
    blocks: Sequence[BlockTie], lesson: LessonRow, source: LessonRow, before: list[BlockTieRow]
) -> list[BlockTieRow]:
    """Return the resulting ties: those of the call, and earlier ones for blocks that it does not name.

    Raises `HandlerError` if a block does not exist.
    """
    mine, theirs = {block.id for block in lesson.blocks}, {block.id: block for block in source.blocks}
    for block in blocks:
        if block.block_id not in mine or block.source_block_id not in theirs:
            raise HandlerError(
                "CONFLICT", "A block no longer exists. Reload both lessons and try again.", blockId=block.block_id
            )
    made = [_tie(block, source.revision, theirs[block.source_block_id]) for block in blocks]
    ids = {made_tie.block_id for made_tie in made} | {made_tie.source_block_id for made_tie in made}
    return [*made, *[row for row in before if not {row.block_id, row.source_block_id} & ids]]


def _tie(tie: BlockTie, revision: int, source: Block) -> BlockTieRow:
    if tie.translated_revision is None:
        return BlockTieRow(tie.block_id, tie.source_block_id, text_digest(source.content), revision)
    return BlockTieRow(tie.block_id, tie.source_block_id, STALE_DIGEST, min(tie.translated_revision, revision))


async def _translation(context: Context, row: TranslationRow, organization_id: str) -> Translation:
    return await _beside(context, row, await _lesson(context, row.source_lesson_id, organization_id))


async def _beside(context: Context, row: TranslationRow, source: LessonRow) -> Translation:
    lesson = await _lesson(context, row.lesson_id, source.organization_id)
    ties = (await translations.read_ties(context.db, [row.lesson_id]))[row.lesson_id]
    comparison = compare_translation(source.blocks, ties, [block.id for block in lesson.blocks])
    return Translation(
        lesson_id=lesson.lesson_id,
        language=lesson.language,
        revision=lesson.revision,
        source_lesson_id=source.lesson_id,
        source_language=source.language,
        source_revision=source.revision,
        translated_revision=row.source_revision,
        is_title_stale=row.title_sha256 != title_digest(source.title),
        blocks=comparison.blocks,
        extra_block_ids=comparison.extra_block_ids,
    )


async def _lesson(context: Context, lesson_id: str, organization_id: str) -> LessonRow:
    return existing(
        await lessons.lesson_by_id(context.db, lesson_id, organization_id=organization_id, expecting=context.expect)
    )


def _list_item(row: ListedRow, source: Blocks, ties: list[BlockTieRow]) -> ListedTranslation:
    state = compare_translation(source, ties, json.loads(row.order))
    is_title_stale = row.row.title_sha256 != title_digest(row.source_title)
    return ListedTranslation(
        lesson_id=row.row.lesson_id,
        title=row.title,
        course_id=row.course_id,
        language=row.row.language,
        source_lesson_id=row.row.source_lesson_id,
        source_revision=row.source_revision_now,
        translated_revision=row.row.source_revision,
        stale_blocks=state.count("stale") + is_title_stale,
        missing_blocks=state.count("missing"),
    )


def _position(cursor: str | None) -> tuple[str, str, str]:
    """Source, language and lesson that the page before ended with. Raises `HandlerError`."""
    if cursor is None:
        return "", "", ""
    match = _CURSOR.fullmatch(cursor)
    if match is None:
        raise HandlerError("BAD_REQUEST", "cursor: it doesn't belong to this list. Start again without a cursor.")
    return match[1], match[2], match[3]
