"""The persistent random id of this service's data, by which a client knows it again."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from workbench.service.store.db import Db
from workbench.service.store.ids import new_id
from workbench.service.store.statement import Statement, insert_new_of
from workbench.service.store.tables import service

_VALUE = Statement(select(service.c.value).where(service.c.key == bindparam("key")))
_INSERT = insert_new_of(service, "key")


async def ensure_service_id(db: Db) -> str:
    """The id, made on the first asking (a write unit)."""
    await db.run(_INSERT, key="service_id", value=new_id())
    found = await db.row(_VALUE, key="service_id")
    assert found is not None
    return str(found[0])
