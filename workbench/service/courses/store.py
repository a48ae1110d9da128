"""Courses of an organization: their lists, their sharing, the trash."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, func, literal_column, or_, select, update

from workbench.authoring.content import AUTHOR_NOTE
from workbench.authoring.tags import NONE, fold_tag
from workbench.authoring.title import has_title_of, numbered_title
from workbench.errors import WorkbenchError
from workbench.service.courses.order import lock_lessons
from workbench.service.courses.sort_keys import author_key, tags_key
from workbench.service.db.folding import ESCAPE, containing, fold_text, spellings
from workbench.service.db.listing import (
    Page,
    cursor_after,
    decode_cursor,
    item_text,
    item_title,
    known_sort,
    read_page,
    read_page_by,
    values_after,
)
from workbench.service.db.seam import Db, Row, Value
from workbench.service.db.statement import Statement, among, insert_new_of, insert_of
from workbench.service.db.tables import block, course, lesson, organization, person, tag, tally
from workbench.service.db.tallies import sum_of_tallies
from workbench.service.kernel.ids import new_id
from workbench.service.kernel.membership import ACTIVE, lock_names

MOST_LESSON_NAMES = 5
_NUMBERS_TRIED = 20


class CourseExists(WorkbenchError):
    """A course with this id already exists, maybe in the trash. Read it, or use another id; nothing was created."""


class CourseGone(WorkbenchError):
    """The course is in the trash. Restore it, or choose another; nothing was changed."""


@dataclass(frozen=True, slots=True)
class SharingObstacle:
    """The reason why a course cannot be made public. `lessons` are the first of `count`, with ids and titles."""

    reason: Literal["trash", "status", "no blocks", "author notes"]
    status: str = ""
    lessons: tuple[tuple[str, str], ...] = ()
    count: int = 0

    def __str__(self) -> str:
        match self.reason:
            case "trash":
                return "It is in the trash. Restore it first."
            case "status":
                return f"The organization is {self.status}; it must be active."
            case "no blocks":
                return "It needs a lesson with at least one block."
            case "author notes":
                titles = ", ".join(f"“{title}”" for _, title in self.lessons)
                more = f" and {self.count - len(self.lessons):,} more" if self.count > len(self.lessons) else ""
                return (
                    f"There are notes for authors in {titles}{more}: add what each note asks for, then delete the note."
                )


@dataclass(frozen=True, slots=True)
class CourseRow:
    """A course as lists show it; `created_by` is a person's name, `has_blocks` whether there is anything to read.

    `obstacle` is the first condition for making it public that the course itself fails: not in the trash, an active
    organization, a block to read, and no notes for authors. Policy and approvals are checked on publication.

    `publication` is the number of the publication its link shows, or None; `is_public` is false from `expires_at` on.
    `embed_origins` is a JSON list; None where any page may embed it.
    """

    course_id: str
    organization_id: str
    project_id: str
    title: str
    is_public: bool
    obstacle: SharingObstacle | None
    has_blocks: bool
    indexing: bool
    lesson_count: int
    created_at: int
    updated_at: int
    created_by: str | None
    order_version: int
    tags: str
    tags_version: int
    expires_at: int | None
    embed_origins: str | None
    publication: int | None
    created_by_id: str | None

    @property
    def can_be_shared(self) -> bool:
        """Whether nothing in the course itself prevents sharing."""
        return self.obstacle is None


@dataclass(frozen=True, slots=True)
class CourseFilter:
    """A filter for courses; None does not filter."""

    project_id: str | None = None
    search: str | None = None
    in_trash: bool = False
    title: str | None = None
    """Only courses with this title, in any of its `spellings`."""
    tag: str | None = None
    """Only courses with this tag; `none`: without any."""


_HAS_CONTENT = (  # no EXISTS: for it, PostgreSQL would read the lessons of all organizations
    select(lesson.c.id)
    .where(
        lesson.c.organization_id == course.c.organization_id,
        lesson.c.course_id == course.c.id,
        lesson.c.deleted_at.is_(None),
        lesson.c.block_count > 0,
    )
    .limit(literal_column("1"))
    .scalar_subquery()
    .is_not(None)
)
_IN_NOTES = (
    select(lesson.c.course_id, lesson.c.id, lesson.c.title, lesson.c.position, lesson.c.created_at)
    .distinct()
    .join(block, block.c.lesson_id == lesson.c.id)
    .where(
        among(lesson.c.course_id, "course_ids"),
        lesson.c.organization_id == bindparam("organization_id"),
        lesson.c.deleted_at.is_(None),
        block.c.type == literal_column(f"'{AUTHOR_NOTE}'"),
    )
    .subquery()
)
_NOTED = select(
    _IN_NOTES.c.course_id,
    _IN_NOTES.c.id,
    _IN_NOTES.c.title,
    func.count().over(partition_by=_IN_NOTES.c.course_id).label("lessons"),
    func.row_number()
    .over(
        partition_by=_IN_NOTES.c.course_id,
        order_by=(_IN_NOTES.c.position, _IN_NOTES.c.created_at, _IN_NOTES.c.id),
    )
    .label("place"),
).subquery()
_WITH_NOTES = Statement(  # a separate statement: within the page's statement, PostgreSQL does not use its index
    select(_NOTED.c.course_id, _NOTED.c.id, _NOTED.c.title, _NOTED.c.lessons)
    .where(_NOTED.c.place <= MOST_LESSON_NAMES)
    .order_by(_NOTED.c.course_id, _NOTED.c.place)
)
_LESSONS = (
    select(func.count())
    .where(
        lesson.c.organization_id == course.c.organization_id,
        lesson.c.course_id == course.c.id,
        lesson.c.deleted_at.is_(None),
    )
    .scalar_subquery()
)
IS_PUBLIC = and_(  # the one definition of public
    course.c.publication.is_not(None),
    course.c.deleted_at.is_(None),
    or_(course.c.expires_at.is_(None), course.c.expires_at > bindparam("now")),
)
_COURSE = (
    select(
        course.c.id,
        course.c.organization_id,
        course.c.project_id,
        course.c.title,
        IS_PUBLIC.label("is_public"),
        organization.c.status,
        _HAS_CONTENT.label("has_blocks"),
        course.c.indexing,
        _LESSONS,
        course.c.created_at,
        course.c.updated_at,
        person.c.name,
        course.c.order_version,
        course.c.tags,
        course.c.tags_version,
        course.c.expires_at,
        course.c.embed_origins,
        course.c.publication,
        course.c.created_by,
        course.c.title_folded,
    )
    .join(organization, organization.c.id == course.c.organization_id)
    .outerjoin(person, person.c.id == course.c.created_by)
)
_LIVING = course.c.deleted_at.is_(None)
_OF_ORGANIZATION = course.c.organization_id == bindparam("organization_id")
_ONE = Statement(_COURSE.where(course.c.id == bindparam("course_id"), _OF_ORGANIZATION, _LIVING))
_FROM_DEFAULTS = ("tags", "tags_version", "publication", "expires_at", "embed_origins", "indexing")
_INSERT = insert_of(course, without=_FROM_DEFAULTS)
_INSERT_GIVEN = insert_new_of(course, "id", without=_FROM_DEFAULTS)
_IS_MINE = and_(
    course.c.id == bindparam("course_id"), course.c.organization_id == bindparam("of_id"), course.c.deleted_at.is_(None)
)
_RENAME = Statement(
    update(course)
    .values(title=bindparam("new_title"), title_folded=bindparam("new_title_folded"), updated_at=bindparam("now"))
    .where(_IS_MINE)
)
_RENAME_FROM = Statement(
    update(course)
    .values(title=bindparam("new_title"), title_folded=bindparam("new_title_folded"), updated_at=bindparam("now"))
    .where(_IS_MINE, course.c.title.in_([bindparam("base_title"), bindparam("new_title")]))
)
_OTHERS = (  # the other lessons of the course
    select(lesson.c.id).where(
        lesson.c.organization_id == course.c.organization_id,  # an index begins with it
        lesson.c.course_id == course.c.id,
        lesson.c.id != bindparam("lesson_id"),
        lesson.c.deleted_at.is_(None),
    )
)
_MADE_WITH = select(lesson.c.created_at).where(lesson.c.id == bindparam("lesson_id")).scalar_subquery()
_MADE_FOR = and_(course.c.id == bindparam("of_course_id"), course.c.created_at == _MADE_WITH, ~_OTHERS.exists())
_TITLE_OF_OWN = Statement(select(course.c.title, course.c.organization_id).where(_MADE_FOR))
_RENAME_ALONG = Statement(
    update(course)
    .values(title=bindparam("new_title"), title_folded=bindparam("new_title_folded"))
    .where(_MADE_FOR, course.c.title == bindparam("old_title"))
)
_NAMESAKES = Statement(
    select(course.c.title_folded).where(
        _OF_ORGANIZATION, _LIVING, course.c.id != bindparam("course_id"), among(course.c.title_folded, "titles")
    )
)
_COUNT_NUMBERED = Statement(
    select(func.count()).where(
        _OF_ORGANIZATION, _LIVING, course.c.title_folded.like(bindparam("prefix"), escape=ESCAPE)
    )
)
_MOVE = Statement(
    update(course).values(project_id=bindparam("new_project_id"), updated_at=bindparam("now")).where(_IS_MINE)
)
_MOVE_FROM = Statement(
    update(course)
    .values(project_id=bindparam("new_project_id"), updated_at=bindparam("now"))
    .where(_IS_MINE, course.c.project_id == bindparam("base_project_id"))
)
_MOVE_LESSONS = Statement(
    update(lesson)
    .values(project_id=bindparam("new_project_id"))
    .where(lesson.c.organization_id == bindparam("of_id"), lesson.c.course_id == bindparam("of_course_id"))
)
_TOUCH = Statement(
    update(course).values(updated_at=bindparam("now")).where(course.c.id == bindparam("course_id"), _LIVING)
)
_CONDITIONS: dict[str, ColumnElement[bool]] = {
    "project_id": course.c.project_id == bindparam("project_id"),
    "search": course.c.title_folded.like(bindparam("search"), escape=ESCAPE),
    "titles": among(course.c.title_folded, "titles"),
    "tag": course.c.id.in_(
        select(tag.c.item_id).where(
            tag.c.organization_id == bindparam("organization_id"), tag.c.tag_folded == bindparam("tag")
        )
    ),
    "untagged": course.c.tags == literal_column("'[]'"),
}
_KEYS: dict[str, ColumnElement[Any]] = {
    "status": case((IS_PUBLIC, literal_column("1")), else_=literal_column("0")),
    "createdBy": author_key(course),
    "tags": tags_key(course),
}
"""What courses can be sorted by, besides the columns of every list."""
_SORTED_BY = ("title", "updatedAt", "createdAt", *_KEYS)
_TITLE = item_title(course)
_TEXTS = {name: item_text(course, _KEYS[name]) for name in ("createdBy", "tags")}


async def create_course(
    db: Db,
    *,
    organization_id: str,
    project_id: str,
    title: str,
    person_id: str | None,
    now: int,
    given_id: str | None = None,
) -> str:
    """Create a private course and return its id. Raises CourseExists.

    The caller checks that the project is the organization's.
    """
    course_id = given_id or new_id()
    added = await db.run(
        _INSERT if given_id is None else _INSERT_GIVEN,
        id=course_id,
        organization_id=organization_id,
        project_id=project_id,
        title=title,
        title_folded=fold_text(title),
        created_by=person_id,
        created_at=now,
        updated_at=now,
        deleted_at=None,
        order_version=1,
    )
    if not added:
        raise CourseExists
    return course_id


async def course_by_id(db: Db, course_id: str, *, organization_id: str, now: int) -> CourseRow | None:
    """Return the course with `getCourseSharingInfo` data; None if the organization does not have it."""
    row = _course(await db.row(_ONE, course_id=course_id, organization_id=organization_id, now=now))
    return None if row is None else (await _with_notes(db, [row], organization_id))[0]


async def courses_page(
    db: Db,
    organization_id: str,
    which: CourseFilter = CourseFilter(),
    *,
    now: int,
    sort: str | None = None,
    limit: int = 100,
    cursor: str | None = None,
) -> Page[CourseRow]:
    """Return a page of the organization's courses. Raises CursorRejected."""
    order = known_sort(sort, _SORTED_BY)
    position = decode_cursor(order, cursor)
    values: dict[str, Value] = {"organization_id": organization_id}
    if which.project_id is not None:
        values["project_id"] = which.project_id
    if which.search is not None:
        values["search"] = containing(which.search)
    if which.title is not None:
        values["titles"] = json.dumps(spellings(which.title))
    if which.tag is not None:
        folded = fold_tag(which.tag)
        values["untagged" if folded == NONE else "tag"] = folded
    shape = frozenset(values)
    total = await db.row(_count(shape, which.in_trash), **values)
    if position is not None:
        text = _TEXTS.get(order.removeprefix("-"), _TITLE)
        values |= await values_after(db, text, position, organization_id)
    read = await db.rows(_page(shape, order, position is not None, which.in_trash), limit=limit + 1, now=now, **values)
    rows = [row[:-1] if order.removeprefix("-") in _KEYS else row for row in read[:limit]]
    courses = tuple(course for row in rows if (course := _course(row)) is not None)
    more = None
    if len(read) > limit:
        last = courses[-1]
        more = cursor_after(order, last, last.course_id, int(last.is_public) if "status" in order else None)
    if which.in_trash:
        courses = tuple(replace(course, obstacle=SharingObstacle("trash")) for course in courses)
    return Page(tuple(await _with_notes(db, courses, organization_id)), total[0] if total else 0, more)


async def rename_course(
    db: Db, course_id: str, *, organization_id: str, title: str, now: int, base_title: str | None = None
) -> bool:
    """Rename it. False if the organization has no such course, or its title is neither `base_title` nor the new one."""
    values = {
        "course_id": course_id,
        "of_id": organization_id,
        "new_title": title,
        "new_title_folded": fold_text(title),
    }
    if base_title is None:
        return await db.run(_RENAME, now=now, **values) > 0
    return await db.run(_RENAME_FROM, now=now, base_title=base_title, **values) > 0


async def rename_with_lesson(db: Db, course_id: str, lesson_id: str, *, before: str, title: str) -> str | None:
    """Rename a course that was created with its only lesson along with it, if it still has the lesson's old title.

    Returns the course's title: numbered if another course has it. `None` if the course keeps its own.
    """
    row = await db.row(_TITLE_OF_OWN, of_course_id=course_id, lesson_id=lesson_id)
    if row is None or not has_title_of(row[0], before):
        return None
    free = await free_title(db, row[1], title, besides=course_id)
    titles = {"new_title": free, "new_title_folded": fold_text(free), "old_title": row[0]}
    return free if await db.run(_RENAME_ALONG, of_course_id=course_id, lesson_id=lesson_id, **titles) else None


async def free_title(db: Db, organization_id: str, title: str, *, besides: str = "") -> str:
    """Return a title for an unnamed course, numbered if a course other than `besides` has it.

    No other unit compares titles of the organization until this one ends.
    """
    await lock_names(db, organization_id)
    wanted = [title]
    number = 2
    while True:
        forms = {wanted_title: spellings(wanted_title) for wanted_title in wanted}
        titles = json.dumps([form for those in forms.values() for form in those])
        rows = await db.rows(_NAMESAKES, organization_id=organization_id, course_id=besides, titles=titles)
        taken = {row[0] for row in rows}
        free = next((key for key, those in forms.items() if taken.isdisjoint(those)), None)
        if free is not None:
            return free
        if number == 2:  # skip as many numbers as titles begin like this: they are most likely taken
            prefix = containing(f"{title} (")[1:]
            counted = await db.row(_COUNT_NUMBERED, organization_id=organization_id, prefix=prefix)
            number += counted[0] if counted else 0
        wanted = [numbered_title(title, number + more) for more in range(_NUMBERS_TRIED)]
        number += _NUMBERS_TRIED


async def move_course(
    db: Db, course_id: str, *, organization_id: str, project_id: str, now: int, base_project_id: str | None = None
) -> bool:
    """Move the course and all its lessons; the caller checks that the project is the organization's.

    Returns False if the course is missing or in another project than `base_project_id`.
    """
    await lock_lessons(db, course_id, organization_id=organization_id)
    values = {"course_id": course_id, "of_id": organization_id, "new_project_id": project_id}
    if base_project_id is None:
        count = await db.run(_MOVE, now=now, **values)
    else:
        count = await db.run(_MOVE_FROM, now=now, base_project_id=base_project_id, **values)
    if not count:
        return False
    await db.run(_MOVE_LESSONS, of_id=organization_id, of_course_id=course_id, new_project_id=project_id)
    return True


async def touch_course(db: Db, course_id: str, *, now: int) -> bool:
    """Record that a lesson of the course changed. False if the course is in the trash or does not exist."""
    return await db.run(_TOUCH, course_id=course_id, now=now) > 0


@cache
def _count(shape: frozenset[str], in_trash: bool = False) -> Statement:
    if shape <= {"organization_id", "project_id"} and not in_trash:
        return sum_of_tallies(tally.c.courses, of_project="project_id" in shape)
    query = select(func.count()).select_from(course).where(_OF_ORGANIZATION, _in_trash_condition(in_trash))
    return Statement(_apply_filters(query, shape))


@cache
def _page(shape: frozenset[str], order: str, continued: bool, in_trash: bool = False) -> Statement:
    mine = (_OF_ORGANIZATION, _in_trash_condition(in_trash))
    key = _KEYS.get(order.removeprefix("-"))
    if key is None:
        query = _apply_filters(_COURSE.where(*mine), shape)
        return read_page(query, course, order, continued=continued, in_trash=in_trash)
    query = _apply_filters(select(course.c.id, key.label("sorted_by")).where(*mine), shape)
    return read_page_by(query, _COURSE, course, order, continued=continued)


def _in_trash_condition(in_trash: bool) -> ColumnElement[bool]:
    return course.c.deleted_at.is_not(None) if in_trash else _LIVING


def _apply_filters(query: Select[*tuple[object, ...]], shape: frozenset[str]) -> Select[*tuple[object, ...]]:
    return query.where(*(condition for name, condition in _CONDITIONS.items() if name in shape))


async def _with_notes(db: Db, courses: Sequence[CourseRow], organization_id: str) -> Sequence[CourseRow]:
    """Return the courses, with notes for authors as an obstacle to sharing those that have any."""
    ids = [course.course_id for course in courses if course.can_be_shared]
    if not ids:
        return courses
    noted: dict[str, SharingObstacle] = {}
    for course_id, lesson_id, title, count in await db.rows(
        _WITH_NOTES, course_ids=json.dumps(ids), organization_id=organization_id
    ):
        lessons = noted[course_id].lessons if course_id in noted else ()
        noted[course_id] = SharingObstacle("author notes", lessons=(*lessons, (lesson_id, title)), count=count)
    return [replace(course, obstacle=noted.get(course.course_id, course.obstacle)) for course in courses]


def _course(row: Row | None) -> CourseRow | None:
    if row is None:
        return None
    course_id, organization_id, project_id, title, is_public, status, has_blocks, indexing, *rest, _ = row
    obstacle = None
    if status != ACTIVE:
        obstacle = SharingObstacle("status", status)
    elif not has_blocks:
        obstacle = SharingObstacle("no blocks")
    facts = bool(is_public), obstacle, bool(has_blocks), bool(indexing)
    return CourseRow(course_id, organization_id, project_id, title, *facts, *rest)


_SET_EXPIRY = Statement(
    update(course)
    .values(expires_at=bindparam("end"))
    .where(and_(course.c.id == bindparam("course_id"), course.c.organization_id == bindparam("of_id")))
)


async def set_expiry(db: Db, course_id: str, *, organization_id: str, expires_at: int | None) -> None:
    """Set when the course's link expires; None for never."""
    await db.run(_SET_EXPIRY, course_id=course_id, of_id=organization_id, end=expires_at)


def read_origins(stored: str | None) -> list[str] | None:
    """Return the origins as stored."""
    return None if stored is None else list(json.loads(stored))
