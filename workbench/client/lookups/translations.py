"""The translations of an organization or of one lesson, page by page."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.client.lookups.paging import every_item
from workbench.client.sync import Client
from workbench.procedures.translations.translation import ListedTranslation, list_translations


def iter_translations(
    client: Client, organization_id: str | None, *, lesson_id: str | None = None
) -> Iterator[ListedTranslation]:
    """Return an iterator over the translations by source lesson and language; a page is read when needed.

    Raises `AnswerUnreadable`.
    """
    return every_item(client, list_translations(organization_id=organization_id, lesson_id=lesson_id))
