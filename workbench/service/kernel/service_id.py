"""The persistent random id of this service's data, by which clients recognize it, and its epoch.

A restore from a backup sets a new epoch, because changes made since the backup are missing then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select, update

from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, insert_new_of
from workbench.service.db.tables import service
from workbench.service.kernel.ids import new_id

if TYPE_CHECKING:
    import apsw

EPOCH = "epoch"
_VALUE = Statement(select(service.c.value).where(service.c.key == bindparam("key")))
_TOUCH = Statement(update(service).values(value=service.c.value).where(service.c.key == bindparam("which")))
_INSERT = insert_new_of(service, "key")


async def ensure_service_id(db: Db) -> str:
    """Return the id; the first call makes it, with the epoch. Needs a write transaction."""
    await db.run(_INSERT, key=EPOCH, value=new_id())
    await db.run(_INSERT, key="service_id", value=new_id())
    return await _value(db, "service_id")


async def read_epoch(db: Db) -> str:
    """Return the epoch of the current data."""
    return await _value(db, EPOCH)


def begin_epoch(connection: apsw.Connection) -> None:
    """Set a new epoch, in a file that is restored."""
    connection.execute("INSERT OR REPLACE INTO service (key, value) VALUES (?, ?)", (EPOCH, new_id()))


async def touch(db: Db) -> None:
    """Run an update that changes nothing, to see whether the database accepts writes."""
    await db.run(_TOUCH, which=EPOCH)


async def _value(db: Db, key: str) -> str:
    row = await db.row(_VALUE, key=key)
    assert row is not None
    return str(row[0])
