"""A course as lists show it, and the refusal of a title that another one has."""

from __future__ import annotations

from typing import Final

from workbench.procedures.course import Course
from workbench.service.courses import store as courses
from workbench.service.courses.store import CourseFilter
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import refuse_same_name
from workbench.service.kernel.wire_form import wire_form
from workbench.service.organizations import store as organizations
from workbench.service.sharing.store import read_origins
from workbench.service.tags.store import read_tags

_MOST_COMPARED: Final = 100


def listed(context: Context, found: courses.CourseRow) -> Course:
    """The course as lists show it."""
    noted = [] if found.obstacle is None else [lesson_id for lesson_id, _ in found.obstacle.lessons]
    return wire_form(
        Course,
        found,
        sharing_obstacle=None if found.obstacle is None else str(found.obstacle),
        sharing_obstacle_lesson_ids=noted or None,
        share_url=context.service.share_url(found.course_id),
        tags=read_tags(found.tags),
        embed_origins=read_origins(found.embed_origins),
        publication_number=found.publication,
    )


async def check_title(context: Context, organization_id: str, title: str, *, besides: str = "") -> None:
    """Raises `HandlerError` where a course `besides` this one has the title; no other unit gives it meanwhile."""
    await organizations.lock_names(context.db, organization_id)
    which, now = CourseFilter(title=title), context.service.clock()
    found = await courses.courses_page(context.db, organization_id, which, now=now, limit=_MOST_COMPARED)
    alike = [listed(context, each) for each in found.items if each.course_id != besides]
    refuse_same_name("course", title, alike)
