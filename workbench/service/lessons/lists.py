"""Lists of lessons: pages with filters and order, recent items. It reads indexes first and no block ever."""

from __future__ import annotations

import json
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, func, literal_column, or_, select

from workbench.authoring.tags import NONE, fold_tag
from workbench.procedures.lesson import LessonFilter, LessonSummary
from workbench.service.courses.order import BY_POSITION
from workbench.service.courses.sort_keys import author_key, tags_key
from workbench.service.db.folding import ESCAPE, containing
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
from workbench.service.db.statement import Statement, among, columns_of
from workbench.service.db.tables import course, lesson, person, tag, tally
from workbench.service.db.tallies import sum_of_tallies
from workbench.service.lessons.status import STATUS_RANK, status_rank


class LessonItem(NamedTuple):
    """A lesson as lists show it: what the service itself reads of it, and the `others` of a `LessonSummary`, in order.

    Times are milliseconds since the epoch, `weight` is the bytes of its blocks' contents, `tags` a JSON array.
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
    others: tuple[Any, ...]


ALL = LessonFilter()
RECENT = 20

OTHERS = tuple(name for name in LessonSummary.model_fields if name not in (*LessonItem._fields, "status"))
"""The fields of a `LessonSummary` that an item has in `others`; its status depends on the time, and is read apart."""
_COUNTED = {
    name: case((lesson.c.checked_revision > literal_column("0"), lesson.c[name]))
    for name in ("errors", "warnings", "hints")
}
"""Findings of a lesson; null until its first check."""
ITEM = select(
    *columns_of(
        (*LessonItem._fields[:-1], *OTHERS),
        lesson,
        lesson_id=lesson.c.id,
        created_by=person.c.name,
        created_by_id=lesson.c.created_by,
        **_COUNTED,
    )
).outerjoin(person, person.c.id == lesson.c.created_by)
"""The columns that `item_from_row` makes an item of."""
_OWN = len(LessonItem._fields) - 1
_LIVING = lesson.c.deleted_at.is_(None)
_OF_ORGANIZATION = lesson.c.organization_id == bindparam("organization_id")
_OF_COURSE = Statement(
    ITEM.where(lesson.c.course_id == bindparam("course_id"), _OF_ORGANIZATION, _LIVING)
    .order_by(*BY_POSITION)
    .limit(bindparam("limit"))
)
_ONE = Statement(ITEM.where(lesson.c.id == bindparam("lesson_id"), _OF_ORGANIZATION, _LIVING))
_TAGGED = select(tag.c.item_id).where(
    tag.c.organization_id == bindparam("organization_id"), tag.c.tag_folded == bindparam("tag")
)
_CONDITIONS: dict[str, ColumnElement[bool]] = {
    **{name: lesson.c[name] == bindparam(name) for name in LessonFilter.model_fields if name in lesson.c},
    "status": bindparam("status") == STATUS_RANK,
    "tag": or_(lesson.c.id.in_(_TAGGED), lesson.c.course_id.in_(_TAGGED)),
    "untagged": and_(
        lesson.c.tags == literal_column("'[]'"),
        select(course.c.tags).where(course.c.id == lesson.c.course_id).scalar_subquery() == literal_column("'[]'"),
    ),
    "search": lesson.c.title_folded.like(bindparam("search"), escape=ESCAPE),
    "lesson_ids": among(lesson.c.id, "lesson_ids"),
}
"""The condition of each filter; one that has the name of a column is for equal values."""
_KEYS: dict[str, ColumnElement[Any]] = {
    "status": STATUS_RANK,
    "findings": literal_column("0") - lesson.c.findings_order,
    "language": lesson.c.language,
    "createdBy": author_key(lesson),
    "tags": tags_key(lesson),
}
"""What lessons can be sorted by, besides the columns of every list."""
_SORTED_BY = ("title", "updatedAt", "createdAt", *_KEYS)
_NUMBERS = ("status", "findings")
_TITLE = item_title(lesson)
_TEXTS = {name: item_text(lesson, _KEYS[name]) for name in ("language", "createdBy", "tags")}


def others_by_name(others: tuple[Any, ...]) -> dict[str, Any]:
    """Return the `others` of an item or row, by name: the fields of a `LessonSummary` that no code reads by name."""
    return dict(zip(OTHERS, others, strict=True))


def item_from_row(row: Row) -> LessonItem:
    """Return the item of a row that was selected as `ITEM`."""
    return LessonItem._make((*row[:_OWN], tuple(row[_OWN:])))


def filter_parameters(which: LessonFilter) -> dict[str, Value]:
    """Return the parameters of the filters that are set."""
    values = {name: value for name in _CONDITIONS if (value := getattr(which, name, None)) is not None}
    if which.status is not None:
        values["status"] = status_rank(which.status)
    if which.tag is not None:
        values["tag"] = fold_tag(which.tag)
    if values.get("tag") == NONE:
        values["untagged"] = values.pop("tag")
    if which.search is not None:
        values["search"] = containing(which.search)
    if which.lesson_ids is not None:
        values["lesson_ids"] = json.dumps(which.lesson_ids)
    return values


async def lessons_page(
    db: Db,
    organization_id: str,
    which: LessonFilter = ALL,
    *,
    sort: str | None = None,
    limit: int = 100,
    cursor: str | None = None,
    most_weight: int | None = None,
    now: int = 0,
) -> Page[LessonItem]:
    """Return a page of the organization's lessons and how many match in all. Raises CursorRejected.

    The page ends before the lesson that would make its weight exceed `most_weight`; it has one at least. `now` is
    when their status is told, which lessons are sorted by and found by.
    """
    order = known_sort(sort, _SORTED_BY)
    column = order.removeprefix("-")
    position = decode_cursor(order, cursor)
    values = filter_parameters(which)
    in_trash = bool(which.in_trash)
    shape = frozenset(values)
    values["organization_id"] = organization_id
    if "status" in (column, *shape):
        values["now"] = now
    total = await db.row(_count(shape, in_trash), **values)
    if position is not None:
        values |= await values_after(db, _TEXTS.get(column, _TITLE), position, organization_id)
    rows = await db.rows(_page(shape, order, position is not None, in_trash), limit=limit + 1, **values)
    items = tuple([item_from_row(row[:-1] if column in _KEYS else row) for row in rows[:limit]])
    if most_weight is not None:
        weights = accumulate(item.weight for item in items)
        items = items[: max(1, sum(weight <= most_weight for weight in weights))]
    more = None
    if len(rows) > len(items):
        value = rows[len(items) - 1][-1] if column in _NUMBERS else None
        more = cursor_after(order, items[-1], items[-1].lesson_id, value)
    return Page(items, total[0] if total else 0, more)


async def recent_lessons(
    db: Db, organization_id: str, *, limit: int = RECENT, sort: str | None = None
) -> list[LessonItem]:
    """Return the recently edited lessons, newest first."""
    statement = _page(frozenset(), known_sort(sort), False)
    return [item_from_row(row) for row in await db.rows(statement, organization_id=organization_id, limit=limit)]


async def lessons_in_course(db: Db, course_id: str, *, organization_id: str, limit: int = 1_000) -> list[LessonItem]:
    """Return the course's lessons in order, without their blocks."""
    rows = await db.rows(_OF_COURSE, course_id=course_id, organization_id=organization_id, limit=limit)
    return [item_from_row(row) for row in rows]


async def lesson_item(db: Db, lesson_id: str, *, organization_id: str) -> LessonItem | None:
    """Return the lesson without its blocks; None if it is missing or in the trash."""
    row = await db.row(_ONE, lesson_id=lesson_id, organization_id=organization_id)
    return None if row is None else item_from_row(row)


@cache
def _count(shape: frozenset[str], in_trash: bool = False) -> Statement:
    if shape <= {"project_id"} and not in_trash:
        return sum_of_tallies(tally.c.lessons, of_project=bool(shape))
    return Statement(_apply_filters(select(func.count()).select_from(lesson), shape, in_trash))


@cache
def _page(shape: frozenset[str], order: str, continued: bool, in_trash: bool = False) -> Statement:
    key = _KEYS.get(order.removeprefix("-"))
    if key is None:
        return read_page(_apply_filters(ITEM, shape, in_trash), lesson, order, continued=continued, in_trash=in_trash)
    query = _apply_filters(select(lesson.c.id, key.label("sorted_by")), shape, in_trash)
    return read_page_by(query, ITEM, lesson, order, continued=continued)


def _apply_filters(
    statement: Select[*tuple[object, ...]], shape: frozenset[str], in_trash: bool
) -> Select[*tuple[object, ...]]:
    organization_column: ColumnElement[str] = lesson.c.organization_id
    if "lesson_ids" in shape:  # so that no index has it: else SQLite walks all lessons in order for a few
        organization_column = organization_column.concat("")
    return statement.where(
        organization_column == bindparam("organization_id"),
        lesson.c.deleted_at.is_not(None) if in_trash else _LIVING,
        *(condition for name, condition in _CONDITIONS.items() if name in shape),
    )
