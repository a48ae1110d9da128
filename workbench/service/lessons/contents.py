"""Pages of lessons with their blocks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, or_, select

from workbench.authoring.block import Block, Blocks, stored_block
from workbench.authoring.blocks.image import lacks_text
from workbench.authoring.content import AUTHOR_NOTE
from workbench.authoring.content.media_types import IMAGE
from workbench.authoring.measure import OPEN, author_notes, open_places
from workbench.procedures.lesson import LessonFilter
from workbench.service.courses.order import BY_POSITION
from workbench.service.db.listing import Page
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, among
from workbench.service.db.tables import block, lesson
from workbench.service.lessons.lists import ALL, lessons_page

MOST_WEIGHT = 4_000_000
_ORDERS = Statement(
    select(lesson.c.id, lesson.c.ord).where(
        among(lesson.c.id, "lesson_ids"), lesson.c.organization_id == bindparam("organization_id")
    )
)
_BLOCKS = Statement(
    select(block.c.lesson_id, block.c.id, block.c.type, block.c.content).where(among(block.c.lesson_id, "lesson_ids"))
)


@dataclass(frozen=True, slots=True)
class UnfinishedLesson:
    """A lesson that is not finished: its number of notes for authors, and of placeholders (✎)."""

    lesson_id: str
    title: str
    author_notes: int
    open_places: int
    pictures_without_text: int = 0

    @property
    def is_unfinished(self) -> bool:
        """Whether the lesson has anything unfinished."""
        return bool(self.author_notes or self.open_places or self.pictures_without_text)


@dataclass(frozen=True, slots=True)
class PublishedLesson:
    """A lesson of a publication: its revision, and its title and language at that revision."""

    lesson_id: str
    revision: int
    title: str
    language: str


_OPEN = Statement(
    select(lesson.c.id, lesson.c.title, block.c.type, block.c.content)
    .join(block, block.c.lesson_id == lesson.c.id)
    .where(
        among(lesson.c.id, "lesson_ids"),
        or_(block.c.type == AUTHOR_NOTE, block.c.type == IMAGE, block.c.content.like(bindparam("sign"))),
    )
    .order_by(*BY_POSITION)
)


_TYPES = Statement(
    select(lesson.c.ord, block.c.id, block.c.type)
    .outerjoin(block, block.c.lesson_id == lesson.c.id)
    .where(
        lesson.c.id == bindparam("lesson_id"),
        lesson.c.organization_id == bindparam("organization_id"),
        lesson.c.deleted_at.is_(None),
    )
)


async def block_types(db: Db, lesson_id: str, *, organization_id: str) -> tuple[str, ...] | None:
    """Return the types of a lesson's blocks in order; None if the lesson is missing or in the trash."""
    rows = await db.rows(_TYPES, lesson_id=lesson_id, organization_id=organization_id)
    types = {row[1]: row[2] for row in rows}
    return tuple([types[block_id] for block_id in json.loads(rows[0][0])]) if rows else None


async def unfinished_lessons(db: Db, lesson_ids: Sequence[str]) -> list[UnfinishedLesson]:
    """Return those lessons that an author still has to finish, as they are now, in the order of their course."""
    blocks: dict[tuple[str, str], list[Block]] = {}
    ids = json.dumps(list(lesson_ids))
    for lesson_id, title, kind, content in await db.rows(_OPEN, lesson_ids=ids, sign=f"%{OPEN}%"):
        blocks.setdefault((lesson_id, title), []).append(stored_block("", kind, json.loads(content)))
    lessons = [find_unfinished(lesson_id, title, lesson_blocks) for (lesson_id, title), lesson_blocks in blocks.items()]
    return [unfinished_lesson for unfinished_lesson in lessons if unfinished_lesson.is_unfinished]


def find_unfinished(lesson_id: str, title: str, blocks: Sequence[Block]) -> UnfinishedLesson:
    """Return what an author still has to finish in a lesson with these blocks."""
    notes = author_notes(blocks)
    silent = sum(lacks_text(block.type, block.content) for block in blocks)
    return UnfinishedLesson(lesson_id, title, notes, open_places(blocks) - notes, silent)


async def contents_page(
    db: Db,
    organization_id: str,
    lesson_filter: LessonFilter = ALL,
    *,
    sort: str | None = None,
    limit: int = 100,
    cursor: str | None = None,
    now: int = 0,
) -> Page[tuple[str, str, Blocks]]:
    """Return a page of the organization's lessons: id, language and blocks in order. Raises CursorRejected.

    It ends early if its lessons are large, because they are all in memory.
    """
    page = await lessons_page(
        db, organization_id, lesson_filter, sort=sort, limit=limit, cursor=cursor, most_weight=MOST_WEIGHT, now=now
    )
    ids = json.dumps([item.lesson_id for item in page.items])
    rows = await db.rows(_ORDERS, lesson_ids=ids, organization_id=organization_id)
    blocks = await read_blocks_of_lessons(db, {str(row[0]): str(row[1]) for row in rows})
    items = tuple((item.lesson_id, item.language, blocks[item.lesson_id]) for item in page.items)
    return Page(items, page.total, page.next_cursor)


async def read_blocks_of_lessons(db: Db, orders: Mapping[str, str]) -> dict[str, Blocks]:
    """Return the blocks of lessons by id, in the order of each lesson's `ord` text."""
    stored: dict[str, dict[str, Block]] = {lesson_id: {} for lesson_id in orders}
    for lesson_id, block_id, kind, content in await db.rows(_BLOCKS, lesson_ids=json.dumps(list(orders))):
        stored[lesson_id][block_id] = stored_block(block_id, kind, json.loads(content))
    return {
        lesson_id: tuple([stored[lesson_id][ordered_id] for ordered_id in json.loads(order)])
        for lesson_id, order in orders.items()
    }
