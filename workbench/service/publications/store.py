"""Publications of a course: storing its current state as one, and reading the stored ones.

`service/publications/publishing` decides what may be published. Publishing locks the lessons, then the course, in the
same order as edits do: an edit, a move or a deletion happens entirely before a publication or after it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import and_, bindparam, func, or_, select, update

from workbench.authoring.block import Block, stored_block
from workbench.authoring.content.media_types import MEDIA_BLOCKS
from workbench.authoring.source_quotes import SOURCES, source_quotes
from workbench.errors import WorkbenchError
from workbench.service.assets.store import asset_ids, file_names
from workbench.service.courses.order import BY_POSITION, lock_lessons
from workbench.service.db.seam import Db, Row
from workbench.service.db.statement import Statement, among, columns_of, insert_of
from workbench.service.db.tables import block, course, lesson, person, publication, published_lesson
from workbench.service.lessons.contents import PublishedLesson


class LessonArriving(WorkbenchError):
    """A lesson is being moved into the course just now. Try again in a moment; nothing was published."""


@dataclass(frozen=True, slots=True)
class CourseState:
    """A course's current or published state: its title and its lessons in order, without those in the trash.

    `number` is the publication that learners see, or None.
    """

    course_id: str
    organization_id: str
    number: int | None
    title: str
    lessons: tuple[PublishedLesson, ...]


@dataclass(frozen=True, slots=True)
class PublicationRow:
    """A publication without its lessons; `person_name` is who made it, None for one that a migration published."""

    course_id: str
    number: int
    title: str
    lesson_count: int
    person_id: str | None
    person_name: str | None
    at: int
    note: str | None
    override_reason: str | None


_IS_COURSE = and_(
    course.c.id == bindparam("course_id"),
    course.c.organization_id == bindparam("organization_id"),
    course.c.deleted_at.is_(None),
)
_COURSE = select(course.c.id, course.c.organization_id, course.c.publication, course.c.title).where(_IS_COURSE)
_READ_COURSE, _LOCK_COURSE = Statement(_COURSE), Statement(_COURSE.with_for_update())
_IN_COURSE = (
    lesson.c.course_id == bindparam("course_id"),
    lesson.c.organization_id == bindparam("organization_id"),
)
_LOCK_LESSONS_SKIP_LOCKED = Statement(select(lesson.c.id).where(*_IN_COURSE).with_for_update(skip_locked=True))
_LESSONS = Statement(
    select(*columns_of(PublishedLesson, lesson, lesson_id=lesson.c.id))
    .where(*_IN_COURSE, lesson.c.deleted_at.is_(None))
    .order_by(*BY_POSITION)
)
_HEAVY_LESSONS = Statement(
    select(lesson.c.id, lesson.c.revision, lesson.c.title, lesson.c.language, lesson.c.ord).where(
        *_IN_COURSE, lesson.c.deleted_at.is_(None), lesson.c.weight >= bindparam("weight")
    )
)
_IS_PUBLICATION = and_(
    published_lesson.c.course_id == bindparam("course_id"), published_lesson.c.number == bindparam("n")
)
_PUBLISHED = Statement(
    select(*columns_of(PublishedLesson, published_lesson)).where(_IS_PUBLICATION).order_by(published_lesson.c.position)
)
_LOCK_PUBLISHED = Statement(
    select(lesson.c.id)
    .where(lesson.c.id.in_(select(published_lesson.c.lesson_id).where(_IS_PUBLICATION)))
    .order_by(lesson.c.id)
    .with_for_update()
)
_REFERENCES = Statement(
    select(
        published_lesson.c.lesson_id,
        published_lesson.c.revision,
        published_lesson.c.assets,
        published_lesson.c.sources,
    ).where(_IS_PUBLICATION)
)
_REFERRING_BLOCKS = Statement(
    select(block.c.lesson_id, block.c.id, block.c.type, block.c.content).where(
        among(block.c.lesson_id, "lesson_ids"),
        or_(*(block.c.type == block_type for block_type in MEDIA_BLOCKS), block.c.content.like(bindparam("sources"))),
    )
)
_LAST = Statement(
    select(func.coalesce(func.max(publication.c.number), 0)).where(publication.c.course_id == bindparam("course_id"))
)
_ADD = insert_of(publication)
_ADD_LESSON = insert_of(published_lesson)
_SET_SHOWN_PUBLICATION = Statement(
    update(course)
    .values(publication=bindparam("new_number"), updated_at=bindparam("now"))
    .where(course.c.id == bindparam("of_course_id"))
)
_ROW = (
    select(*columns_of(PublicationRow, publication, person_name=person.c.name))
    .outerjoin(person, person.c.id == publication.c.person_id)
    .where(publication.c.course_id == bindparam("course_id"))
)
_BY_NUMBER = Statement(_ROW.where(publication.c.number == bindparam("n")))
_PAGE = Statement(
    _ROW.where(publication.c.number < bindparam("before"))
    .order_by(publication.c.number.desc())
    .limit(bindparam("limit"))
)


async def course_state(db: Db, course_id: str, *, organization_id: str) -> CourseState | None:
    """Return the course's current state; None when the organization has no such course or it is in the trash."""
    return await _state(db, await db.row(_READ_COURSE, course_id=course_id, organization_id=organization_id))


async def heavy_lessons(
    db: Db, course_id: str, *, organization_id: str, weight: int
) -> list[tuple[PublishedLesson, str]]:
    """Return the course's current lessons whose content has at least this many bytes, each with its `ord`."""
    rows = await db.rows(_HEAVY_LESSONS, course_id=course_id, organization_id=organization_id, weight=weight)
    return [(PublishedLesson(*row[:4]), row[4]) for row in rows]


async def locked_state(db: Db, course_id: str, *, organization_id: str) -> CourseState | None:
    """Return the course's state with course and lessons locked until the transaction ends, so it is consistent.

    Raises LessonArriving.
    """
    course_key = {"course_id": course_id, "organization_id": organization_id}
    await lock_lessons(db, **course_key)
    state = await _state(db, await db.row(_LOCK_COURSE, **course_key))
    if state is not None:  # a lesson that was moved here before the course was locked is not locked yet
        locked = {row[0] for row in await db.rows(_LOCK_LESSONS_SKIP_LOCKED, **course_key)}
        if not locked.issuperset([lesson_state.lesson_id for lesson_state in state.lessons]):
            raise LessonArriving
        state = await _state(db, (state.course_id, state.organization_id, state.number, state.title))
    return state


async def locked_course(db: Db, course_id: str, *, organization_id: str) -> CourseState | None:
    """Return the course without its lessons, locked until the transaction ends; None as for `course_state`."""
    row = await db.row(_LOCK_COURSE, course_id=course_id, organization_id=organization_id)
    if row is None:
        return None
    course_id, organization_id, number, title = row
    return CourseState(course_id, organization_id, number, title, ())


async def _state(db: Db, course_row: Row | None) -> CourseState | None:
    if course_row is None:
        return None
    course_id, organization_id, number, title = course_row
    lessons = await db.rows(_LESSONS, course_id=course_id, organization_id=organization_id)
    return CourseState(course_id, organization_id, number, title, tuple([PublishedLesson(*row) for row in lessons]))


async def published_lessons(db: Db, course_id: str, number: int) -> tuple[PublishedLesson, ...]:
    """Return the lessons of a publication in order, including those now in the trash."""
    return tuple([PublishedLesson(*row) for row in await db.rows(_PUBLISHED, course_id=course_id, n=number)])


async def lock_published_lessons(db: Db, course_id: str, number: int) -> None:
    """Lock the lessons of a publication until the transaction ends, in whichever course; lock the course after them."""
    await db.rows(_LOCK_PUBLISHED, course_id=course_id, n=number)


async def add_publication(
    db: Db, state: CourseState, *, person_id: str | None, note: str | None, override_reason: str | None, now: int
) -> int:
    """Store the locked state as the publication that learners see from now on; return its number."""
    row = await db.row(_LAST, course_id=state.course_id)
    last = 0 if row is None else int(row[0])
    number = last + 1
    await db.run(
        _ADD,
        course_id=state.course_id,
        number=number,
        organization_id=state.organization_id,
        title=state.title,
        lesson_count=len(state.lessons),
        person_id=person_id,
        at=now,
        note=note,
        override_reason=override_reason,
    )
    references = await _references(db, state, last)
    names = await file_names(db, {asset for assets, _ in references.values() for asset in assets})
    await db.run_many(
        _ADD_LESSON,
        [
            {
                "course_id": state.course_id,
                "number": number,
                "lesson_id": lesson_state.lesson_id,
                "position": position,
                "revision": lesson_state.revision,
                "title": lesson_state.title,
                "language": lesson_state.language,
                "assets": json.dumps({id_: names.get(id_, "") for id_ in references[lesson_state.lesson_id][0]}),
                "sources": json.dumps(references[lesson_state.lesson_id][1]),
            }
            for position, lesson_state in enumerate(state.lessons, 1)
        ],
    )
    await show_publication(db, state.course_id, number, now=now)
    return number


async def show_publication(db: Db, course_id: str, number: int | None, *, now: int) -> None:
    """Show learners this publication, or with None hide the course from them; this locks the course's row."""
    await db.run(_SET_SHOWN_PUBLICATION, of_course_id=course_id, new_number=number, now=now)


async def publication_by_number(db: Db, course_id: str, number: int) -> PublicationRow | None:
    """Return the course's publication with that number, or None."""
    row = await db.row(_BY_NUMBER, course_id=course_id, n=number)
    return None if row is None else PublicationRow(*row)


async def publications_before(
    db: Db, course_id: str, *, before: int | None = None, limit: int = 100
) -> list[PublicationRow]:
    """Return the course's publications older than number `before` (None: all), newest first."""
    rows = await db.rows(_PAGE, course_id=course_id, before=2**31 - 1 if before is None else before, limit=limit)
    return [PublicationRow(*row) for row in rows]


async def _references(db: Db, state: CourseState, last: int) -> dict[str, tuple[list[str], list[str]]]:
    """Return by lesson the asset and source ids its blocks refer to; unchanged lessons reuse the last publication's."""
    published = await db.rows(_REFERENCES, course_id=state.course_id, n=last)
    known = {
        (lesson_id, revision): (list(json.loads(assets)), json.loads(sources))
        for lesson_id, revision, assets, sources in published
    }
    unknown = [
        lesson_state.lesson_id
        for lesson_state in state.lessons
        if (lesson_state.lesson_id, lesson_state.revision) not in known
    ]
    blocks: dict[str, list[Block]] = {lesson_id: [] for lesson_id in unknown}
    stored = (
        await db.rows(_REFERRING_BLOCKS, lesson_ids=json.dumps(unknown), sources=f'%"{SOURCES}"%') if unknown else []
    )
    for lesson_id, block_id, kind, content in stored:
        blocks[lesson_id].append(stored_block(block_id, kind, json.loads(content)))
    return {
        lesson_state.lesson_id: known.get((lesson_state.lesson_id, lesson_state.revision))
        or _referenced_ids(blocks[lesson_state.lesson_id])
        for lesson_state in state.lessons
    }


def _referenced_ids(blocks: Sequence[Block]) -> tuple[list[str], list[str]]:
    sources = {quote.source_id for lesson_block in blocks for quote in source_quotes(lesson_block.content)}
    return sorted(asset_ids(blocks)), sorted(sources)
