"""The courses of an organization, page by page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from workbench.client.lookups.paging import every_item
from workbench.client.sync import Client
from workbench.procedures.course import MAX_COURSE_PAGE, Course, list_courses


def every_course(client: Client, organization_id: str | None, *, limit: int | None = None) -> list[Course]:
    """All courses, last changed first; with `limit` no more than so many. Raises `AnswerUnreadable`."""
    return list(iter_courses(client, organization_id, limit=limit))


def iter_courses(
    client: Client,
    organization_id: str | None,
    *,
    project_id: str | None = None,
    search: str | None = None,
    in_trash: bool = False,
    limit: int | None = None,
) -> Iterator[Course]:
    """The courses, last changed first; a page is read when it is needed. Raises `AnswerUnreadable`."""
    matching = partial(
        list_courses,
        organization_id=organization_id,
        project_id=project_id,
        search=search,
        in_trash=in_trash or None,
    )

    def read(count: int, cursor: str | None) -> tuple[list[Course], str | None]:
        page = client.call(matching(limit=count, cursor=cursor))
        return page.courses, page.next_cursor

    return every_item(list_courses.name, read, page_size=MAX_COURSE_PAGE, limit=limit)
