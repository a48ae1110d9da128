"""The assets of an organization, page by page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Final, TypeVar

from pydantic import BaseModel

from workbench.authoring.content.media_types import MEDIA_TYPES, MediaType
from workbench.client.calling import CallingClient
from workbench.client.lookups.paging import every_item
from workbench.errors import InputRejected, NotFound
from workbench.procedures.asset import AssetSummary, list_assets
from workbench.procedures.service import AssetFacts
from workbench.text import display_text

A = TypeVar("A", bound=BaseModel)
NO_ASSETS: Final = "This service doesn't store pictures or files. Its owner can install a newer version."
NO_STORE: Final = "This service doesn't store pictures or files. Ask its operator to set WORKBENCH_ASSETS."
TYPES_BY_SUFFIX: Final[dict[str, MediaType]] = {
    suffix: media_type for media_type in MEDIA_TYPES.values() for suffix in (media_type.extension, *media_type.suffixes)
}
"""The types of assets by the endings of file names, without a dot."""


def require_assets(client: CallingClient) -> None:
    """Raise `NotFound` if the service stores no assets."""
    capabilities = client.capabilities()
    if capabilities is None or list_assets.name not in capabilities.procedures:
        raise NotFound(NO_ASSETS, code="NOT_FOUND", http_status=404)


def upload_facts(client: CallingClient) -> AssetFacts:
    """Return the limits of uploads. Raises `NotFound`, with what to do, if uploads are not possible."""
    require_assets(client)
    capabilities = client.capabilities()
    if capabilities is None or capabilities.assets is None:
        raise NotFound(NO_STORE, code="NOT_FOUND", http_status=404)
    return capabilities.assets


def check_size(facts: AssetFacts, file_name: str, size: int) -> None:
    """Raise `InputRejected` for a file whose size the service would refuse, before anything is sent."""
    media = TYPES_BY_SUFFIX.get(PurePath(file_name).suffix.lower().removeprefix("."))
    limit = facts.most_bytes.get(media.name) if media else None
    most = limit or max(facts.most_bytes.values(), default=0)
    if size == 0:
        raise InputRejected(f"{display_text(file_name)} is empty. Nothing was sent.")
    if size > most:
        kind = f"a file of the type {media.name}" if media else "a file"
        raise InputRejected(
            f"{display_text(file_name)} has {size / 1e6:,.0f} MB; {kind} has at most {most / 1e6:,.0f} MB. "
            "Nothing was sent; make it smaller."
        )


def iter_assets(client: CallingClient, organization_id: str | None) -> Iterator[AssetSummary]:
    """Return an iterator over the assets, newest first; a page is read when it is needed.

    Raises `NotFound` as `require_assets` does.
    """
    require_assets(client)
    return every_item(client, list_assets(organization_id=organization_id))
