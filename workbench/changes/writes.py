"""Rows to calls: the rows of one lesson are one conditional write, so is the project of a course, and its order.

Sends nothing.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from workbench.authoring.content.block_text import with_text
from workbench.authoring.mutation import LessonBlockUpdate
from workbench.authoring.tags import divided_tags
from workbench.authoring.transaction import Transaction, difference
from workbench.changes.journal import ChangeRecord
from workbench.changes.lesson_rows import read_new_course, read_new_lesson
from workbench.changes.present import PresentState, parse_blocks
from workbench.changes.row import (
    BLOCKS,
    COURSE,
    LINK,
    NEW_COURSE,
    NEW_LESSON,
    POSITION,
    PRIVATE,
    PUBLISHED_WITH_PLACES,
    RESTORE,
    SHARE_FIELDS,
    TAGS,
    TITLE,
    TRASH,
    ChangeConditions,
)
from workbench.changes.share_cells import share_call
from workbench.changes.xliff.tying import is_ties, ties_call
from workbench.client.calling import CallingClient
from workbench.procedures.course import (
    create_course,
    delete_course,
    move_course,
    order_lessons,
    publish_course,
    restore_course,
    unpublish_course,
)
from workbench.procedures.course import set_tags as set_course_tags
from workbench.procedures.declare import Call
from workbench.procedures.lesson import create_lesson, delete_lesson, restore_lesson, update_lesson
from workbench.wire.strict_json import write as write_json

LABEL: Final = "applyChanges"
_BODY_BYTES: Final = 1_000_000
_AROUND_BATCH: Final = 1_000
_AROUND_CALL: Final = 50


@dataclass(frozen=True, slots=True)
class ChangeWrite:
    """A call with the rows that it makes."""

    records: tuple[ChangeRecord, ...]
    call: Call[Any]


def plan_writes(
    records: Iterable[ChangeRecord],
    present: PresentState | None,
    conditions: ChangeConditions,
    change_set: str | None = None,
    *,
    organization_id: str | None = None,
) -> list[ChangeWrite]:
    """Return a write for each lesson and each course, in the order of the rows.

    `change_set` is the name sent with each. Blocks of a lesson must have been read. New courses are made in the
    organization.
    """
    by_thing: dict[tuple[str, str, str], list[ChangeRecord]] = defaultdict(list)
    for record in records:
        lesson_id = "" if is_position(record) else record.lesson_id
        by_thing[lesson_id, record.course_id, record.field if is_whole(record) else ""].append(record)
    writes = [ChangeWrite(tuple(rows), _call(rows, present, conditions, organization_id)) for rows in by_thing.values()]
    return [replace(write, call=write.call.in_change_set(change_set)) if change_set else write for write in writes]


def batch_bytes(client: CallingClient) -> int:
    """Return how many bytes of input one request may have, with room for the rest of the request."""
    capabilities = client.capabilities()
    return (capabilities.limits.get("bodyBytes") if capabilities else None) or _BODY_BYTES


def next_batch(left: deque[ChangeWrite], *, most_calls: int, most_bytes: int) -> list[ChangeWrite]:
    """Take the writes that fit in one request, at least one, from the left of the queue and return them."""
    batch: list[ChangeWrite] = []
    room = most_bytes - _AROUND_BATCH
    while left and len(batch) < most_calls:
        room -= len(write_json(left[0].call.wire_input())) + _AROUND_CALL
        if batch and room < 0:
            break
        batch.append(left.popleft())
    return batch


def is_whole(record: ChangeRecord) -> bool:
    """Return whether the row is about a lesson or course as a whole: to be made, in the trash, or seen by learners."""
    return record.field in (NEW_LESSON, NEW_COURSE, TRASH, RESTORE, LINK) and not record.block_id


def is_position(record: ChangeRecord) -> bool:
    """Return whether the row is a lesson's position: a course's are one write, after those that move lessons."""
    return record.field == POSITION and not record.block_id


def is_new_course(record: ChangeRecord) -> bool:
    """Return whether the row makes a course, which precedes making lessons in it or moving them to it."""
    return record.field == NEW_COURSE and not record.block_id


def _whole_call(record: ChangeRecord, organization_id: str | None) -> Call[Any]:
    """Return the call that makes, trashes or restores a lesson or course, or shows it to learners."""
    lesson_id, course_id = record.lesson_id, record.course_id
    if record.field == LINK and record.after == PRIVATE:
        return unpublish_course(course_id=course_id)
    if record.field == LINK:
        confirmed = True if record.after == PUBLISHED_WITH_PLACES else None
        return publish_course(course_id=course_id, base_number=record.base_revision, confirm_open_places=confirmed)
    if record.field == RESTORE:
        return restore_lesson(lesson_id=lesson_id) if lesson_id else restore_course(course_id=course_id)
    if record.field == TRASH and not lesson_id:
        return delete_course(course_id=course_id)
    if record.field == TRASH:
        return delete_lesson(lesson_id=lesson_id, base_revision=max(1, record.base_revision))
    if record.field == NEW_COURSE:
        title, project_id = read_new_course(record.after)
        return create_course(
            title=title, course_id=record.course_id, project_id=project_id, organization_id=organization_id
        )
    content = read_new_lesson(record.after)
    return create_lesson(
        title=content.title,
        language=content.language,
        course_id=record.course_id,
        position=content.position,
        lesson_id=record.lesson_id,
        blocks=list(content.blocks) or None,
    )


def _call(
    rows: Sequence[ChangeRecord],
    present: PresentState | None,
    conditions: ChangeConditions,
    organization_id: str | None,
) -> Call[Any]:
    first = rows[0]
    if is_whole(first):
        return _whole_call(first, organization_id)
    if is_ties(first) and present is not None:
        return ties_call(first, present.translations[first.lesson_id])
    if is_position(first):
        order = conditions.order(first.course_id, first.base_revision)
        lesson_ids = list(order.after) if order else []
        return order_lessons(course_id=first.course_id, lesson_ids=lesson_ids, base_version=first.base_revision)
    if first.field in SHARE_FIELDS and not first.lesson_id:
        before = {row.field: row.before for row in rows}
        return share_call(first.course_id, {row.field: row.after for row in rows}, base=before)
    if not first.lesson_id and first.field == TAGS:
        tags, base = divided_tags(first.after), divided_tags(first.before)
        return set_course_tags(course_id=first.course_id, tags=tags, base_tags=base)
    if not first.lesson_id:
        return move_course(course_id=first.course_id, project_id=first.after, base_project_id=first.before)
    by_field = {row.field: row for row in rows if not row.block_id}
    title, course, tagged = by_field.get(TITLE), by_field.get(COURSE), by_field.get(TAGS)
    blocks = [row for row in rows if row.block_id or row.field == BLOCKS]
    return update_lesson(
        lesson_id=first.lesson_id,
        base_revision=max(1, first.base_revision),
        title=title.after if title else None,
        course_id=course.after if course else None,
        base_course_id=course.before if course else None,
        tags=divided_tags(tagged.after) if tagged else None,
        base_tags=divided_tags(tagged.before) if tagged else None,
        transactions=_transactions(blocks, present) if blocks and present is not None else None,
    )


def _transactions(rows: Sequence[ChangeRecord], present: PresentState) -> list[Transaction]:
    lesson = present.lessons[rows[0].lesson_id]
    whole = next((row for row in rows if row.field == BLOCKS and not row.block_id), None)
    if whole is not None:
        return list(difference(tuple(lesson.blocks.values()), parse_blocks(whole.after), LABEL))
    contents: dict[str, dict[str, Any]] = {}
    for row in rows:
        content = contents.get(row.block_id) or lesson.blocks[row.block_id].content
        contents[row.block_id] = with_text(content, row.field, row.after)
    changed = [LessonBlockUpdate(id=block_id, content=content) for block_id, content in contents.items()]
    groups = [changed[start : start + 200] for start in range(0, len(changed), 200)]
    return [Transaction(label=LABEL, mutations=list(group)) for group in groups]
