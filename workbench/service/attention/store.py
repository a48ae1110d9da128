"""Queries of what needs attention: a few statements for an organization of any size, none for a single lesson."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, case, func, literal_column, select
from sqlalchemy.orm import aliased

from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.authoring.translation import is_translated, text_digest
from workbench.service.courses.store import IS_PUBLIC
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, among
from workbench.service.db.tables import audit, block, course, lesson, review, translated_block, translation
from workbench.service.publications.changes import differing_courses
from workbench.service.reviews.store import CHANGES_REQUESTED, REQUESTED, STATES
from workbench.service.translations.comparison import title_digest
from workbench.service.translations.store import STALE_DIGEST

MAX_COMPARED_BYTES: Final = 8_000_000
"""Bytes of the sources whose texts are compared in one call; the count of stale translations is a minimum then."""
_RECENT_ENTRIES: Final = 20


class AttentionRow(NamedTuple):
    """A lesson or course that needs attention; `lesson_id` is None where a course is meant. `at` is epoch ms."""

    lesson_id: str | None
    course_id: str
    title: str
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """The number of rows there are, and the first of them; a minimum if not everything could be compared."""

    count: int
    rows: tuple[AttentionRow, ...] = ()
    is_minimum: bool = False


_SENT_BACK: ColumnElement[str] = literal_column(f"'{STATES[CHANGES_REQUESTED]}'")
_REQUESTED_BY = (
    select(review.c.person_id)
    .where(review.c.lesson_id == lesson.c.id, review.c.verdict == literal_column(f"'{REQUESTED}'"))
    .order_by(review.c.number.desc())
    .limit(literal_column("1"))
    .correlate(lesson)
    .scalar_subquery()
)
_RETURNED = Statement(
    select(lesson.c.id, lesson.c.course_id, lesson.c.title, lesson.c.reviewed_at, func.count().over())
    .where(
        lesson.c.organization_id == bindparam("organization_id"),
        lesson.c.review_state == _SENT_BACK,
        lesson.c.review_state != literal_column("'draft'"),  # so that the partial index is known to hold them
        lesson.c.deleted_at.is_(None),
        func.coalesce(_REQUESTED_BY, lesson.c.created_by) == bindparam("person_id"),
    )
    .order_by(lesson.c.reviewed_at.desc(), lesson.c.number)
    .limit(bindparam("limit"))
)
_OF_ORGANIZATION = course.c.organization_id == bindparam("organization_id")
_EXPIRING = Statement(
    select(course.c.id, course.c.title, course.c.expires_at, func.count().over())
    .where(_OF_ORGANIZATION, IS_PUBLIC, course.c.expires_at <= bindparam("until"))
    .order_by(course.c.expires_at, course.c.id)
    .limit(bindparam("limit"))
)
_PUBLIC = Statement(
    select(course.c.id, course.c.title)
    .where(_OF_ORGANIZATION, IS_PUBLIC)
    .order_by(course.c.updated_at.desc(), course.c.id)
)
_ENTRIES = Statement(
    select(audit.c.id)
    .where(audit.c.organization_id == bindparam("organization_id"))
    .order_by(audit.c.id.desc())
    .limit(bindparam("limit"))
)
_source = aliased(lesson, name="source")
_own, _theirs = block.alias("own"), block.alias("theirs")
_TRANSLATED_TYPES = ", ".join(f"'{name}'" for name in BLOCK_TYPES if is_translated(name))
_IS_TRANSLATED = _theirs.c.type.bool_op("IN")(literal_column(f"({_TRANSLATED_TYPES})"))
_NEEDED = (
    select(func.count())
    .select_from(_theirs)
    .where(_theirs.c.lesson_id == translation.c.source_lesson_id, _IS_TRANSLATED)
    .correlate(translation)
    .scalar_subquery()
)
_IS_OLDER = translated_block.c.source_revision < _source.c.revision
_TRANSLATIONS = Statement(
    select(
        translation.c.lesson_id,
        lesson.c.course_id,
        lesson.c.title,
        _source.c.title,
        _source.c.weight,
        translation.c.title_sha256,
        _NEEDED.label("needed"),
        func.count(_theirs.c.id).label("tied"),
        func.sum(case((and_(_theirs.c.id.is_not(None), _IS_OLDER), 1), else_=0)).label("older"),
    )
    .join(lesson, lesson.c.id == translation.c.lesson_id)
    .join(_source, _source.c.id == translation.c.source_lesson_id)
    .outerjoin(
        translated_block,
        and_(
            translated_block.c.lesson_id == translation.c.lesson_id,
            translated_block.c.source_sha256 != literal_column(f"'{STALE_DIGEST}'"),
        ),
    )
    .outerjoin(_own, and_(_own.c.lesson_id == translated_block.c.lesson_id, _own.c.id == translated_block.c.block_id))
    .outerjoin(
        _theirs,
        and_(
            _own.c.id.is_not(None),
            _theirs.c.lesson_id == translation.c.source_lesson_id,
            _theirs.c.id == translated_block.c.source_block_id,
            _IS_TRANSLATED,
        ),
    )
    .where(
        translation.c.organization_id == bindparam("organization_id"),
        lesson.c.deleted_at.is_(None),
        _source.c.deleted_at.is_(None),
    )
    .group_by(translation.c.lesson_id, lesson.c.id, _source.c.id)
    .order_by(_source.c.updated_at.desc(), translation.c.lesson_id)
)
_OLDER_TIES = Statement(
    select(translated_block.c.lesson_id, translated_block.c.source_sha256, _theirs.c.content)
    .join(translation, translation.c.lesson_id == translated_block.c.lesson_id)
    .join(_source, _source.c.id == translation.c.source_lesson_id)
    .join(
        _theirs,
        and_(
            _theirs.c.lesson_id == translation.c.source_lesson_id,
            _theirs.c.id == translated_block.c.source_block_id,
            _IS_TRANSLATED,
        ),
    )
    .where(among(translated_block.c.lesson_id, "lesson_ids"), _IS_OLDER)
)


async def returned_lessons(db: Db, organization_id: str, *, person_id: str, limit: int) -> Counted:
    """Return the lessons that reviewers sent back to this person: who asked last for the review, else who made them."""
    rows = await db.rows(_RETURNED, organization_id=organization_id, person_id=person_id, limit=limit)
    return Counted(rows[0][-1] if rows else 0, tuple([AttentionRow(*row[:-1]) for row in rows]))


async def expiring_links(db: Db, organization_id: str, *, now: int, until: int, limit: int) -> Counted:
    """Return the public courses whose link ends by `until`, the next one first."""
    links = await db.rows(_EXPIRING, organization_id=organization_id, now=now, until=until, limit=limit)
    rows = [AttentionRow(None, course_id, title, end) for course_id, title, end, _ in links]
    return Counted(links[0][-1] if links else 0, tuple(rows))


async def unpublished_courses(db: Db, organization_id: str, *, now: int, limit: int) -> Counted:
    """Return the public courses that differ from what learners see, last changed first."""
    public = await db.rows(_PUBLIC, organization_id=organization_id, now=now)
    differing = await differing_courses(db, [course_id for course_id, _ in public]) if public else frozenset()
    rows = [AttentionRow(None, course_id, title) for course_id, title in public if course_id in differing]
    return Counted(len(rows), tuple(rows[:limit]))


async def stale_translations(db: Db, organization_id: str, *, limit: int) -> Counted:
    """Return the translations whose source has changed since or that lack a block of it, last changed source first.

    A block that was tied at the source's present revision is current. Only the texts of older ties are read and
    compared, up to `MAX_COMPARED_BYTES`.
    """
    stale, unsure = set[str](), list[tuple[str, int]]()
    rows: list[AttentionRow] = []
    for lesson_id, course_id, title, source_title, weight, digest, needed, tied, older in await db.rows(
        _TRANSLATIONS, organization_id=organization_id
    ):
        rows.append(AttentionRow(lesson_id, course_id, title))
        if needed > tied or digest != title_digest(source_title):
            stale.add(lesson_id)
        elif older:
            unsure.append((lesson_id, weight))
    weights = accumulate(weight for _, weight in unsure)
    compared = [lesson_id for (lesson_id, _), sum_ in zip(unsure, weights, strict=True) if sum_ <= MAX_COMPARED_BYTES]
    stale |= await _with_other_texts(db, compared)
    stale_rows = [row for row in rows if row.lesson_id in stale]
    return Counted(len(stale_rows), tuple(stale_rows[:limit]), is_minimum=len(compared) < len(unsure))


async def _with_other_texts(db: Db, lesson_ids: Iterable[str]) -> set[str]:
    """Return those of the translations of which a block's source has other texts than when they were tied."""
    ids = list(lesson_ids)
    stale = set[str]()
    for lesson_id, digest, content in await db.rows(_OLDER_TIES, lesson_ids=json.dumps(ids)) if ids else ():
        if lesson_id not in stale and digest != text_digest(json.loads(content)):
            stale.add(lesson_id)
    return stale


async def newest_entries(db: Db, organization_id: str) -> tuple[int, ...]:
    """Return the ids of the organization's newest audit entries, which are others after every change in it.

    Several of them, because entries of transactions that overlap may appear in another order than their ids.
    """
    rows = await db.rows(_ENTRIES, organization_id=organization_id, limit=_RECENT_ENTRIES)
    return tuple([entry_id for (entry_id,) in rows])
