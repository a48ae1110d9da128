"""Whether the service can do its work: the database answers, its schema is this program's, its disk has room.

Knows no HTTP; says nothing that an outsider may not hear.
"""

from __future__ import annotations

import shutil
from typing import Any

from workbench.errors import WorkbenchError
from workbench.service.context import Service
from workbench.service.store.db import dialect_of
from workbench.service.store.migrating import HEAD, is_current

LEAST_FREE_BYTES = 256 * 2**20
"""Under this a file of SQLite is about to be unable to take changes."""


async def readiness(service: Service) -> dict[str, Any]:
    """`status` is `ready` or `not ready` with a `problem`; `schema` is the step this program needs."""
    told: dict[str, Any] = {"status": "ready", "schema": HEAD}
    problem = await _database(service)
    if problem is None and dialect_of(service.settings.database_url) == "sqlite":
        from workbench.service.store.sqlite_file import path_of

        told["diskFreeBytes"] = shutil.disk_usage(path_of(service.settings.database_url).parent).free
        if told["diskFreeBytes"] < LEAST_FREE_BYTES:
            problem = "The disk of the database is almost full."
    return told if problem is None else {**told, "status": "not ready", "problem": problem}


async def _database(service: Service) -> str | None:
    try:
        current = await service.store.read(is_current)
    except WorkbenchError as error:
        return error.message
    return None if current else "The database's schema is another than this program's. Run: workbench admin migrate"
