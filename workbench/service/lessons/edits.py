"""Edits of a lesson: what a call of transactions changed, and how a repeated call is recognised.

The new blocks are computed above by the pure `authoring.transaction.apply`; here only what differs is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import and_, bindparam, case, delete, select, update

from workbench.authoring.block import Blocks
from workbench.procedures.lesson import UpdateLessonInput
from workbench.service.assets.store import note_uses
from workbench.service.courses.store import touch_course
from workbench.service.db.folding import folded
from workbench.service.db.seam import Db, Value
from workbench.service.db.statement import Statement, insert_new_of, insert_of
from workbench.service.db.tables import applied, block, gone_block, lesson, lesson_revision
from workbench.service.db.text_index import index_blocks, index_title
from workbench.service.lessons.milestones import keep_milestone
from workbench.service.lessons.store import (
    MAX_WEIGHT,
    LessonTooHeavy,
    blocks_of,
    content_text,
    insert_blocks,
    order_text,
    weight_of,
)


@dataclass(frozen=True, slots=True)
class LockedLesson:
    """A lesson whose row is locked for this unit; `gone` are ids of blocks it once had."""

    lesson_id: str
    course_id: str
    title: str
    language: str
    revision: int
    blocks: Blocks
    gone: frozenset[str]
    weight: int


@dataclass(frozen=True, slots=True)
class RevisionEdit:
    """What is kept of a change: its label, and as JSON its counts, its transactions and their inverse.

    The fingerprint is that of the call, if it inserts; the title is the new one, `None` to leave it; `change_set` names
    the set of changes that it belongs to.
    """

    label: str
    changes: str
    transactions: str
    inverse: str
    fingerprint: str | None
    person_id: str | None
    title: str | None = None
    change_set: str | None = None


_TO_EDIT = Statement(
    select(lesson.c.course_id, lesson.c.title, lesson.c.language, lesson.c.revision, lesson.c.ord, lesson.c.weight)
    .where(
        lesson.c.id == bindparam("lesson_id"),
        lesson.c.organization_id == bindparam("organization_id"),
        lesson.c.deleted_at.is_(None),
    )
    .with_for_update()
)
_GONE = Statement(select(gone_block.c.id).where(gone_block.c.lesson_id == bindparam("lesson_id")))
_NOTE_GONE = insert_new_of(gone_block, "lesson_id", "id")
_APPLIED = Statement(
    select(applied.c.revision).where(
        applied.c.lesson_id == bindparam("lesson_id"), applied.c.fingerprint == bindparam("fingerprint")
    )
)
_NOTE_APPLIED = insert_new_of(applied, "lesson_id", "fingerprint")
_NOTE_REVISION = insert_of(lesson_revision)
_IS_BLOCK = and_(block.c.lesson_id == bindparam("of_id"), block.c.id == bindparam("block_id"))
_CHANGE_BLOCK = Statement(
    update(block).values(type=bindparam("new_type"), content=bindparam("new_content")).where(_IS_BLOCK)
)
_DELETE_BLOCK = Statement(delete(block).where(_IS_BLOCK))
_CHANGE_LESSON = Statement(
    update(lesson)
    .values(
        revision=bindparam("new_revision"),
        ord=bindparam("new_ord"),
        block_count=bindparam("new_count"),
        weight=bindparam("new_weight"),
        updated_at=bindparam("now"),
        review_state=case((lesson.c.review_state == "approved", "draft"), else_=lesson.c.review_state),
    )
    .where(lesson.c.id == bindparam("lesson_id"))
)


_RENAME = Statement(
    update(lesson)
    .values(title=bindparam("new_title"), title_folded=bindparam("new_title_folded"))
    .where(lesson.c.id == bindparam("lesson_id"))
)


PLAIN_FIELDS = tuple(
    name
    for name in UpdateLessonInput.model_fields
    if name in lesson.c and name not in ("title", "course_id", "tags")  # which have rules of their own
)
"""The fields of a lesson that `lesson.updateLesson` stores as they are given, in columns of their names."""


async def set_plain_fields(db: Db, known: LockedLesson, values: Mapping[str, Value], *, now: int) -> None:
    """Store these values of `PLAIN_FIELDS`; they belong to no revision."""
    named = {f"new_{name}": value for name, value in values.items()}
    await db.run(_set_plain_fields(frozenset(values)), lesson_id=known.lesson_id, now=now, **named)
    await touch_course(db, known.course_id, now=now)


@cache
def _set_plain_fields(names: frozenset[str]) -> Statement:
    values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in sorted(names)}
    return Statement(
        update(lesson).values(**values, updated_at=bindparam("now")).where(lesson.c.id == bindparam("lesson_id"))
    )


_BLOCKS_CHANGED = Statement(
    select(lesson_revision.c.revision)
    .where(
        lesson_revision.c.lesson_id == bindparam("lesson_id"),
        lesson_revision.c.revision > bindparam("after"),
        lesson_revision.c.transactions != "[]",
    )
    .limit(bindparam("limit"))
)


async def is_renamed_only(db: Db, lesson_id: str, revision: int) -> bool:
    """Whether no block was changed after the revision."""
    return await db.row(_BLOCKS_CHANGED, lesson_id=lesson_id, after=revision, limit=1) is None


async def lesson_to_edit(db: Db, lesson_id: str, *, organization_id: str) -> LockedLesson | None:
    """The lesson, locked until the unit ends; None when the organization has no such, or it is in the trash."""
    found = await db.row(_TO_EDIT, lesson_id=lesson_id, organization_id=organization_id)
    if found is None:
        return None
    course_id, title, language, revision, order, weight = found
    blocks = await blocks_of(db, lesson_id, order)
    gone = frozenset([block_id for (block_id,) in await db.rows(_GONE, lesson_id=lesson_id)])
    return LockedLesson(lesson_id, course_id, title, language, revision, blocks, gone, weight)


async def was_applied(db: Db, lesson_id: str, fingerprint: str) -> bool:
    """Whether a call with this fingerprint has taken effect: it is then a success that changes nothing."""
    return await db.row(_APPLIED, lesson_id=lesson_id, fingerprint=fingerprint) is not None


async def save_edit(db: Db, known: LockedLesson, after: Blocks, edit: RevisionEdit, *, now: int) -> int:
    """Writes what differs between the lesson and `after`, and its title; the revision then, one higher if any did.

    Raises LessonTooHeavy, unless a lesson that was heavier becomes lighter or stays as heavy as it was.
    """
    revision = known.revision
    title = None if edit.title == known.title else edit.title
    if await _write_blocks(db, known, after) or title is not None:
        revision += 1
        await _write_revision(db, known, revision, after, edit, now=now)
        if title is not None:
            await db.run(_RENAME, lesson_id=known.lesson_id, new_title=title, new_title_folded=folded(title))
            await index_title(db, known.lesson_id, title)
    if edit.fingerprint is not None:
        await db.run(_NOTE_APPLIED, lesson_id=known.lesson_id, fingerprint=edit.fingerprint, revision=revision, at=now)
    return revision


async def _write_revision(
    db: Db, known: LockedLesson, revision: int, after: Blocks, edit: RevisionEdit, *, now: int
) -> None:
    is_renamed = edit.title not in (None, known.title)
    await db.run(
        _CHANGE_LESSON,
        lesson_id=known.lesson_id,
        new_revision=revision,
        new_ord=order_text(after),
        new_count=len(after),
        new_weight=_weight(known, after),
        now=now,
    )
    await touch_course(db, known.course_id, now=now)
    await db.run(
        _NOTE_REVISION,
        lesson_id=known.lesson_id,
        revision=revision,
        label=edit.label,
        changes=edit.changes,
        transactions=edit.transactions,
        inverse=edit.inverse,
        person_id=edit.person_id,
        at=now,
        title=edit.title if is_renamed else None,
        title_before=known.title if is_renamed else None,
        change_set=edit.change_set,
    )
    await keep_milestone(db, known.lesson_id, revision, after)


def _weight(known: LockedLesson, after: Blocks) -> int:
    old = {each.id: each for each in known.blocks}
    same = {each.id for each in after if old.get(each.id) is each}
    gone = weight_of(each for each in known.blocks if each.id not in same)
    weight = known.weight - gone + weight_of(each for each in after if each.id not in same)
    if weight > max(MAX_WEIGHT, known.weight):
        raise LessonTooHeavy
    return weight


async def _write_blocks(db: Db, known: LockedLesson, after: Blocks) -> bool:
    """Whether anything differed."""
    old = {each.id: each for each in known.blocks}
    new = {each.id for each in after}
    added = [each for each in after if each.id not in old]
    changed = [each for each in after if each.id in old and not old[each.id].same_as(each)]
    gone = [block_id for block_id in old if block_id not in new]
    if not (added or changed or gone or [each.id for each in after] != list(old)):
        return False
    of_id = known.lesson_id
    await insert_blocks(db, of_id, added)
    for each in changed:
        await db.run(_CHANGE_BLOCK, of_id=of_id, block_id=each.id, new_type=each.type, new_content=content_text(each))
    for block_id in gone:
        await db.run(_DELETE_BLOCK, of_id=of_id, block_id=block_id)
        await db.run(_NOTE_GONE, lesson_id=of_id, id=block_id)
    await note_uses(db, of_id, changed)
    await index_blocks(db, of_id, after, [*gone, *(each.id for each in (*added, *changed))])
    return True
