"""Handlers of the trash: lessons and courses deleted and restored."""

from __future__ import annotations

from workbench.procedures import course, lesson
from workbench.procedures.course import Course, CourseInput, RestoreCourseInput, TrashedCourse
from workbench.procedures.lesson import DeleteLessonInput, LessonSummary, RestoreLessonInput, TrashedLesson
from workbench.service.courses.listed import check_title, course_at, find_course, listed_course
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import existing
from workbench.service.kernel.membership import at_course, at_lesson
from workbench.service.kernel.shown_again import check_shown_again
from workbench.service.lessons import edits, trash
from workbench.service.lessons.edits import check_revision
from workbench.service.lessons.handlers import listed_lesson


@serves(course.delete_course, requires="edit")
async def delete_course(context: Context, request: CourseInput) -> TrashedCourse:
    """Move the course with its lessons to the trash and return it."""
    organization_id = (await at_course(context, request.course_id)).organization_id
    now = context.service.clock()
    lesson_count = existing(
        await trash.delete_course(context.db, request.course_id, organization_id=organization_id, now=now)
    )
    await record(context, organization_id, request.course_id, lessonCount=lesson_count)
    return TrashedCourse(course_id=request.course_id, lesson_count=lesson_count)


@serves(course.restore_course, requires="edit")
async def restore_course(context: Context, request: RestoreCourseInput) -> Course:
    """Restore the course from the trash and return it; repeating the call changes nothing."""
    organization_id = (await at_course(context, request.course_id, in_trash=True)).organization_id
    now = context.service.clock()
    await check_shown_again(context, "course", request.course_id, organization_id=organization_id)
    if await trash.restore_course(context.db, request.course_id, organization_id=organization_id, now=now):
        await record(context, organization_id, request.course_id)
        if request.refuse_same_name:  # its title is known now; a refusal undoes the whole unit
            title = (await find_course(context, organization_id, request.course_id)).title
            await check_title(context, organization_id, title, besides=request.course_id)
    return await listed_course(context, organization_id, request.course_id)


@serves(lesson.delete_lesson, requires="edit")
async def delete_lesson(context: Context, request: DeleteLessonInput) -> TrashedLesson:
    """Move the lesson to the trash and return it."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    if request.base_revision is not None:
        found = existing(await edits.lesson_to_edit(context.db, request.lesson_id, organization_id=organization_id))
        check_revision(found, request.base_revision)
    now = context.service.clock()
    gone = existing(await trash.delete_lesson(context.db, request.lesson_id, organization_id=organization_id, now=now))
    await record(context, organization_id, request.lesson_id, courseId=gone.course_id, isCourseInTrash=gone.with_course)
    return TrashedLesson(lesson_id=gone.lesson_id, course_id=gone.course_id, is_course_in_trash=gone.with_course)


@serves(lesson.restore_lesson, requires="edit")
async def restore_lesson(context: Context, request: RestoreLessonInput) -> LessonSummary:
    """Restore the lesson from the trash and return it; repeating the call changes nothing."""
    organization_id = (await at_lesson(context, request.lesson_id, in_trash=True)).organization_id
    now = context.service.clock()
    await check_shown_again(context, "lesson", request.lesson_id, organization_id=organization_id)
    restored = await trash.restore_lesson(context.db, request.lesson_id, organization_id=organization_id, now=now)
    if restored is not None:
        await record(context, organization_id, request.lesson_id)
    if restored is not None and restored.with_course and request.refuse_same_name:  # a refusal undoes the whole unit
        title = (await course_at(context, restored.course_id)).title
        await check_title(context, organization_id, title, besides=restored.course_id)
    return await listed_lesson(context, organization_id, request.lesson_id)
