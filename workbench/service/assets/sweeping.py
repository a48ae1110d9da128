"""Deletion of assets that no revision of a lesson refers to, some time after they were last touched: rows and bytes.

The steps make sure that a file uploaded again in between is not lost: an asset is marked, its bytes are deleted, its
row is deleted. A process that is killed in between leaves the mark, and the next sweep continues, in whichever process
of the service.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlalchemy import and_, bindparam, delete, exists, or_, select, update

from workbench.patterns import Pattern
from workbench.service.assets.media import Media
from workbench.service.assets.object_store import ObjectStoreAway
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, among
from workbench.service.db.tables import asset, asset_use, theme
from workbench.service.kernel.context import DAY_MS, Service
from workbench.service.kernel.errors import HandlerError

_STAGED: Final = Pattern(r"[0-9a-f]{64}#[0-9]+")
_STAGED_SECONDS: Final = 3_600.0


async def sweep_assets(service: Service) -> int:
    """Remove some assets that are due; how many. What the store keeps back now is tried again at the next sweep."""
    marked = await service.store.write(lambda db: mark_unused(db, now=service.clock()))
    removed: list[str] = []
    for asset_id, key in marked:
        try:
            await service.part(Media).objects.delete(key)
        except (ObjectStoreAway, HandlerError):
            break
        removed.append(asset_id)
    if removed:
        await service.store.write(lambda db: remove_marked(db, removed))
    folder = service.part(Media).folder
    if folder is not None and time.monotonic() >= service.part(Media).staged_due:
        service.part(Media).staged_due = time.monotonic() + _STAGED_SECONDS
        await asyncio.to_thread(remove_staged, folder, before=time.time() - _STAGED_SECONDS)
    return len(removed)


def remove_staged(folder: Path, *, before: float) -> None:
    """Remove files that were being stored when their process was killed, last written `before` this time in seconds.

    obstore writes a file under its key with `#` and a number and renames it when it is whole; it never lists or removes
    such files itself.
    """
    with suppress(OSError):
        organizations = [entry.path for entry in os.scandir(folder) if entry.is_dir(follow_symlinks=False)]
        for organization in organizations:
            _remove_staged_of(organization, before)


def _remove_staged_of(organization: str, before: float) -> None:
    with suppress(OSError), os.scandir(organization) as files:
        for file in files:
            if _STAGED.fullmatch(file.name) and file.stat(follow_symlinks=False).st_mtime < before:
                Path(file.path).unlink(missing_ok=True)


UNUSED_MS: Final = 30 * DAY_MS
UPLOAD_MS: Final = 3_600_000
"""Longest time of an upload between its row and its bytes."""
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
