"""Carrying assets' bytes from one object store into another, each checked by its digest on both sides."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import IO

from workbench.service.assets.object_store import ObjectMissing, ObjectStore
from workbench.service.assets.sweeping import stored_keys
from workbench.service.db.seam import Store


@dataclass(slots=True)
class CopyReport:
    """The number of assets copied, of those already there, and the keys of those that are incomplete in the source."""

    copied: int = 0
    already_there: int = 0
    missing: list[str] = field(default_factory=list)


async def copy_assets(
    store: Store, source: ObjectStore, target: ObjectStore, on_progress: Callable[[int, int], object]
) -> CopyReport:
    """Copy the bytes of every asset of the database; nothing is deleted, and a copy that broke off is resumed.

    Raises `ObjectStoreAway` or `ObjectStoreFull`; earlier copies stay.
    """
    report, keys = CopyReport(), await store.read(stored_keys, long=True)
    for number, (key, size) in enumerate(keys, 1):
        if await _is_whole(target, key, size):
            report.already_there += 1
        elif await _copy_object(source, target, key, size):
            report.copied += 1
        else:
            report.missing.append(key)
        on_progress(number, len(keys))
    return report


async def _copy_object(source: ObjectStore, target: ObjectStore, key: str, size: int) -> bool:
    with TemporaryFile() as file:
        if not await _is_whole(source, key, size, file):
            return False
        file.seek(0)
        await target.put(key, file)
    return await _is_whole(target, key, size)


async def _is_whole(objects: ObjectStore, key: str, size: int, into: IO[bytes] | None = None) -> bool:
    """Return whether the store has the bytes that the key is the digest of, also writing them to `into`."""
    if await objects.size(key) != size:
        return False
    digest = hashlib.sha256()
    try:
        async for piece in objects.pieces(key, 0, size):
            digest.update(piece)
            if into is not None:
                into.write(piece)
    except ObjectMissing:
        return False
    return digest.hexdigest() == key.rpartition("/")[2]
