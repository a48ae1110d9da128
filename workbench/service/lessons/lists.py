"""Lists of lessons: pages with filters and order, recent items. It reads indexes first and no block ever."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, func, select

from workbench.service.courses.order import BY_POSITION
from workbench.service.db.folding import ESCAPE, containing, topic_key
from workbench.service.db.listing import Page, cursor_after, page_of, place_of, sort_of, title_of, values_after
from workbench.service.db.seam import Db, Value
from workbench.service.db.statement import Statement, among, columns_of
from workbench.service.db.tables import lesson, person, tally
from workbench.service.db.tallies import tallied


class LessonItem(NamedTuple):
    """A lesson as lists show it; `created_by` is a person's name, times are milliseconds since the epoch.

    `weight` is the bytes of its blocks' contents, `tags` a JSON array.
    """

    lesson_id: str
    course_id: str
    project_id: str
    title: str
    language: str
    block_count: int
    revision: int
    topic: str | None
    writer: str | None
    created_at: int
    updated_at: int
    created_by: str | None
    position: int
    weight: int
    tags: str
    tags_version: int
    review_state: str
    created_by_id: str | None


@dataclass(frozen=True, slots=True)
class LessonFilter:
    """Which lessons; None does not filter. `search` is in the title; `topics` are compared folded, but whole.

    `lesson_ids` are at most as many as a page has.
    """

    project_id: str | None = None
    course_id: str | None = None
    language: str | None = None
    search: str | None = None
    topics: tuple[str, ...] | None = None
    lesson_ids: tuple[str, ...] | None = None
    in_trash: bool = False

    def values(self) -> dict[str, Value]:
        """The parameters of the filters that are set."""
        plain = {"project_id": self.project_id, "course_id": self.course_id, "language": self.language}
        values: dict[str, Value] = {name: value for name, value in plain.items() if value is not None}
        if self.search is not None:
            values["search"] = containing(self.search)
        if self.topics is not None:
            values["topics"] = json.dumps([topic_key(topic) for topic in self.topics])
        if self.lesson_ids is not None:
            values["lesson_ids"] = json.dumps(self.lesson_ids)
        return values

    @property
    def is_long(self) -> bool:
        """Whether the read looks at every title and belongs into a thread (`read(..., long=True)`)."""
        return self.search is not None


ALL = LessonFilter()
RECENT = 20

ITEM = select(
    *columns_of(LessonItem, lesson, lesson_id=lesson.c.id, created_by=person.c.name, created_by_id=lesson.c.created_by)
).outerjoin(person, person.c.id == lesson.c.created_by)
"""What a `LessonItem` is made of."""
_LIVING = lesson.c.deleted_at.is_(None)
_OF_ORGANIZATION = lesson.c.organization_id == bindparam("organization_id")
_OF_COURSE = Statement(
    ITEM.where(lesson.c.course_id == bindparam("course_id"), _OF_ORGANIZATION, _LIVING)
    .order_by(*BY_POSITION)
    .limit(bindparam("limit"))
)
_ONE = Statement(ITEM.where(lesson.c.id == bindparam("lesson_id"), _OF_ORGANIZATION, _LIVING))
_CONDITIONS: dict[str, ColumnElement[bool]] = {
    "project_id": lesson.c.project_id == bindparam("project_id"),
    "course_id": lesson.c.course_id == bindparam("course_id"),
    "language": lesson.c.language == bindparam("language"),
    "search": lesson.c.title_folded.like(bindparam("search"), escape=ESCAPE),
    "topics": among(lesson.c.topic_sha256, "topics"),
    "lesson_ids": among(lesson.c.id, "lesson_ids"),
}
_TITLE = title_of(lesson)


async def lessons_page(
    db: Db,
    organization_id: str,
    which: LessonFilter = ALL,
    *,
    sort: str | None = None,
    limit: int = 100,
    cursor: str | None = None,
    most_weight: int | None = None,
) -> Page[LessonItem]:
    """A page of the organization's lessons and how many match in all. Raises CursorRejected.

    The page ends before the lesson with which its lessons would weigh more than `most_weight`; it has one at least.
    """
    order = sort_of(sort)
    place = place_of(order, cursor)
    values = which.values()
    shape = frozenset(values)
    values["organization_id"] = organization_id
    total = await db.row(_count(shape, which.in_trash), **values)
    if place is not None:
        values |= await values_after(db, _TITLE, place, organization_id)
    found = await db.rows(_page(shape, order, place is not None, which.in_trash), limit=limit + 1, **values)
    items = tuple([LessonItem(*row) for row in found[:limit]])
    if most_weight is not None:
        weights = accumulate(each.weight for each in items)
        items = items[: max(1, sum(weight <= most_weight for weight in weights))]
    more = cursor_after(order, items[-1], items[-1].lesson_id) if len(found) > len(items) else None
    return Page(items, total[0] if total else 0, more)


async def recent_lessons(
    db: Db, organization_id: str, *, limit: int = RECENT, sort: str | None = None
) -> list[LessonItem]:
    """What was worked on lately, newest first."""
    statement = _page(frozenset(), sort_of(sort), False)
    return [LessonItem(*row) for row in await db.rows(statement, organization_id=organization_id, limit=limit)]


async def lessons_in_course(db: Db, course_id: str, *, organization_id: str, limit: int = 1_000) -> list[LessonItem]:
    """The course's lessons in order, without their blocks."""
    found = await db.rows(_OF_COURSE, course_id=course_id, organization_id=organization_id, limit=limit)
    return [LessonItem(*row) for row in found]


async def lesson_item(db: Db, lesson_id: str, *, organization_id: str) -> LessonItem | None:
    """The lesson without its blocks; None when the organization has no such, or it is in the trash."""
    found = await db.row(_ONE, lesson_id=lesson_id, organization_id=organization_id)
    return None if found is None else LessonItem(*found)


@cache
def _count(shape: frozenset[str], in_trash: bool = False) -> Statement:
    if shape <= {"project_id"} and not in_trash:
        return tallied(tally.c.lessons, of_project=bool(shape))
    return Statement(_filtered(select(func.count()).select_from(lesson), shape, in_trash))


@cache
def _page(shape: frozenset[str], order: str, continued: bool, in_trash: bool = False) -> Statement:
    return page_of(_filtered(ITEM, shape, in_trash), lesson, order, continued=continued, in_trash=in_trash)


def _filtered(found: Select[*tuple[object, ...]], shape: frozenset[str], in_trash: bool) -> Select[*tuple[object, ...]]:
    mine: ColumnElement[str] = lesson.c.organization_id
    if shape & {"topics", "lesson_ids"}:  # so that no index has it: else SQLite walks all lessons in order for a few
        mine = mine.concat("")
    return found.where(
        mine == bindparam("organization_id"),
        lesson.c.deleted_at.is_not(None) if in_trash else _LIVING,
        *(condition for name, condition in _CONDITIONS.items() if name in shape),
    )
