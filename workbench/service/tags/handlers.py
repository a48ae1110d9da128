"""Handlers of tags: those of a lesson or a course, and the organization's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.procedures import course, lesson, organization
from workbench.procedures.course import Course
from workbench.procedures.lesson import LessonSummary
from workbench.procedures.tags import (
    MAX_TAG_PAGE,
    ListTagsInput,
    SetCourseTagsInput,
    SetLessonTagsInput,
    TagCount,
    TagList,
)
from workbench.service.courses.handlers import listed_course
from workbench.service.courses.retagging import set_tags
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.membership import at_course, at_lesson, here
from workbench.service.lessons.handlers import listed_lesson
from workbench.service.tags import store as tags


@serves(lesson.set_tags, requires="edit")
async def set_lesson_tags(context: Context, request: SetLessonTagsInput) -> LessonSummary:
    """The lesson with other tags; the same ones change nothing."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    await _set_tags(context, organization_id, "lesson", request.lesson_id, request)
    return await listed_lesson(context, organization_id, request.lesson_id)


@serves(course.set_tags, requires="edit")
async def set_course_tags(context: Context, request: SetCourseTagsInput) -> Course:
    """The course with other tags; the same ones change nothing."""
    organization_id = (await at_course(context, request.course_id)).organization_id
    await _set_tags(context, organization_id, "course", request.course_id, request)
    return await listed_course(context, organization_id, request.course_id)


@serves(organization.list_tags, requires="read", long=True)
async def list_tags(context: Context, request: ListTagsInput) -> TagList:
    """The organization's tags with how many lessons and courses have each."""
    organization_id = (await here(context, request.organization_id)).organization_id
    limit = request.limit or MAX_TAG_PAGE
    found = await tags.tags_of(context.db, organization_id, after=request.cursor or "", limit=limit + 1)
    return TagList(tags=_counted(found[:limit]), next_cursor=found[limit - 1].folded if len(found) > limit else None)


async def _set_tags(
    context: Context,
    organization_id: str,
    kind: tags.Tagged,
    item_id: str,
    request: SetLessonTagsInput | SetCourseTagsInput,
) -> None:
    conditions: dict[str, Any] = {"base": request.base_tags, "base_version": request.base_tags_version}
    if facts := await set_tags(context, organization_id, kind, item_id, request.tags, **conditions):
        await record(context, organization_id, item_id, **facts)


def _counted(found: Sequence[tags.TagRow]) -> list[TagCount]:
    return [TagCount(tag=each.tag, lesson_count=each.lesson_count, course_count=each.course_count) for each in found]
