"""The theme of an organization, stored; its logo is an asset that stays while it is the logo."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import bindparam, select, update

from workbench.service.db.seam import Db, Row
from workbench.service.db.statement import Statement, columns_of, insert_new_of
from workbench.service.db.tables import theme


class StoredTheme(NamedTuple):
    """An organization's theme. `version` is 0 where it was never set."""

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


def _theme(found: Row | None) -> StoredTheme:
    return DEFAULT if found is None else StoredTheme(*found)
