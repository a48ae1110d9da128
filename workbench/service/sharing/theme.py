"""The theme of an organization, stored, and as its pages have it; its logo is an asset that stays while it is one."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import bindparam, select, update

from workbench.authoring.content.media_types import MEDIA_TYPES
from workbench.learner_pages.theme import PageLogo, PageTheme
from workbench.service.assets import store as assets
from workbench.service.assets.store import AssetRow
from workbench.service.db.seam import Db, Row
from workbench.service.db.statement import Statement, columns_of, insert_new_of
from workbench.service.db.tables import theme


class StoredTheme(NamedTuple):
    """An organization's theme. `version` is 0 if it was never set."""

    name: str = ""
    logo_asset_id: str | None = None
    accent: str | None = None
    footer: str = ""
    version: int = 0


DEFAULT: Final = StoredTheme()
_THEME = select(*columns_of(StoredTheme, theme)).where(theme.c.organization_id == bindparam("organization_id"))
_READ = Statement(_THEME)
_LOCKED = Statement(_THEME.with_for_update())
_NEW = insert_new_of(theme, "organization_id")
_SET = Statement(
    update(theme)
    .values(
        version=theme.c.version + 1,
        name=bindparam("new_name"),
        logo_asset_id=bindparam("new_logo"),
        accent=bindparam("new_accent"),
        footer=bindparam("new_footer"),
        updated_at=bindparam("now"),
    )
    .where(theme.c.organization_id == bindparam("of_id"))
)


async def read_theme(db: Db, organization_id: str) -> StoredTheme:
    """Return the current theme."""
    return _theme(await db.row(_READ, organization_id=organization_id))


async def locked_theme(db: Db, organization_id: str, *, now: int) -> StoredTheme:
    """Return the theme, locked against other changes until the transaction ends."""
    await db.run(_NEW, organization_id=organization_id, updated_at=now, **DEFAULT._asdict())
    return _theme(await db.row(_LOCKED, organization_id=organization_id))


async def set_theme(db: Db, organization_id: str, wanted: StoredTheme, *, now: int) -> None:
    """Give the organization this theme, with the next version; it is locked."""
    await db.run(
        _SET,
        of_id=organization_id,
        new_name=wanted.name,
        new_logo=wanted.logo_asset_id,
        new_accent=wanted.accent,
        new_footer=wanted.footer,
        now=now,
    )


def _theme(row: Row | None) -> StoredTheme:
    return DEFAULT if row is None else StoredTheme(*row)


async def current_logo(db: Db, logo_asset_id: str | None, *, organization_id: str) -> AssetRow | None:
    """Return the asset of a theme's logo, or None if it has no logo."""
    if logo_asset_id is None:
        return None
    return (await assets.assets_by_id(db, [logo_asset_id], organization_id=organization_id)).get(logo_asset_id)


async def read_logo(db: Db, sha256: str, *, organization_id: str) -> AssetRow | None:
    """Return the logo if it has this SHA-256, else None."""
    stored = await read_theme(db, organization_id)
    logo = await current_logo(db, stored.logo_asset_id, organization_id=organization_id)
    return logo if logo is not None and logo.sha256 == sha256 else None


async def page_theme(db: Db, organization_id: str, address: str) -> PageTheme:
    """Return the organization's theme, for pages at this address (`/s/<course_id>`)."""
    stored = await read_theme(db, organization_id)
    logo = await current_logo(db, stored.logo_asset_id, organization_id=organization_id)
    shown = None
    if logo is not None and logo.width and logo.height:
        url = f"{address}/a/{logo.sha256}.{MEDIA_TYPES[logo.media_type].extension}"
        shown = PageLogo(url, logo.alternative_text, logo.width, logo.height)
    return PageTheme(stored.name, shown, stored.accent, stored.footer)
