"""The lessons of an organization, page by page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.client.lookups.paging import every_item
from workbench.client.sync import Client
from workbench.procedures.lesson import LessonSummary, list_lessons


def iter_lessons(
    client: Client,
    organization_id: str | None,
    *,
    limit: int | None = None,
    **which: Any,
) -> Iterator[LessonSummary]:
    """Return an iterator over the lessons, last changed first; a page is read when it is needed.

    `which` are fields of a `LessonFilter`. Raises `AnswerUnreadable`.
    """
    return every_item(client, list_lessons(organization_id=organization_id, **which), limit=limit)
