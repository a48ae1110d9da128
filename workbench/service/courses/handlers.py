"""Handlers of the courseRouter router."""

from __future__ import annotations

from typing import Any

from workbench.authoring.transaction import merge_order
from workbench.procedures import course
from workbench.procedures.course import (
    Course,
    CreateCourseInput,
    LessonOrder,
    MoveCourseInput,
    OrderLessonsInput,
    RenameCourseInput,
)
from workbench.procedures.tags import SetCourseTagsInput
from workbench.service.courses import order
from workbench.service.courses import store as courses
from workbench.service.courses.listed import check_title, course_at, find_course, listed_course
from workbench.service.courses.retagging import tag_item
from workbench.service.courses.store import CourseExists
from workbench.service.credits.keyed_writes import made_once
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.membership import at_course, here, project_for


@serves(course.create_course, requires="edit")
async def create_course(context: Context, request: CreateCourseInput) -> Course:
    """Create an empty, private course; under a key used before, return the course made then."""
    standing = await here(context, request.organization_id)
    organization_id = standing.organization_id

    async def make() -> str:
        if request.refuse_same_name:
            await check_title(context, organization_id, request.title)
        try:
            course_id = await courses.create_course(
                context.db,
                organization_id=organization_id,
                project_id=await project_for(context, organization_id, request.project_id),
                title=request.title,
                person_id=context.person.person_id,
                now=context.service.clock(),
                given_id=request.course_id,
            )
        except CourseExists as taken:
            raise HandlerError("CONFLICT", taken.message, reason="courseExists") from None
        await record(context, organization_id, course_id)
        return course_id

    fields = {"title": request.title, "projectId": request.project_id}
    if request.course_id is not None:
        fields["courseId"] = request.course_id
    course_id = await made_once(context, organization_id, fields, make)
    now = context.service.clock()
    if await courses.course_by_id(context.db, course_id, organization_id=organization_id, now=now) is None:
        raise HandlerError(
            "CONFLICT",
            "This course was already created and is in the trash. Restore it, or send the call with another key.",
            reason="courseInTrash",
            courseId=course_id,
        )
    return await listed_course(context, organization_id, course_id)


@serves(course.rename_course, requires="edit")
async def rename_course(context: Context, request: RenameCourseInput) -> Course:
    """Rename the course and return it."""
    row, now = await course_at(context, request.course_id), context.service.clock()
    organization_id = row.organization_id
    renamed = await courses.rename_course(
        context.db,
        request.course_id,
        organization_id=organization_id,
        title=request.title,
        base_title=request.base_title,
        now=now,
    )
    if not renamed:
        row = await find_course(context, organization_id, request.course_id)
        raise HandlerError("CONFLICT", "The course was renamed. Reload it and try again.", title=row.title)
    if request.refuse_same_name and request.title != row.title:  # a refusal undoes the whole unit
        await check_title(context, organization_id, request.title, besides=request.course_id)
    await record(context, organization_id, request.course_id, titleBefore=row.title, title=request.title)
    return await listed_course(context, organization_id, request.course_id)


@serves(course.move_course, requires="edit")
async def move_course(context: Context, request: MoveCourseInput) -> Course:
    """Move the course and its lessons to another project and return it."""
    organization_id = (await at_course(context, request.course_id)).organization_id
    project_id = await project_for(context, organization_id, request.project_id)
    now = context.service.clock()
    moved = await courses.move_course(
        context.db,
        request.course_id,
        organization_id=organization_id,
        project_id=project_id,
        base_project_id=request.base_project_id,
        now=now,
    )
    if not moved:
        row = await find_course(context, organization_id, request.course_id)
        raise HandlerError("CONFLICT", "The course was moved. Reload it and try again.", projectId=row.project_id)
    await record(context, organization_id, request.course_id, projectId=project_id)
    return await listed_course(context, organization_id, request.course_id)


@serves(course.order_lessons, requires="edit")
async def order_lessons(context: Context, request: OrderLessonsInput) -> LessonOrder:
    """Put the course's lessons in this order; those not listed stay after the lessons they followed."""
    course_id, listed = request.course_id, request.lesson_ids
    organization_id = (await at_course(context, course_id)).organization_id
    if len(set(listed)) < len(listed):
        raise HandlerError("BAD_REQUEST", "lessonIds: a lesson is listed twice.")
    known = existing(await order.locked_order(context.db, course_id, organization_id=organization_id))
    before = list(known.positions)
    facts: dict[str, Any] = {"orderVersion": known.version, "lessonIds": known.without_trashed(before)}
    unknown = [lesson_id for lesson_id in listed if lesson_id not in known.positions]
    if unknown:
        message = f"{len(unknown):,} of these are not lessons of the course. Reload it and try again."
        raise HandlerError("CONFLICT", message, unknown=unknown, **facts)
    after, version = merge_order(before, listed), known.version
    if known.without_trashed(after) != facts["lessonIds"]:
        if request.base_version not in (None, version):
            message = "The order of the lessons has changed. Reload the course and try again."
            raise HandlerError("CONFLICT", message, **facts)
        version = await order.set_order(context.db, course_id, known, after, now=context.service.clock())
        await record(
            context, organization_id, course_id, orderVersion=version, lessonCount=len(known.without_trashed(after))
        )
    return LessonOrder(course_id=course_id, order_version=version, lesson_ids=known.without_trashed(after))


@serves(course.set_tags, requires="edit")
async def set_course_tags(context: Context, request: SetCourseTagsInput) -> Course:
    """Set the course's tags and return it; the same tags change nothing."""
    organization_id = (await at_course(context, request.course_id)).organization_id
    await tag_item(context, organization_id, "course", request.course_id, request)
    return await listed_course(context, organization_id, request.course_id)
