"""The whole database as one digest, to see that a call changed nothing."""

from __future__ import annotations

import hashlib

from sqlalchemy import select

from workbench.service.db.metadata import tables
from workbench.service.db.seam import Db, Store
from workbench.service.db.statement import Statement

_TABLES = [Statement(select(table)) for table in tables.sorted_tables]


async def digest(store: Store) -> str:
    """A digest of every row of every table."""

    async def unit(db: Db) -> str:
        rows = [sorted(repr(row) for row in await db.rows(table)) for table in _TABLES]
        return hashlib.sha256(repr(rows).encode()).hexdigest()

    return await store.read(unit)
