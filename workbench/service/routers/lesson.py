"""Handlers of the lesson router. Making a starter lesson is `service.starter`'s; here it is only asked for."""

from __future__ import annotations

from workbench.procedures import lesson
from workbench.procedures.lesson import (
    Lesson,
    LessonChosen,
    Lessons,
    LessonsAsked,
    LessonSummary,
    StarterLesson,
    StarterLessonAsked,
)
from workbench.service import starter
from workbench.service.context import Asker, Context, iso
from workbench.service.membership import member_here, member_of
from workbench.service.refused import Refused, not_found
from workbench.service.routers.organization import DEFAULT_PAGE
from workbench.service.routers.realtime import REVISION_HEADER
from workbench.service.serve import serves, serves_alone
from workbench.service.store import lessons
from workbench.service.store.lessons import LessonRow


@serves_alone(lesson.create_starter_lesson)
async def create_starter_lesson(asker: Asker, asked: StarterLessonAsked) -> StarterLesson:
    """A new course with one lesson, written from the topic and paid for."""
    return await starter.make(asker, asked)


@serves(lesson.get_lesson)
async def get_lesson(context: Context, asked: LessonChosen) -> Lesson:
    """The lesson with its blocks in order."""
    found = await lessons.get(context.db, asked.lesson_id)
    await member_of(context, found.row.organization_id if found else None)
    if found is None:
        raise not_found()
    context.headers.append((REVISION_HEADER, b"%d" % found.row.revision))
    return Lesson(
        **_summary(found.row).model_dump(),
        input_tokens=found.input_tokens,
        output_tokens=found.output_tokens,
        blocks=list(found.blocks),
    )


@serves(lesson.list_lessons, long=True)
async def list_lessons(context: Context, asked: LessonsAsked) -> Lessons:
    """A page of the organization's lessons."""
    member = await member_here(context, asked.organization_id)
    page = await lessons.page(
        context.db,
        member.organization_id,
        project_id=asked.project_id,
        course_id=asked.course_id,
        language=asked.language,
        search=asked.search,
        sort_preference=asked.sort_preference or "recently-updated",
        limit=asked.limit or DEFAULT_PAGE,
        cursor=asked.cursor,
    )
    if page is None:
        raise Refused("BAD_REQUEST", "cursor: it is none that this service gave.")
    return Lessons(lessons=[_summary(each) for each in page.lessons], total=page.total, next_cursor=page.next_cursor)


def _summary(found: LessonRow) -> LessonSummary:
    return LessonSummary(
        lesson_id=found.lesson_id,
        course_id=found.course_id,
        project_id=found.project_id,
        title=found.title,
        language=found.language,
        block_count=found.block_count,
        revision=found.revision,
        topic=found.topic,
        writer=found.writer,
        created_at=iso(found.created_at),
        updated_at=iso(found.updated_at),
        created_by=found.created_by,
    )
