"""Copies of a lesson, and of a course with its lessons: blocks, media, tags, and who drafted them.

Reviews, comments, history, publications, settings of links and ties to translations stay with the original, as does the
topic, by which the lesson that was generated from it is found again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from sqlalchemy import bindparam, select

from workbench.authoring.block import new_block_id, stored_block
from workbench.authoring.title import copy_title, numbered_title, retitle_heading
from workbench.procedures import course, lesson
from workbench.procedures.course import Course, DuplicateCourseInput
from workbench.procedures.lesson import DuplicateLessonInput, LessonSummary
from workbench.service.courses import store as courses
from workbench.service.courses.listed import check_title, course_at, find_course, listed_course
from workbench.service.courses.order import lock_lessons
from workbench.service.courses.store import CourseGone
from workbench.service.credits.keyed_writes import made_once
from workbench.service.db.folding import fold_text
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement
from workbench.service.db.tables import lesson as lesson_table
from workbench.service.db.text_index import index_tags
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError, existing, not_found
from workbench.service.kernel.membership import at_lesson, project_for
from workbench.service.lessons import edits, lists
from workbench.service.lessons import store as lessons
from workbench.service.lessons.handlers import summaries
from workbench.service.lessons.store import LessonRow
from workbench.service.tags.store import read_tags, save_tags

MAX_COPIED_LESSONS: Final = 500
MAX_COPIED_BYTES: Final = 40_000_000
"""Bytes of contents of the lessons that are copied with a course: they are written in one transaction."""

_IS_LIVING = (lesson_table.c.organization_id == bindparam("organization_id"), lesson_table.c.deleted_at.is_(None))
_LOCK = Statement(
    select(lesson_table.c.id).where(lesson_table.c.id == bindparam("lesson_id"), *_IS_LIVING).with_for_update()
)
_TITLES = Statement(
    select(lesson_table.c.title_folded).where(lesson_table.c.course_id == bindparam("course_id"), *_IS_LIVING)
)


@serves(lesson.duplicate_lesson, requires="edit")
async def duplicate_lesson(context: Context, request: DuplicateLessonInput) -> LessonSummary:
    """Copy the lesson into its course or the named one; under a key used before, return the copy made then."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id

    async def make() -> str:
        chosen = None
        if request.course_id is not None:
            chosen = await course_at(context, request.course_id)
            if chosen.organization_id != organization_id:
                raise not_found()
        existing(await context.db.row(_LOCK, lesson_id=request.lesson_id, organization_id=organization_id))
        original = await _lesson(context.db, request.lesson_id, organization_id)
        course_id, project_id = original.course_id, original.project_id
        if chosen is not None:
            course_id, project_id = chosen.course_id, chosen.project_id
        title = request.title or await _free_title(context.db, organization_id, course_id, original.title)
        new = replace(original, title=title, course_id=course_id, project_id=project_id)
        position = original.position if course_id == original.course_id else None  # equal positions go by age
        try:
            copy_id = await _insert_copy(context, original, new, position=position, now=context.service.clock())
        except CourseGone:  # between two statements, by somebody else
            raise not_found() from None
        await record(context, organization_id, copy_id, courseId=course_id, copyOf=original.lesson_id)
        return copy_id

    copy_id = await made_once(context, organization_id, request.to_wire(), make)
    item = await lists.lesson_item(context.db, copy_id, organization_id=organization_id)
    if item is None:
        raise HandlerError("CONFLICT", _IN_TRASH, reason="lessonInTrash", lessonId=copy_id)
    return (await summaries(context, [item]))[0]


@serves(course.duplicate_course, requires="edit")
async def duplicate_course(context: Context, request: DuplicateCourseInput) -> Course:
    """Copy the course with its lessons; under a key used before, return the copy made then."""
    organization_id = (await course_at(context, request.course_id)).organization_id

    async def make() -> str:
        chosen = request.project_id and await project_for(context, organization_id, request.project_id)
        await lock_lessons(context.db, request.course_id, organization_id=organization_id)
        original = await find_course(context, organization_id, request.course_id)
        items = await _items(context.db, request.course_id, organization_id)
        if request.title is not None and request.refuse_same_name:
            await check_title(context, organization_id, request.title)
        title = request.title or await courses.free_title(context.db, organization_id, copy_title(original.title))
        now = context.service.clock()
        project_id = chosen or original.project_id
        is_made_for_lesson = len(items) == 1 and items[0].created_at == original.created_at
        copy_id = await courses.create_course(
            context.db,
            organization_id=organization_id,
            project_id=project_id,
            title=title,
            person_id=context.person.person_id,
            now=now if is_made_for_lesson else now - 1,  # one of the age of its lesson goes to the trash with it
        )
        if tags := read_tags(original.tags):
            await save_tags(context.db, "course", copy_id, tags, organization_id=organization_id, now=now)
        for position, item in enumerate(items, 1):
            source = await _lesson(context.db, item.lesson_id, organization_id)
            new = replace(source, course_id=copy_id, project_id=project_id)
            await _insert_copy(context, source, new, position=position, now=now)
        await record(context, organization_id, copy_id, copyOf=original.course_id, lessonCount=len(items))
        return copy_id

    fields = {**(request.to_wire() or {}), "refuseSameName": None}
    copy_id = await made_once(context, organization_id, fields, make)
    now = context.service.clock()
    if await courses.course_by_id(context.db, copy_id, organization_id=organization_id, now=now) is None:
        raise HandlerError("CONFLICT", _IN_TRASH, reason="courseInTrash", courseId=copy_id)
    return await listed_course(context, organization_id, copy_id)


_IN_TRASH: Final = "This copy was already made and is in the trash. Restore it, or send the call with another key."


async def _lesson(db: Db, lesson_id: str, organization_id: str) -> LessonRow:
    return existing(await lessons.lesson_by_id(db, lesson_id, organization_id=organization_id))


async def _items(db: Db, course_id: str, organization_id: str) -> list[lists.LessonItem]:
    """Return the course's lessons in order. Raises `HandlerError` for more than one transaction can copy."""
    items = await lists.lessons_in_course(db, course_id, organization_id=organization_id, limit=MAX_COPIED_LESSONS + 1)
    if len(items) > MAX_COPIED_LESSONS or sum(item.weight for item in items) > MAX_COPIED_BYTES:
        raise HandlerError(
            "CONFLICT",
            f"A course of at most {MAX_COPIED_LESSONS:,} lessons and {MAX_COPIED_BYTES // 10**6} MB can be duplicated. "
            "Duplicate its lessons into several courses instead.",
            reason="courseTooLarge",
        )
    return items


async def _free_title(db: Db, organization_id: str, course_id: str, title: str) -> str:
    """Return the title of a copy, with a number if a lesson of its course has it."""
    rows = await db.rows(_TITLES, course_id=course_id, organization_id=organization_id)
    taken = {row[0] for row in rows}
    wanted = copy_title(title)
    numbered = (numbered_title(wanted, number) for number in range(2, len(taken) + 3))
    return next(free for free in (wanted, *numbered) if fold_text(free) not in taken)


async def _insert_copy(context: Context, original: LessonRow, new: LessonRow, *, position: int | None, now: int) -> str:
    """Store a copy of the lesson with the title, course and project of `new`; return its id.

    A first heading that has the old title gets the new one. The original is locked. Raises CourseGone.
    """
    db, organization_id = context.db, original.organization_id
    blocks = tuple([stored_block(new_block_id(), block.type, block.content) for block in original.blocks])
    copy_id, course_id = await lessons.insert_lesson(
        db,
        lessons.NewLesson(
            organization_id,
            new.project_id,
            new.title,
            original.language,
            retitle_heading(blocks, original.title, new.title),
            context.person.person_id,
            writer=original.writer,
            course_id=new.course_id,
            position=position,
        ),
        now=now,
    )
    if tags := read_tags(original.tags):
        await save_tags(db, "lesson", copy_id, tags, organization_id=organization_id, now=now)
        await index_tags(db, copy_id, tags)
    others = lists.others_by_name(original.others)
    plain: dict[str, Any] = {name: value for name in edits.PLAIN_FIELDS if (value := others.get(name)) is not None}
    if plain:
        await edits.set_plain_fields(db, copy_id, course_id, plain, now=now)
    return copy_id
