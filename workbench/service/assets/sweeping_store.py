"""Deletion of assets that no revision of a lesson refers to, some time after they were last touched.

In steps, so that a file uploaded again in between is not lost: an asset is marked, its bytes are deleted,
its row is deleted. A process that is killed in between leaves the mark, and the next sweep continues.
"""

from __future__ import annotations

import json
from typing import Final

from sqlalchemy import and_, bindparam, delete, exists, or_, select, update

from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, among
from workbench.service.db.tables import asset, asset_use, theme

DAY_MS: Final = 86_400_000
UNUSED_MS: Final = 30 * DAY_MS
UPLOAD_MS: Final = 3_600_000
"""How long an upload may take between its row and its bytes."""
AT_ONCE: Final = 50

_IS_DUE = or_(
    asset.c.deleted_at.is_not(None),
    and_(asset.c.stored_at.is_(None), asset.c.created_at < bindparam("uploads_before")),
    asset.c.touched_at < bindparam("touched_before"),
)
_UNUSED = and_(
    ~exists().where(asset_use.c.asset_id == asset.c.id), ~exists().where(theme.c.logo_asset_id == asset.c.id)
)
_DUE = Statement(
    select(asset.c.id)
    .where(_UNUSED, asset.c.removed_at.is_(None), _IS_DUE)
    .limit(AT_ONCE)
    .with_for_update(skip_locked=True)
)
_MARK = Statement(update(asset).values(removed_at=bindparam("now")).where(among(asset.c.id, "ids"), _UNUSED))
_MARKED = Statement(
    select(asset.c.id, asset.c.organization_id, asset.c.sha256).where(asset.c.removed_at.is_not(None)).limit(AT_ONCE)
)
_REMOVE = Statement(delete(asset).where(among(asset.c.id, "ids"), asset.c.removed_at.is_not(None)))
_KEYS = Statement(
    select(asset.c.organization_id, asset.c.sha256, asset.c.size)
    .where(asset.c.stored_at.is_not(None), asset.c.removed_at.is_(None))
    .order_by(asset.c.organization_id, asset.c.sha256)
)


async def mark_unused(db: Db, *, now: int) -> list[tuple[str, str]]:
    """Mark unused assets. Return the id and object key of all marked ones, including those marked earlier."""
    due = [
        str(asset_id)
        for (asset_id,) in await db.rows(_DUE, uploads_before=now - UPLOAD_MS, touched_before=now - UNUSED_MS)
    ]
    if due:  # checked again: a lesson may have begun to use one before it was locked
        await db.run(_MARK, ids=json.dumps(due), now=now)
    return [(str(row[0]), f"{row[1]}/{row[2]}") for row in await db.rows(_MARKED)]


async def remove_marked(db: Db, ids: list[str]) -> None:
    """Delete the rows of marked assets, once their bytes are deleted."""
    await db.run(_REMOVE, ids=json.dumps(ids))


async def stored_keys(db: Db) -> list[tuple[str, int]]:
    """Return the object key and size of every asset whose bytes must be present."""
    return [(f"{row[0]}/{row[1]}", int(row[2])) for row in await db.rows(_KEYS)]
