"""Removing what nothing refers to: rows and bytes, whichever process of the service comes to it first."""

from __future__ import annotations

from workbench.service.assets.object_store import ObjectStoreAway
from workbench.service.context import Service
from workbench.service.handler_error import HandlerError
from workbench.service.store.assets.sweeping import mark_unused, remove_marked


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
    return len(removed)
