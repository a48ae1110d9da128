"""The assets of an organization, page by page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol, TypeVar

from pydantic import BaseModel

from workbench.client.lookups.paging import every_item
from workbench.errors import NotFound
from workbench.procedures.asset import MAX_ASSET_PAGE, AssetSummary, list_assets
from workbench.procedures.declare import Call
from workbench.procedures.service import Capabilities

A = TypeVar("A", bound=BaseModel)
NO_ASSETS: Final = "This service keeps no pictures or files. Its owner can install a newer version."


class AssetsClient(Protocol):
    """What is needed of a client."""

    def call(self, call: Call[A], /) -> A: ...
    def capabilities(self) -> Capabilities | None: ...


def require_assets(client: AssetsClient) -> None:
    """Raises `NotFound` where the service keeps no assets."""
    known = client.capabilities()
    if known is None or list_assets.name not in known.procedures:
        raise NotFound(NO_ASSETS, code="NOT_FOUND", http_status=404)


def iter_assets(client: AssetsClient, organization_id: str | None) -> Iterator[AssetSummary]:
    """The assets, the newest first; a page is read when it is needed. Raises `NotFound` as `require_assets`."""
    require_assets(client)

    def read(count: int, cursor: str | None) -> tuple[list[AssetSummary], str | None]:
        page = client.call(list_assets(organization_id=organization_id, limit=count, cursor=cursor))
        return page.assets, page.next_cursor

    return every_item(list_assets.name, read, page_size=MAX_ASSET_PAGE)
