"""The courses of an organization, page by page."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.client.lookups.paging import every_item
from workbench.client.sync import Client
from workbench.procedures.course import Course, list_courses


def every_course(client: Client, organization_id: str | None, *, limit: int | None = None) -> list[Course]:
    """Return all courses, last changed first, at most `limit` if given. Raises `AnswerUnreadable`."""
    return list(iter_courses(client, organization_id, limit=limit))


def iter_courses(
    client: Client,
    organization_id: str | None,
    *,
    project_id: str | None = None,
    search: str | None = None,
    title: str | None = None,
    in_trash: bool = False,
    limit: int | None = None,
) -> Iterator[Course]:
    """Return an iterator over the courses, last changed first; a page is read when it is needed.

    `title` limits them to those with this title, for a service that announces `refuseSameName`. Raises
    `AnswerUnreadable`.
    """
    call = list_courses(
        organization_id=organization_id,
        project_id=project_id,
        search=search,
        title=title,
        in_trash=in_trash or None,
    )
    return every_item(client, call, limit=limit)
