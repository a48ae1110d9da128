"""Removing what nothing refers to: rows and bytes, whichever process of the service comes to it first."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from workbench.patterns import Pattern
from workbench.service.assets.media import Media
from workbench.service.assets.object_store import ObjectStoreAway
from workbench.service.assets.sweeping_store import mark_unused, remove_marked
from workbench.service.kernel.context import Service
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
