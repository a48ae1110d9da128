"""What is judged before learners see more than they did: who may share, and whether the lessons are finished.

Asked after the course was changed or touched: its row is locked then, so that nobody opens it in between.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.service.context import Context
from workbench.service.handler_error import HandlerError
from workbench.service.roles import TO_PUBLISH, may
from workbench.service.store import courses
from workbench.service.store.lessons import contents
from workbench.service.store.memberships import Membership, OrganizationMembership

MOST_LISTED = 100

Open = tuple[str, str, int]
"""A lesson that is not finished: its id, its title, and how many places an author left open."""


async def check_publishing(
    context: Context,
    standing: Membership | OrganizationMembership,
    course_id: str,
    *,
    lesson_id: str | None = None,
    confirmed: bool | None = None,
) -> None:
    """Raises `HandlerError` when a lesson was put into a public course by a role that may not share, or unfinished."""
    if not await courses.is_public(context.db, course_id):
        return
    if not may(standing.role, TO_PUBLISH):
        raise HandlerError(
            "FORBIDDEN",
            f"The course is public, so this would publish the lesson, and the role {standing.role} may not share. "
            "Ask an owner, admin or author.",
        )
    if lesson_id is not None and not confirmed:
        check_finished([each for each in await contents.open_lessons(context.db, course_id) if each[0] == lesson_id])


async def check_course(context: Context, course_id: str, *, confirmed: bool | None) -> None:
    """Raises `HandlerError` when a lesson of the course is not finished and nobody confirmed it."""
    if not confirmed:
        check_finished(await contents.open_lessons(context.db, course_id))


def check_finished(found: Sequence[Open]) -> None:
    """Raises `HandlerError` that names the lessons, if there are any."""
    if found:
        titles = ", ".join(f"“{title}”" for _, title, _ in found[:3]) + (" and others" if len(found) > 3 else "")
        lessons = "1 lesson has" if len(found) == 1 else f"{len(found):,} lessons have"
        raise HandlerError(
            "CONFLICT",
            f"{lessons} places that an author has still to fill in (✎), and learners would read them: {titles}.",
            openPlaces=[
                {"lessonId": lesson_id, "title": title, "openPlaces": count}
                for lesson_id, title, count in found[:MOST_LISTED]
            ],
        )
