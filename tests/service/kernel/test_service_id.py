"""The service's id: made once, kept permanently."""

from __future__ import annotations

import asyncio

import apsw
import pytest

from workbench.service.db.opening import open_store
from workbench.service.db.seam import Store
from workbench.service.kernel.service_id import begin_epoch, ensure_service_id, read_epoch

pytestmark = pytest.mark.anyio


async def test_an_id_is_made_once(store: Store) -> None:
    """Anyone who asks at the same time hears the same."""
    assert len(set(await asyncio.gather(*(store.write(ensure_service_id) for _ in range(8))))) == 1


async def test_an_id_outlives_the_process(database_url: str) -> None:
    """It is the data's, not the process's."""
    first = await open_store(database_url)
    made = await first.write(ensure_service_id)
    await first.close()
    second = await open_store(database_url)
    assert await second.write(ensure_service_id) == made
    await second.close()


async def test_an_epoch_stays_until_the_data_are_put_back(database_url: str) -> None:
    """It is made with the id, and outlives the process."""
    first = await open_store(database_url)
    await first.write(ensure_service_id)
    epoch = await first.read(read_epoch)
    await first.close()
    second = await open_store(database_url)
    await second.write(ensure_service_id)
    assert await second.read(read_epoch) == epoch
    await second.close()


def test_every_new_epoch_is_another() -> None:
    """Also for a file that had none yet."""
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE TABLE service (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
    begin_epoch(connection)
    first = connection.execute("SELECT key, value FROM service").fetchall()
    begin_epoch(connection)
    second = connection.execute("SELECT key, value FROM service").fetchall()
    assert (first[0][0], len(first), len(second), first != second) == ("epoch", 1, 1, True)
