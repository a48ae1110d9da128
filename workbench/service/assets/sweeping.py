"""Removing what nothing refers to: rows and bytes, whichever process of the service comes to it first."""

from __future__ import annotations

import asyncio
import os
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from workbench.service.assets.object_store import ObjectStoreAway
from workbench.service.context import Service
from workbench.service.handler_error import HandlerError
from workbench.service.store.assets.sweeping import mark_unused, remove_marked

_STAGED: Final = re.compile(r"[0-9a-f]{64}#[0-9]+")
_STAGED_SECONDS: Final = 3_600.0


async def sweep_assets(service: Service) -> int:
    """Remove some assets that are due; how many. What the store keeps back now is tried again at the next sweep."""
    marked = await service.store.write(lambda db: mark_unused(db, now=service.clock()))
    removed: list[str] = []
    for asset_id, key in marked:
        try:
            await service.media.objects.delete(key)
        except (ObjectStoreAway, HandlerError):
            break
        removed.append(asset_id)
    if removed:
        await service.store.write(lambda db: remove_marked(db, removed))
    folder = service.media.folder
    if folder is not None and time.monotonic() >= service.media.staged_due:
        service.media.staged_due = time.monotonic() + _STAGED_SECONDS
        await asyncio.to_thread(remove_staged, folder, before=time.time() - _STAGED_SECONDS)
    return len(removed)


def remove_staged(folder: Path, *, before: float) -> None:
    """Remove files that were being stored when their process was killed, last written `before` this time in seconds.

    obstore writes a file under its key with `#` and a number and renames it when it is whole; it never lists or removes
    such files itself.
    """
    with suppress(OSError):
        organizations = [each.path for each in os.scandir(folder) if each.is_dir(follow_symlinks=False)]
        for each in organizations:
            _remove_staged_of(each, before)


def _remove_staged_of(organization: str, before: float) -> None:
    with suppress(OSError), os.scandir(organization) as files:
        for each in files:
            if _STAGED.fullmatch(each.name) and each.stat(follow_symlinks=False).st_mtime < before:
                Path(each.path).unlink(missing_ok=True)
