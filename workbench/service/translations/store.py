"""Translations: tied to their sources, block by block, and listed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from sqlalchemy import bindparam, delete, func, select, tuple_, update
from sqlalchemy.orm import aliased

from workbench.service.db.seam import Db, Value
from workbench.service.db.statement import Statement, among, insert_of
from workbench.service.db.tables import course, course_translation, lesson, translated_block, translation

STALE_DIGEST: Final = ""
"""The digest of no text."""
PAGE_WEIGHT: Final = 4_000_000
"""Bytes of the sources of one page, unless the first alone is heavier."""


@dataclass(frozen=True, slots=True)
class TranslationRow:
    """A translation: which lesson of which, in which language, and the source's revision and title when it was tied."""

    lesson_id: str
    source_lesson_id: str
    language: str
    source_revision: int
    title_sha256: str


@dataclass(frozen=True, slots=True)
class BlockTieRow:
    """A block of a translation, the source's block that it translates, and the digest of that one's texts then.

    The digest `STALE_DIGEST` makes the block stale; `source_revision` is the source's when they were tied.
    """

    block_id: str
    source_block_id: str
    source_sha256: str
    source_revision: int


@dataclass(frozen=True, slots=True)
class ListedRow:
    """A translation as lists need it, with its source as it is now; an `order` is a lesson's `ord` text."""

    row: TranslationRow
    title: str
    course_id: str
    order: str
    source_title: str
    source_revision_now: int
    source_order: str
    source_weight: int


_SOURCE = aliased(lesson, name="source")
_ROW = (
    translation.c.lesson_id,
    translation.c.source_lesson_id,
    translation.c.language,
    translation.c.source_revision,
    translation.c.title_sha256,
)
_HERE = translation.c.organization_id == bindparam("organization_id")
_LIVING = lesson.c.deleted_at.is_(None)
_ONE = Statement(select(*_ROW).where(translation.c.lesson_id == bindparam("lesson_id"), _HERE))
_OF_SOURCE = Statement(
    select(*_ROW, lesson.c.deleted_at)
    .join(lesson, lesson.c.id == translation.c.lesson_id)
    .where(
        translation.c.source_lesson_id == bindparam("source_lesson_id"),
        translation.c.language == bindparam("language"),
        _HERE,
    )
)
_LISTED = (
    select(
        *_ROW,
        lesson.c.title,
        lesson.c.course_id,
        lesson.c.ord,
        _SOURCE.c.title,
        _SOURCE.c.revision,
        _SOURCE.c.ord,
        _SOURCE.c.weight,
    )
    .join(lesson, lesson.c.id == translation.c.lesson_id)
    .join(_SOURCE, _SOURCE.c.id == translation.c.source_lesson_id)
    .where(_HERE, _LIVING, _SOURCE.c.deleted_at.is_(None))
)
_PLACE = (translation.c.source_lesson_id, translation.c.language, translation.c.lesson_id)
_PAGE = Statement(
    _LISTED.where(tuple_(*_PLACE) > tuple_(bindparam("after_source"), bindparam("after_language"), bindparam("after")))
    .order_by(*_PLACE)
    .limit(bindparam("limit"))
)
_PAGE_OF_SOURCE = Statement(
    _LISTED.where(
        translation.c.source_lesson_id == bindparam("source_lesson_id"),
        tuple_(*_PLACE) > tuple_(bindparam("after_source"), bindparam("after_language"), bindparam("after")),
    )
    .order_by(*_PLACE)
    .limit(bindparam("limit"))
)
_TIES = Statement(
    select(
        translated_block.c.lesson_id,
        translated_block.c.block_id,
        translated_block.c.source_block_id,
        translated_block.c.source_sha256,
        translated_block.c.source_revision,
    ).where(among(translated_block.c.lesson_id, "lesson_ids"))
)
_ADD = insert_of(translation)
_ADD_TIE = insert_of(translated_block)
_REMOVE = Statement(delete(translation).where(translation.c.lesson_id == bindparam("of_lesson_id")))
_REMOVE_TIES = Statement(delete(translated_block).where(translated_block.c.lesson_id == bindparam("of_lesson_id")))
_LOCK = Statement(
    select(lesson.c.revision)
    .where(lesson.c.id == bindparam("lesson_id"), lesson.c.organization_id == bindparam("organization_id"), _LIVING)
    .with_for_update()
)
_COUNTERPART = Statement(
    select(course.c.id)
    .join(course_translation, course_translation.c.course_id == course.c.id)
    .where(
        course_translation.c.source_course_id == bindparam("source_course_id"),
        course_translation.c.language == bindparam("language"),
        course.c.organization_id == bindparam("organization_id"),
        course.c.deleted_at.is_(None),
    )
)
_LOCK_COURSE = Statement(select(course.c.id).where(course.c.id == bindparam("course_id")).with_for_update())
_REMOVE_COUNTERPART = Statement(
    delete(course_translation).where(
        course_translation.c.source_course_id == bindparam("of_course_id"),
        course_translation.c.language == bindparam("of_language"),
    )
)
_ADD_COUNTERPART = insert_of(course_translation)
_BEFORE = Statement(
    select(func.coalesce(func.max(lesson.c.position), 0))
    .join(translation, translation.c.lesson_id == lesson.c.id)
    .join(_SOURCE, _SOURCE.c.id == translation.c.source_lesson_id)
    .where(
        lesson.c.course_id == bindparam("course_id"),
        _LIVING,
        _SOURCE.c.course_id == bindparam("source_course_id"),
        _SOURCE.c.position < bindparam("source_position"),
    )
)
_SHIFT = Statement(
    update(lesson)
    .values(position=lesson.c.position + 1)
    .where(lesson.c.course_id == bindparam("of_course_id"), lesson.c.position > bindparam("after_position"))
)


async def translation_by_id(db: Db, lesson_id: str, *, organization_id: str) -> TranslationRow | None:
    """Return the lesson as a translation; None if it is not one, or belongs to another organization."""
    row = await db.row(_ONE, lesson_id=lesson_id, organization_id=organization_id)
    return None if row is None else TranslationRow(*row)


async def translations_in(
    db: Db, source_lesson_id: str, language: str, *, organization_id: str
) -> tuple[TranslationRow | None, list[TranslationRow]]:
    """Return the lesson's translation into this language, and those in the trash."""
    of = {"source_lesson_id": source_lesson_id, "language": language, "organization_id": organization_id}
    rows = await db.rows(_OF_SOURCE, **of)
    living = [TranslationRow(*row[:-1]) for row in rows if row[-1] is None]
    return living[0] if living else None, [TranslationRow(*row[:-1]) for row in rows if row[-1] is not None]


async def translations_page(
    db: Db, organization_id: str, *, source_lesson_id: str | None, limit: int, after: tuple[str, str, str]
) -> list[ListedRow]:
    """Return the organization's translations by source and language, after the one that `after` names.

    Returns fewer than `limit` if their sources are too large to be read together.
    """
    values = dict(zip(("after_source", "after_language", "after"), after, strict=True))
    if source_lesson_id is None:
        rows = await db.rows(_PAGE, organization_id=organization_id, limit=limit, **values)
    else:
        values["source_lesson_id"] = source_lesson_id
        rows = await db.rows(_PAGE_OF_SOURCE, organization_id=organization_id, limit=limit, **values)
    weights = accumulate(row[-1] for row in rows)
    rows = rows[: max(1, sum(weight <= PAGE_WEIGHT for weight in weights))]
    return [ListedRow(TranslationRow(*row[:5]), *row[5:]) for row in rows]


async def read_ties(db: Db, lesson_ids: Iterable[str]) -> dict[str, list[BlockTieRow]]:
    """Return the ties of these translations, by lesson."""
    ids = list(lesson_ids)
    ties: dict[str, list[BlockTieRow]] = {id_: [] for id_ in ids}
    for lesson_id, *tie in await db.rows(_TIES, lesson_ids=json.dumps(ids)):
        ties[lesson_id].append(BlockTieRow(*tie))
    return ties


async def tie(db: Db, organization_id: str, row: TranslationRow, ties: Iterable[BlockTieRow]) -> None:
    """Make the lesson the translation that the row says, with these ties in place of those it had."""
    await untie(db, row.lesson_id)
    await db.run(
        _ADD,
        lesson_id=row.lesson_id,
        organization_id=organization_id,
        source_lesson_id=row.source_lesson_id,
        language=row.language,
        source_revision=row.source_revision,
        title_sha256=row.title_sha256,
    )
    values: list[dict[str, Value]] = [
        {
            "lesson_id": row.lesson_id,
            "block_id": block_tie.block_id,
            "source_block_id": block_tie.source_block_id,
            "source_sha256": block_tie.source_sha256,
            "source_revision": block_tie.source_revision,
        }
        for block_tie in ties
    ]
    await db.run_many(_ADD_TIE, values)


async def untie(db: Db, lesson_id: str) -> None:
    """Remove the lesson's link to its source."""
    await db.run(_REMOVE_TIES, of_lesson_id=lesson_id)
    await db.run(_REMOVE, of_lesson_id=lesson_id)


async def lock_source(db: Db, lesson_id: str, *, organization_id: str) -> int | None:
    """Return the source's revision, locked until the transaction ends; None when the source is gone."""
    row = await db.row(_LOCK, lesson_id=lesson_id, organization_id=organization_id)
    return None if row is None else int(row[0])


async def counterpart(db: Db, course_id: str, language: str, *, organization_id: str) -> str | None:
    """Return the course that holds this course's translations into the language, or None."""
    of = {"source_course_id": course_id, "language": language, "organization_id": organization_id}
    row = await db.row(_COUNTERPART, **of)
    return None if row is None else str(row[0])


async def lock_course(db: Db, course_id: str) -> None:
    """Hold the course, so that one counterpart of it is made at a time."""
    await db.row(_LOCK_COURSE, course_id=course_id)


async def set_counterpart(db: Db, course_id: str, language: str, counterpart_id: str) -> None:
    """Note the course's counterpart in the language."""
    await db.run(_REMOVE_COUNTERPART, of_course_id=course_id, of_language=language)
    await db.run(_ADD_COUNTERPART, source_course_id=course_id, language=language, course_id=counterpart_id)


async def make_place(db: Db, counterpart_id: str, *, source_course_id: str, source_position: int) -> int:
    """Return the source's position for use in the counterpart; move later lessons there back by one."""
    of: dict[str, Value] = {
        "course_id": counterpart_id,
        "source_course_id": source_course_id,
        "source_position": source_position,
    }
    row = await db.row(_BEFORE, **of)
    before = int(row[0]) if row else 0
    await db.run(_SHIFT, of_course_id=counterpart_id, after_position=before)
    return before + 1
