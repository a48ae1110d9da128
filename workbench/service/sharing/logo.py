"""The logo of an organization's pages: the one asset that learners get without a lesson that shows it."""

from __future__ import annotations

from workbench.service.assets import store as assets
from workbench.service.assets.store import AssetRow
from workbench.service.db.seam import Db
from workbench.service.sharing.theme import read_theme


async def current_logo(db: Db, logo_asset_id: str | None, *, organization_id: str) -> AssetRow | None:
    """Return the asset of a theme's logo, or None if it has no logo."""
    if logo_asset_id is None:
        return None
    return (await assets.assets_by_id(db, [logo_asset_id], organization_id=organization_id)).get(logo_asset_id)


async def read_logo(db: Db, sha256: str, *, organization_id: str) -> AssetRow | None:
    """Return the logo if it has this SHA-256, else None."""
    found = await read_theme(db, organization_id)
    logo = await current_logo(db, found.logo_asset_id, organization_id=organization_id)
    return logo if logo is not None and logo.sha256 == sha256 else None
