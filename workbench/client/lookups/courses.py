"""Every course of an organization, page by page. One or a few reads."""

from __future__ import annotations

from workbench.client.lookups.paging import PageCount
from workbench.client.sync import Client
from workbench.procedures.course import MAX_COURSE_PAGE, Course, list_courses


def every_course(
    client: Client, organization_id: str | None, *, search: str | None = None, limit: int | None = None
) -> list[Course]:
    """All courses, last changed first; with `limit` no more than so many. Raises `AnswerUnreadable`."""
    found: list[Course] = []
    cursor: str | None = None
    pages = PageCount(list_courses.name)
    while limit is None or len(found) < limit:
        page = client.call(
            list_courses(
                organization_id=organization_id,
                search=search,
                limit=MAX_COURSE_PAGE if limit is None else min(limit - len(found), MAX_COURSE_PAGE),
                cursor=cursor,
            )
        )
        found += page.courses
        cursor = pages.next(page.next_cursor, len(page.courses))
        if cursor is None:
            break
    return found
