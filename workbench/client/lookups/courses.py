"""Every course of an organization, page by page. One or a few reads."""

from __future__ import annotations

from workbench.client.lookups.paging import every_item
from workbench.client.sync import Client
from workbench.procedures.course import MAX_COURSE_PAGE, Course, list_courses


def every_course(
    client: Client, organization_id: str | None, *, search: str | None = None, limit: int | None = None
) -> list[Course]:
    """All courses, last changed first; with `limit` no more than so many. Raises `AnswerUnreadable`."""

    def read(count: int, cursor: str | None) -> tuple[list[Course], str | None]:
        page = client.call(list_courses(organization_id=organization_id, search=search, limit=count, cursor=cursor))
        return page.courses, page.next_cursor

    return list(every_item(list_courses.name, read, page_size=MAX_COURSE_PAGE, limit=limit))
