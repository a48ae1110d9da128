"""The sources of an organization, and the passages of one, page by page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from pydantic import BaseModel

from workbench.client.calling import CallingClient
from workbench.client.lookups.paging import every_item
from workbench.errors import NotFound
from workbench.procedures.source import (
    MAX_PASSAGE_PAGE,
    SourcePassage,
    SourceSummary,
    get_passages,
    list_sources,
)

A = TypeVar("A", bound=BaseModel)
NO_SOURCES: Final = "This service doesn't store sources. Its owner can install a newer version."


def offers_sources(client: CallingClient) -> bool:
    """Return whether the service stores sources; asked once."""
    capabilities = client.capabilities()
    return capabilities is not None and list_sources.name in capabilities.procedures


def require_sources(client: CallingClient) -> None:
    """Raise `NotFound` if the service stores no sources."""
    if not offers_sources(client):
        raise NotFound(NO_SOURCES, code="NOT_FOUND", http_status=404)


def iter_sources(client: CallingClient, organization_id: str | None) -> Iterator[SourceSummary]:
    """Return an iterator over the sources, last changed first; a page is read when it is needed.

    Raises `NotFound` as `require_sources` does.
    """
    require_sources(client)
    return every_item(client, list_sources(organization_id=organization_id))


def iter_passages(
    client: CallingClient, source_id: str, *, version: int | None = None, limit: int | None = None
) -> Iterator[SourcePassage]:
    """Return an iterator over a version's passages, by default the current one's, in the document's order."""
    require_sources(client)
    return every_item(client, get_passages(source_id=source_id, version=version), limit=limit)


def passages_by_id(client: CallingClient, source_id: str, passage_ids: Sequence[str]) -> list[SourcePassage]:
    """These passages, of whichever version; those that are gone are not among them."""
    require_sources(client)
    ids = list(dict.fromkeys(passage_ids))
    parts = (ids[start : start + MAX_PASSAGE_PAGE] for start in range(0, len(ids), MAX_PASSAGE_PAGE))
    return [
        passage
        for part in parts
        for passage in client.call(get_passages(source_id=source_id, passage_ids=part)).passages
    ]
