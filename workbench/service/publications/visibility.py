"""Select what learners see now: the current publications of courses, without the lessons in the trash."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import and_, bindparam, select

from workbench.service.assets.store import published_names
from workbench.service.courses.store import IS_PUBLIC
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, columns_of
from workbench.service.db.tables import course, lesson, organization, publication, published_lesson
from workbench.service.lessons.contents import PublishedLesson


@dataclass(frozen=True, slots=True)
class PublicCourse:
    """A course as learners see it: under the title of its current publication.

    `embed_origins` is a JSON list; None where any page may embed it.
    """

    course_id: str
    organization_id: str
    number: int
    title: str
    embed_origins: str | None
    indexing: bool


@dataclass(frozen=True, slots=True)
class VisibleLesson:
    """A published lesson that is not in the trash.

    `newest` and `order` are its revision and its `ord` text now; `source_ids` are the sources that the published
    revision quotes, `file_names` those of its assets by id, as they were when it was published. `weight` is that of the
    lesson's blocks now.
    """

    published: PublishedLesson
    newest: int
    order: str
    source_ids: tuple[str, ...]
    file_names: Mapping[str, str]
    weight: int = 0


_IS_CURRENT = and_(
    published_lesson.c.course_id == course.c.id,
    published_lesson.c.number == course.c.publication,
)
_PUBLIC = Statement(
    select(
        course.c.id,
        course.c.organization_id,
        publication.c.number,
        publication.c.title,
        course.c.embed_origins,
        course.c.indexing,
    )
    .join(publication, and_(publication.c.course_id == course.c.id, publication.c.number == course.c.publication))
    .join(organization, organization.c.id == course.c.organization_id)
    .where(course.c.id == bindparam("course_id"), organization.c.status != "Suspended", IS_PUBLIC)
)
_VISIBLE = Statement(
    select(
        lesson.c.id,
        published_lesson.c.revision,
        published_lesson.c.title,
        published_lesson.c.language,
        lesson.c.revision,
        lesson.c.ord,
        published_lesson.c.sources,
        published_lesson.c.assets,
        lesson.c.weight,
    )
    .join(published_lesson, published_lesson.c.lesson_id == lesson.c.id)
    .where(
        published_lesson.c.course_id == bindparam("course_id"),
        published_lesson.c.number == bindparam("n"),
        lesson.c.deleted_at.is_(None),
    )
    .order_by(published_lesson.c.position)
)
_TRASHED = Statement(
    select(lesson.c.id)
    .join(published_lesson, published_lesson.c.lesson_id == lesson.c.id)
    .where(
        published_lesson.c.course_id == bindparam("course_id"),
        published_lesson.c.number == bindparam("n"),
        lesson.c.deleted_at.is_not(None),
    )
)
_SHOWN = (
    select(*columns_of(PublishedLesson, published_lesson))
    .distinct()
    .join(course, _IS_CURRENT)
    .join(lesson, lesson.c.id == published_lesson.c.lesson_id)
    .where(IS_PUBLIC)
)
_trashed_course = course.alias("trashed_course")
_LESSON_IN_TRASH = Statement(_SHOWN.where(lesson.c.id == bindparam("lesson_id"), lesson.c.deleted_at.is_not(None)))
_COURSE_IN_TRASH = Statement(
    _SHOWN.join(_trashed_course, _trashed_course.c.id == lesson.c.course_id).where(
        _trashed_course.c.id == bindparam("course_id"), lesson.c.deleted_at == _trashed_course.c.deleted_at
    )
)
_CURRENT = Statement(_SHOWN.where(course.c.id == bindparam("course_id"), lesson.c.deleted_at.is_(None)))
_QUOTING = Statement(
    _SHOWN.where(
        course.c.organization_id == bindparam("organization_id"),
        published_lesson.c.sources.like(bindparam("source")),
        lesson.c.deleted_at.is_(None),
    )
)


async def public_course(db: Db, course_id: str, *, now: int) -> PublicCourse | None:
    """Return the course for its public pages, or None for every reason that it is not public.

    A course that is private, expired, deleted or nonexistent, or whose organization is suspended, gives the
    same result.
    """
    row = await db.row(_PUBLIC, course_id=course_id, now=now)
    if row is None:
        return None
    course_id, organization_id, number, title, embed_origins, indexing = row
    return PublicCourse(course_id, organization_id, number, title, embed_origins, bool(indexing))


async def visible_lessons(db: Db, shown: PublicCourse) -> list[VisibleLesson]:
    """Return the lessons that learners see in the course, in order."""
    return [
        VisibleLesson(
            PublishedLesson(*row[:4]), row[4], row[5], tuple(json.loads(row[6])), published_names(row[7]), row[8]
        )
        for row in await db.rows(_VISIBLE, course_id=shown.course_id, n=shown.number)
    ]


async def published_in_trash(
    db: Db, *, now: int, lesson_id: str | None = None, course_id: str | None = None
) -> list[PublishedLesson]:
    """Return what learners would see again if the lesson, or the course with its lessons, were restored.

    For a course this is only what other courses show: the course itself is private when it is restored.
    """
    if lesson_id is not None:
        rows = await db.rows(_LESSON_IN_TRASH, lesson_id=lesson_id, now=now)
    else:
        rows = await db.rows(_COURSE_IN_TRASH, course_id=course_id, now=now)
    return [PublishedLesson(*row) for row in rows]


async def current_lessons(db: Db, course_id: str, *, now: int) -> list[PublishedLesson]:
    """Return the lessons that learners see in the course now; empty if it is not public."""
    return [PublishedLesson(*row) for row in await db.rows(_CURRENT, course_id=course_id, now=now)]


async def lessons_quoting(db: Db, source_id: str, *, organization_id: str, now: int) -> list[PublishedLesson]:
    """Return the lessons visible to learners that quote the source, at their published revisions."""
    quoted = {"source": f'%"{source_id}"%', "organization_id": organization_id}
    return [PublishedLesson(*row) for row in await db.rows(_QUOTING, now=now, **quoted)]


async def trashed_lessons(db: Db, course_id: str, number: int) -> frozenset[str]:
    """Return the lessons of a publication that are in the trash, so that learners do not see them."""
    return frozenset(row[0] for row in await db.rows(_TRASHED, course_id=course_id, n=number))
