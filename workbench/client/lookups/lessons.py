"""The lessons of an organization, page by page."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.client.lookups.paging import every_item
from workbench.client.sync import Client
from workbench.procedures.lesson import LessonSummary, list_lessons


def iter_lessons(
    client: Client,
    organization_id: str | None,
    *,
    project_id: str | None = None,
    course_id: str | None = None,
    language: str | None = None,
    search: str | None = None,
    in_trash: bool = False,
    limit: int | None = None,
) -> Iterator[LessonSummary]:
    """The lessons, last changed first; a page is read when it is needed. Raises `AnswerUnreadable`."""
    call = list_lessons(
        organization_id=organization_id,
        project_id=project_id,
        course_id=course_id,
        language=language,
        search=search,
        in_trash=in_trash or None,
    )
    return every_item(client, call, limit=limit)
