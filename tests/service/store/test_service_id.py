"""The service's id: made once, kept for good."""

from __future__ import annotations

import asyncio

import pytest

from workbench.service.store.db import Store, open_store
from workbench.service.store.service_id import ensure_service_id

pytestmark = pytest.mark.anyio


async def test_an_id_is_made_once(store: Store) -> None:
    """Whoever asks at the same time hears the same."""
    assert len(set(await asyncio.gather(*(store.write(ensure_service_id) for _ in range(8))))) == 1


async def test_an_id_outlives_the_process(database_url: str) -> None:
    """It is the data's, not the process's."""
    first = await open_store(database_url)
    made = await first.write(ensure_service_id)
    await first.close()
    second = await open_store(database_url)
    assert await second.write(ensure_service_id) == made
    await second.close()
