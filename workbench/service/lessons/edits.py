"""Edits of a lesson: a call's transactions stored as a revision, with its steps forth and back and its log entry.

The new blocks are computed by the pure `authoring.transaction.apply`; only what differs is written. A repeated call is
recognised.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import and_, bindparam, case, delete, select, update

from workbench.authoring.block import Block, Blocks
from workbench.authoring.comparison import compare_blocks
from workbench.authoring.content import shape_problem
from workbench.authoring.content.media_types import MEDIA_BLOCKS, takes
from workbench.authoring.transaction import Transaction, apply, difference
from workbench.errors import EditRejected
from workbench.procedures.lesson import UpdateLessonInput
from workbench.service.assets.store import asset_ids, note_uses, referable_assets
from workbench.service.courses import store as courses
from workbench.service.courses.store import touch_course
from workbench.service.db.folding import fold_text
from workbench.service.db.seam import Db, Value
from workbench.service.db.statement import Statement, insert_new_of, insert_of
from workbench.service.db.tables import applied, block, gone_block, lesson, lesson_revision
from workbench.service.db.text_index import index_blocks, index_title
from workbench.service.kernel.audit import record
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError
from workbench.service.lessons.milestones import keep_milestone
from workbench.service.lessons.store import (
    MAX_WEIGHT,
    LessonRow,
    LessonTooHeavy,
    content_text,
    insert_blocks,
    order_text,
    read_blocks,
    stored_bytes,
)
from workbench.service.sources.quote_states import with_quote_states
from workbench.wire.strict_json import write


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
    """The stored record of a change: its label, and as JSON its counts, its transactions and their inverse.

    The fingerprint is that of the call, if it inserts; the title is the new one, `None` to leave it;
    `change_set` names the set of changes that it belongs to.
    """

    label: str
    changes: str
    transactions: str
    inverse: str
    fingerprint: str | None
    person_id: str | None
    title: str | None = None
    change_set: str | None = None


REVISION_HEADER = b"x-lesson-revision"
"""The header that tells a caller at which revision the lesson is."""

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
    if name in lesson.c and name not in ("title", "course_id", "tags")  # which have their own rules
)
"""The fields of a lesson that `lesson.updateLesson` stores as they are given, in columns of their names."""


async def set_plain_fields(db: Db, lesson_id: str, course_id: str, values: Mapping[str, Value], *, now: int) -> None:
    """Store these values of the lesson's `PLAIN_FIELDS`; they belong to no revision."""
    parameters = {f"new_{name}": value for name, value in values.items()}
    await db.run(_set_plain_fields(frozenset(values)), lesson_id=lesson_id, now=now, **parameters)
    await touch_course(db, course_id, now=now)


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
    """Return whether no block was changed after the revision."""
    return await db.row(_BLOCKS_CHANGED, lesson_id=lesson_id, after=revision, limit=1) is None


async def lesson_to_edit(db: Db, lesson_id: str, *, organization_id: str) -> LockedLesson | None:
    """Return the lesson, locked until the unit ends; None if it is missing or in the trash."""
    row = await db.row(_TO_EDIT, lesson_id=lesson_id, organization_id=organization_id)
    if row is None:
        return None
    course_id, title, language, revision, order, weight = row
    blocks = await read_blocks(db, lesson_id, order)
    gone = frozenset([block_id for (block_id,) in await db.rows(_GONE, lesson_id=lesson_id)])
    return LockedLesson(lesson_id, course_id, title, language, revision, blocks, gone, weight)


async def was_applied(db: Db, lesson_id: str, fingerprint: str) -> bool:
    """Return whether a call with this fingerprint has taken effect: it then succeeds without a change."""
    return await db.row(_APPLIED, lesson_id=lesson_id, fingerprint=fingerprint) is not None


async def save_edit(db: Db, known: LockedLesson, after: Blocks, edit: RevisionEdit, *, now: int) -> int:
    """Write the differences between the lesson and `after`, and its title; return the resulting revision.

    It is one higher if anything differed. Raises LessonTooHeavy, unless a lesson that was heavier becomes
    lighter or stays as heavy as it was.
    """
    revision = known.revision
    title = None if edit.title == known.title else edit.title
    if await _write_blocks(db, known, after) or title is not None:
        revision += 1
        await _write_revision(db, known, revision, after, edit, now=now)
        if title is not None:
            await db.run(_RENAME, lesson_id=known.lesson_id, new_title=title, new_title_folded=fold_text(title))
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
    old = {lesson_block.id: lesson_block for lesson_block in known.blocks}
    same = {lesson_block.id for lesson_block in after if old.get(lesson_block.id) is lesson_block}
    gone = stored_bytes(lesson_block for lesson_block in known.blocks if lesson_block.id not in same)
    weight = known.weight - gone + stored_bytes(lesson_block for lesson_block in after if lesson_block.id not in same)
    if weight > max(MAX_WEIGHT, known.weight):
        raise LessonTooHeavy
    return weight


async def _write_blocks(db: Db, known: LockedLesson, after: Blocks) -> bool:
    """Write the changed blocks and return whether anything differed."""
    old = {lesson_block.id: lesson_block for lesson_block in known.blocks}
    new = {lesson_block.id for lesson_block in after}
    added = [lesson_block for lesson_block in after if lesson_block.id not in old]
    changed = [
        lesson_block
        for lesson_block in after
        if lesson_block.id in old and not old[lesson_block.id].same_as(lesson_block)
    ]
    gone = [block_id for block_id in old if block_id not in new]
    if not (added or changed or gone or [lesson_block.id for lesson_block in after] != list(old)):
        return False
    of_id = known.lesson_id
    await insert_blocks(db, of_id, added)
    for changed_block in changed:
        await db.run(
            _CHANGE_BLOCK,
            of_id=of_id,
            block_id=changed_block.id,
            new_type=changed_block.type,
            new_content=content_text(changed_block),
        )
    for block_id in gone:
        await db.run(_DELETE_BLOCK, of_id=of_id, block_id=block_id)
        await db.run(_NOTE_GONE, lesson_id=of_id, id=block_id)
    await note_uses(db, of_id, changed)
    await index_blocks(db, of_id, after, [*gone, *(written_block.id for written_block in (*added, *changed))])
    return True


async def save(
    context: Context,
    organization_id: str,
    locked: LockedLesson,
    after: Blocks,
    *,
    label: str,
    fingerprint: str | None = None,
    same_as: int | None = None,
    title: str | None = None,
    keep_course_title: bool = False,
    facts: Mapping[str, Any] = MappingProxyType({}),
) -> int:
    """Save these blocks and this title; return the lesson's revision, one higher if anything changed.

    A course that was made for the lesson alone takes the title too, unless `keep_course_title`. `facts` are
    recorded in the audit log with it. The shortest steps between the two are stored, not the call's own words:
    they apply to just these blocks, without knowing what the lesson once had.
    """
    await check_assets(context, organization_id, locked.blocks, after)
    edit = RevisionEdit(
        label=label,
        changes=_counts(locked.blocks, after, same_as),
        transactions=_text(difference(locked.blocks, after, label)),
        inverse=_text(difference(after, locked.blocks, f"undo {label}"[:200])),
        fingerprint=fingerprint,
        person_id=context.person.person_id,
        title=title,
        change_set=context.options.change_set,
    )
    revision = await save_edit(context.db, locked, after, edit, now=context.service.clock())
    if revision != locked.revision:
        titles: dict[str, Any] = {}
        if title is not None and title != locked.title:
            titles = {"titleBefore": locked.title, "title": title}
            ids = locked.course_id, locked.lesson_id
            course_title = None
            if not keep_course_title:
                course_title = await courses.rename_with_lesson(context.db, *ids, before=locked.title, title=title)
            if course_title is not None:
                titles |= {"courseId": locked.course_id, "isCourseRenamed": True}
                titles |= {"courseTitle": course_title} if course_title != title else {}
        await record(context, organization_id, locked.lesson_id, revision=revision, **titles, **facts)
    return revision


async def check_assets(context: Context, organization_id: str, before: Blocks, after: Blocks) -> None:
    """Raise `HandlerError` if a block newly refers to an asset that is missing or of another kind."""
    assets_before = {lesson_block.id: lesson_block.content.get("asset") for lesson_block in before}
    new = [
        lesson_block
        for lesson_block in after
        if lesson_block.type in MEDIA_BLOCKS and lesson_block.content.get("asset") != assets_before.get(lesson_block.id)
    ]
    new_asset_ids = asset_ids(new)
    if not new_asset_ids:
        return
    types = await referable_assets(context.db, new_asset_ids, organization_id=organization_id)
    for new_block in new:
        asset_id = new_block.content.get("asset")
        if asset_id and asset_id not in types:
            raise HandlerError(
                "BAD_REQUEST",
                "A block refers to a picture or file that the organization does not have. Upload it, and use its id.",
                reason="assetMissing",
            )
        if asset_id and not takes(new_block.type, types[asset_id]):
            raise HandlerError(
                "BAD_REQUEST",
                f"A block of the type {new_block.type} cannot show {types[asset_id]}.",
                reason="assetType",
            )


def check_shapes(before: Blocks, after: Blocks) -> None:
    """Raise `HandlerError` for a new or changed block whose fields have wrong types, lengths or links.

    What a lesson already holds stays storable as it is, so that its other blocks can be edited.
    """
    stored = {id(block) for block in before}
    for changed in after:
        problem = None if id(changed) in stored else shape_problem(changed.type, changed.content)
        if problem is not None:
            raise HandlerError(
                "BAD_REQUEST",
                f"A block of the type {changed.type} was not stored: {problem} Correct it and send the call again.",
                reason="blockShape",
                blockId=changed.id,
            )


async def check_base(context: Context, locked: LockedLesson, base_revision: int | None) -> None:
    """Raise `HandlerError` like `check_revision`, but not if only titles have changed since the base."""
    is_older = base_revision is not None and 0 < base_revision < locked.revision
    if is_older and await is_renamed_only(context.db, locked.lesson_id, base_revision or 0):
        return
    check_revision(locked, base_revision)


def check_revision(present: LockedLesson | LessonRow, base_revision: int | None) -> None:
    """Raise `HandlerError` if the lesson is not at the revision that the caller knows, if given."""
    if base_revision is not None and base_revision != present.revision:
        raise HandlerError(
            "CONFLICT",
            "The lesson has changed. Reload it and try again.",
            revision=present.revision,
            currentOrder=[block.id for block in present.blocks],
        )


async def apply_transactions(
    context: Context, organization_id: str, transactions: Sequence[Transaction], locked: LockedLesson
) -> Blocks:
    """Return the lesson's blocks after the transactions, with the states of their quotes from the service.

    Raises `HandlerError` if the transactions do not apply.
    """
    try:
        after = apply(transactions, locked.blocks, locked.gone)
    except EditRejected as rejected:
        if not rejected.conflict:
            raise HandlerError("BAD_REQUEST", rejected.message) from None
        raise HandlerError(
            "CONFLICT",
            rejected.message,
            revision=locked.revision,
            currentOrder=[block.id for block in locked.blocks],
            unknown=list(rejected.unknown),
        ) from None
    check_shapes(locked.blocks, after)
    return await with_quote_states(context.db, organization_id, locked.blocks, after)


async def first_blocks(context: Context, organization_id: str, blocks: Sequence[Block]) -> Blocks:
    """Return the blocks that a new lesson begins with. Raises `HandlerError` for those that no lesson can have."""
    if len({lesson_block.id for lesson_block in blocks}) < len(blocks):
        raise HandlerError("BAD_REQUEST", "blocks: two blocks have one id.")
    try:
        after = apply(difference((), tuple(blocks), ""), ())
    except EditRejected as rejected:
        raise HandlerError("BAD_REQUEST", rejected.message) from None
    check_shapes((), after)
    await check_assets(context, organization_id, (), after)
    return await with_quote_states(context.db, organization_id, (), after)


def _counts(before: Blocks, after: Blocks, same_as: int | None) -> str:
    comparison = compare_blocks(before, after)
    counts = {
        "added": len(comparison.added),
        "removed": len(comparison.removed),
        "changed": len(comparison.changed),
        "moved": len(comparison.moved),
    }
    return json.dumps(counts if same_as is None else counts | {"sameAs": same_as}, separators=(",", ":"))


def _text(transactions: Sequence[Transaction]) -> str:
    return write([transaction.to_wire() for transaction in transactions]).decode()
