"""Lessons and their blocks: made in one unit, read in order. Lists are in `lists`, edits in `edits`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, bindparam, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from workbench.authoring.block import Block, Blocks, stored_block
from workbench.errors import WorkbenchError
from workbench.service.assets.store import note_uses
from workbench.service.courses.order import next_position, raise_version
from workbench.service.courses.store import CourseGone, CourseRow, create_course, free_title, touch_course
from workbench.service.db.folding import fold_text, topic_key
from workbench.service.db.seam import Db, Row
from workbench.service.db.statement import Statement, binds_of, insert_of
from workbench.service.db.tables import block, lesson
from workbench.service.db.text_index import index_lesson, number_range
from workbench.service.kernel.ids import new_id
from workbench.service.lessons.lists import ITEM, item_from_row

MAX_WEIGHT = 4_000_000
"""Largest size of a lesson's contents in bytes; more could not be read, exported or shown in one piece."""


class LessonExists(WorkbenchError):
    """There is a lesson with this id already, maybe in the trash. Read it, or take another id; nothing was made."""


class LessonTooHeavy(WorkbenchError):
    """A lesson has at most 4 MB of content. Divide it into several lessons, or make its blocks smaller."""


@dataclass(frozen=True, slots=True)
class NewLesson:
    """A lesson to store. Without `course_id` it gets its own course; without `position` it is the last in it.

    `lesson_id` is one chosen by the caller; default: a new one.
    """

    organization_id: str
    project_id: str
    title: str
    language: str
    blocks: Blocks
    person_id: str | None
    topic: str | None = None
    writer: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    course_id: str | None = None
    position: int | None = None
    lesson_id: str | None = None


@dataclass(frozen=True, slots=True)
class LessonRow:
    """A lesson with its blocks in order; times are milliseconds since the epoch, `others` as in a `LessonItem`."""

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
    organization_id: str
    input_tokens: int | None
    output_tokens: int | None
    blocks: Blocks


_PARSED_AT_ONCE = 64
_GIVEN = (
    *("id", "organization_id", "project_id", "course_id", "title", "title_folded", "language", "writer"),
    *("input_tokens", "output_tokens", "revision", "block_count", "created_by", "created_at", "updated_at"),
    *("topic_sha256", "topic", "ord", "weight", "position"),
)
"""Columns that a new lesson is stored with; the others have their defaults."""
_VALUES = binds_of(lesson, without=tuple(column.key for column in lesson.c if column.key not in _GIVEN))
_LAST_NUMBER = select(func.coalesce(func.max(lesson.c.number), bindparam("number_base"))).where(
    lesson.c.number.between(bindparam("number_base"), bindparam("number_end"))
)
_INSERT = Statement(
    lesson.insert().values(**_VALUES, number=_LAST_NUMBER.scalar_subquery() + 1),
    postgresql=lesson.insert().values(**_VALUES, number=bindparam("number_base") + func.nextval("lesson_number")),
    adds_one=True,
)
_INSERT_GIVEN = Statement(  # does nothing where the id is taken
    sqlite.insert(lesson)
    .values(**_VALUES, number=_LAST_NUMBER.scalar_subquery() + 1)
    .on_conflict_do_nothing(index_elements=["id"]),
    postgresql=postgresql.insert(lesson)
    .values(**_VALUES, number=bindparam("number_base") + func.nextval("lesson_number"))
    .on_conflict_do_nothing(index_elements=["id"]),
)
INSERT_BLOCK = insert_of(block)
_CONTENT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_LESSON = ITEM.add_columns(lesson.c.organization_id, lesson.c.input_tokens, lesson.c.output_tokens, lesson.c.ord).where(
    lesson.c.deleted_at.is_(None)
)
_ONE = Statement(
    _LESSON.where(lesson.c.id == bindparam("lesson_id"), lesson.c.organization_id == bindparam("organization_id"))
)
_IS_MINE = and_(
    lesson.c.id == bindparam("of_lesson_id"),
    lesson.c.organization_id == bindparam("of_id"),
    lesson.c.deleted_at.is_(None),
)
_PLACE = Statement(select(lesson.c.course_id, lesson.c.position).where(_IS_MINE).with_for_update())
_MOVE = Statement(
    update(lesson)
    .values(
        course_id=bindparam("new_course_id"),
        project_id=bindparam("new_project_id"),
        position=bindparam("new_position"),
        updated_at=bindparam("now"),
    )
    .where(_IS_MINE)
)
_BLOCKS = Statement(
    select(block.c.id, block.c.type, block.c.content).where(block.c.lesson_id == bindparam("lesson_id"))
)


async def insert_lesson(db: Db, new: NewLesson, *, now: int) -> tuple[str, str]:
    """Store the lesson at revision 1 with all its blocks; return its id and its course's.

    Raises CourseGone, LessonExists and LessonTooHeavy.
    """
    lesson_id = new.lesson_id or new_id()
    weight = stored_bytes(new.blocks)
    if weight > MAX_WEIGHT:
        raise LessonTooHeavy
    course_id, position = await _place_for(db, new, now=now)
    added = await db.run(
        _INSERT if new.lesson_id is None else _INSERT_GIVEN,
        id=lesson_id,
        organization_id=new.organization_id,
        project_id=new.project_id,
        course_id=course_id,
        title=new.title,
        title_folded=fold_text(new.title),
        language=new.language,
        writer=new.writer,
        input_tokens=new.input_tokens,
        output_tokens=new.output_tokens,
        revision=1,
        block_count=len(new.blocks),
        created_by=new.person_id,
        created_at=now,
        updated_at=now,
        topic_sha256=None if new.topic is None else topic_key(new.topic),
        topic=new.topic,
        ord=order_text(new.blocks),
        weight=weight,
        position=position,
        **number_range(new.organization_id),
    )
    if not added:
        raise LessonExists
    await insert_blocks(db, lesson_id, new.blocks)
    await index_lesson(db, lesson_id, new.title, new.blocks)
    return lesson_id, course_id


async def _place_for(db: Db, new: NewLesson, *, now: int) -> tuple[str, int]:
    """Return a new lesson's course, made unless one is named, and its position there. Raises CourseGone."""
    if new.course_id is None:
        course_id = await create_course(
            db,
            organization_id=new.organization_id,
            project_id=new.project_id,
            title=await free_title(db, new.organization_id, new.title),
            person_id=new.person_id,
            now=now,
        )
        return course_id, new.position or 1
    if not await touch_course(db, new.course_id, now=now):
        raise CourseGone
    if new.position is not None:
        return new.course_id, new.position
    return new.course_id, await next_position(db, new.course_id, organization_id=new.organization_id)


async def lesson_by_id(
    db: Db, lesson_id: str, *, organization_id: str, expecting: Callable[[int], None] | None = None
) -> LessonRow | None:
    """Return the lesson with its blocks, or None if the organization has no such lesson or it is in the trash.

    `expecting` is called with the size of the blocks in bytes before they are read.
    """
    row = await db.row(_ONE, lesson_id=lesson_id, organization_id=organization_id)
    if row is None:
        return None
    if expecting is not None:
        expecting(item_from_row(row[:-4]).weight)
    return await _with_blocks(db, row)


async def move_lesson(
    db: Db, lesson_id: str, to: CourseRow, *, organization_id: str, position: int | None = None, now: int
) -> bool:
    """Move the lesson to a course; return False when the lesson does not exist.

    The caller has checked that both belong to the organization. Without a position the lesson comes last, or
    keeps its place in the course that it is already in. Raises CourseGone.
    """
    which = {"of_lesson_id": lesson_id, "of_id": organization_id}
    row = await db.row(_PLACE, **which)
    if row is None:
        return False
    if not await touch_course(db, to.course_id, now=now):
        raise CourseGone
    stays = row[0] == to.course_id
    if position is None:
        position = row[1] if stays else await next_position(db, to.course_id, organization_id=organization_id)
    elif stays and position != row[1]:
        await raise_version(db, to.course_id, now=now)
    values = {"new_course_id": to.course_id, "new_project_id": to.project_id, "new_position": position}
    return await db.run(_MOVE, **which, now=now, **values) > 0


async def insert_blocks(db: Db, lesson_id: str, blocks: Iterable[Block]) -> None:
    """Insert new blocks; their order is stored with the lesson."""
    new = tuple(blocks)
    await db.run_many(
        INSERT_BLOCK,
        [
            {
                "lesson_id": lesson_id,
                "id": added_block.id,
                "type": added_block.type,
                "content": content_text(added_block),
            }
            for added_block in new
        ],
    )
    await note_uses(db, lesson_id, new)


async def read_blocks(db: Db, lesson_id: str, order: str) -> Blocks:
    """Return the lesson's blocks in the order that its `ord` text gives."""
    rows = await db.rows(_BLOCKS, lesson_id=lesson_id)
    contents = _parse_contents([content for _, _, content in rows])
    blocks = {
        block_id: stored_block(block_id, kind, content)
        for (block_id, kind, _), content in zip(rows, contents, strict=True)
    }
    return tuple([blocks[block_id] for block_id in json.loads(order)])


def _parse_contents(texts: list[str]) -> list[dict[str, Any]]:
    """Parse several contents together: twice as fast as one by one; all of them would block other requests too long."""
    parsed: list[dict[str, Any]] = []
    for start in range(0, len(texts), _PARSED_AT_ONCE):
        parsed += json.loads(f"[{','.join(texts[start : start + _PARSED_AT_ONCE])}]")
    return parsed


def stored_bytes(blocks: Iterable[Block]) -> int:
    """Return the size in bytes of the blocks' contents as they are stored."""
    return sum(len(content_text(lesson_block).encode()) for lesson_block in blocks)


def order_text(blocks: Blocks) -> str:
    """Return the ids of the blocks in their order, as `ord` keeps them."""
    return json.dumps([lesson_block.id for lesson_block in blocks], separators=(",", ":"))


def content_text(stored: Block) -> str:
    """Return a block's content as it is stored."""
    return _CONTENT.encode(stored.content)


async def _with_blocks(db: Db, row: Row) -> LessonRow:
    organization_id, input_tokens, output_tokens, order = row[-4:]
    blocks = await read_blocks(db, row[0], order)
    return LessonRow(*item_from_row(row[:-4]), organization_id, input_tokens, output_tokens, blocks)
