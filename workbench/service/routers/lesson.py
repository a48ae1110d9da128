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
from workbench.service.membership import at_lesson, here
from workbench.service.refused import Refused, not_found
from workbench.service.routers.organization import DEFAULT_PAGE
from workbench.service.routers.realtime import REVISION_HEADER
from workbench.service.serve import serves, serves_alone
from workbench.service.store import lesson_lists, lessons
from workbench.service.store.lesson_lists import LessonFilter, LessonItem
from workbench.service.store.listing import CursorRejected


@serves_alone(lesson.create_starter_lesson)
async def create_starter_lesson(asker: Asker, asked: StarterLessonAsked) -> StarterLesson:
    """A new course with one lesson, written from the topic and paid for."""
    return await starter.make(asker, asked)


@serves(lesson.get_lesson)
async def get_lesson(context: Context, asked: LessonChosen) -> Lesson:
    """The lesson with its blocks in order."""
    standing = await at_lesson(context, asked.lesson_id)
    found = await lessons.lesson_by_id(context.db, asked.lesson_id, organization_id=standing.organization_id)
    if found is None:
        raise not_found()
    context.headers.append((REVISION_HEADER, b"%d" % found.revision))
    return Lesson(
        **_summary(found).model_dump(),
        input_tokens=found.input_tokens,
        output_tokens=found.output_tokens,
        blocks=list(found.blocks),
    )


@serves(lesson.list_lessons, long=True)
async def list_lessons(context: Context, asked: LessonsAsked) -> Lessons:
    """A page of the organization's lessons."""
    standing = await here(context, asked.organization_id)
    which = LessonFilter(asked.project_id, asked.course_id, asked.language, asked.search)
    try:
        page = await lesson_lists.lessons_page(
            context.db,
            standing.organization_id,
            which,
            sort=asked.sort_preference,
            limit=asked.limit or DEFAULT_PAGE,
            cursor=asked.cursor,
        )
    except CursorRejected as rejected:
        raise Refused("BAD_REQUEST", f"cursor: {rejected.message}") from None
    return Lessons(lessons=[_summary(each) for each in page.items], total=page.total, next_cursor=page.next_cursor)


def _summary(found: LessonItem | lessons.Lesson) -> LessonSummary:
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
