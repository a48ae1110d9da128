"""The course that a request names, as lists show it, and the refusal of a title that another course has."""

from __future__ import annotations

from typing import Final

from workbench.procedures.course import Course
from workbench.service.courses import store as courses
from workbench.service.courses.store import CourseFilter, read_origins
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import existing, refuse_same_name
from workbench.service.kernel.membership import at_course, lock_names
from workbench.service.kernel.wire_form import wire_form
from workbench.service.tags.store import read_tags

_MOST_COMPARED: Final = 100


async def course_at(context: Context, course_id: str) -> courses.CourseRow:
    """Return the course, if the caller may call the procedure on it. Raises `HandlerError`."""
    return await find_course(context, (await at_course(context, course_id)).organization_id, course_id)


async def find_course(context: Context, organization_id: str, course_id: str) -> courses.CourseRow:
    """Return the organization's course. Raises `HandlerError` if it has none with this id, or it is in the trash."""
    now = context.service.clock()
    return existing(await courses.course_by_id(context.db, course_id, organization_id=organization_id, now=now))


async def listed_course(context: Context, organization_id: str, course_id: str) -> Course:
    """Return the course as lists show it. Raises `HandlerError` if the organization does not have it."""
    return course_summary(context, await find_course(context, organization_id, course_id))


def course_summary(context: Context, row: courses.CourseRow) -> Course:
    """Return the course as lists show it."""
    noted = [] if row.obstacle is None else [lesson_id for lesson_id, _ in row.obstacle.lessons]
    return wire_form(
        Course,
        row,
        sharing_obstacle=None if row.obstacle is None else str(row.obstacle),
        sharing_obstacle_lesson_ids=noted or None,
        share_url=context.service.share_url(row.course_id),
        tags=read_tags(row.tags),
        embed_origins=read_origins(row.embed_origins),
        publication_number=row.publication,
    )


async def check_title(context: Context, organization_id: str, title: str, *, besides: str = "") -> None:
    """Raise `HandlerError` if a course other than `besides` has the title; no other transaction can take it now."""
    await lock_names(context.db, organization_id)
    which, now = CourseFilter(title=title), context.service.clock()
    page = await courses.courses_page(context.db, organization_id, which, now=now, limit=_MOST_COMPARED)
    alike = [course_summary(context, item) for item in page.items if item.course_id != besides]
    refuse_same_name("course", title, alike)
