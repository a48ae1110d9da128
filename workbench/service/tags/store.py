"""Tags of lessons and courses: stored with the thing, as it shows them, and again in rows for lookups."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import Table, bindparam, delete, func, select, update

from workbench.authoring.tags import fold_tag
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, insert_of
from workbench.service.db.tables import course, lesson, tag

Tagged = Literal["lesson", "course"]
NO_TAGS: Final = "[]"


@dataclass(frozen=True, slots=True)
class StoredTags:
    """The tags of a lesson or course, locked, and their version. `course_id` is the lesson's course, or the course."""

    tags: list[str]
    version: int
    course_id: str


@dataclass(frozen=True, slots=True)
class TagRow:
    """A tag of an organization, and how many lessons and courses have it; those in the trash are not counted."""

    folded: str
    tag: str
    lesson_count: int
    course_count: int


_TABLES: Mapping[Tagged, Table] = {"lesson": lesson, "course": course}
_FOUND = {
    kind: Statement(
        select(table.c.tags, table.c.tags_version, table.c["course_id" if kind == "lesson" else "id"])
        .where(
            table.c.id == bindparam("item_id"),
            table.c.organization_id == bindparam("organization_id"),
            table.c.deleted_at.is_(None),
        )
        .with_for_update()
    )
    for kind, table in _TABLES.items()
}
_SET = {
    kind: Statement(
        update(table)
        .values(tags=bindparam("new_tags"), tags_version=table.c.tags_version + 1, updated_at=bindparam("now"))
        .where(table.c.id == bindparam("item_id"))
    )
    for kind, table in _TABLES.items()
}
_FORGET = Statement(delete(tag).where(tag.c.item_id == bindparam("of_item_id")))
_KEEP = insert_of(tag)
_COUNTED = (
    select(
        tag.c.tag_folded,
        func.min(tag.c.tag),
        func.count(lesson.c.id).label("lesson_count"),
        func.count(course.c.id).label("course_count"),
    )
    .outerjoin(lesson, (lesson.c.id == tag.c.item_id) & lesson.c.deleted_at.is_(None))
    .outerjoin(course, (course.c.id == tag.c.item_id) & course.c.deleted_at.is_(None))
    .where(tag.c.organization_id == bindparam("organization_id"), tag.c.tag_folded > bindparam("after"))
    .group_by(tag.c.tag_folded)
    .having(func.count(lesson.c.id) + func.count(course.c.id) > 0)
    .order_by(tag.c.tag_folded)
    .limit(bindparam("limit"))
)
_TAGS = Statement(_COUNTED)


async def locked_tags(db: Db, kind: Tagged, item_id: str, *, organization_id: str) -> StoredTags | None:
    """Return the tags, locked until the transaction ends; None if the item does not exist or is in the trash."""
    row = await db.row(_FOUND[kind], item_id=item_id, organization_id=organization_id)
    return None if row is None else StoredTags(read_tags(row[0]), row[1], row[2])


async def save_tags(db: Db, kind: Tagged, item_id: str, tags: Sequence[str], *, organization_id: str, now: int) -> None:
    """Give the thing these tags; it is locked, and they are clean and others than it has."""
    text = json.dumps(list(tags), ensure_ascii=False, separators=(",", ":"))
    await db.run(_SET[kind], item_id=item_id, new_tags=text, now=now)
    await db.run(_FORGET, of_item_id=item_id)
    rows = [{"item_id": item_id, "tag_folded": fold_tag(tag), "tag": tag} for tag in tags]
    await db.run_many(_KEEP, [{**row, "organization_id": organization_id} for row in rows])


async def list_tags(db: Db, organization_id: str, *, after: str = "", limit: int = 1_000) -> list[TagRow]:
    """Return the organization's tags in order, after the given folded one."""
    return [TagRow(*row) for row in await db.rows(_TAGS, organization_id=organization_id, after=after, limit=limit)]


def read_tags(stored: str) -> list[str]:
    """Return the tags of a row."""
    names: list[str] = [] if stored == NO_TAGS else json.loads(stored)
    return names
