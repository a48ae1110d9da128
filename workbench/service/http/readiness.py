"""Check whether the service is ready: the database answers, its schema is this program's, its disk has space.

Reasons are fit for outsiders: they name no path and no address.
"""

from __future__ import annotations

import shutil
from typing import Any

from sqlalchemy import Boolean, Text, func, or_, select

from workbench.errors import WorkbenchError
from workbench.service.db.migrating import HEAD, is_current
from workbench.service.db.seam import Db, StoreReadOnly, database_dialect
from workbench.service.db.statement import Statement
from workbench.service.kernel.context import Service
from workbench.service.kernel.service_id import touch

LEAST_FREE_BYTES = 256 * 2**20
"""Under this a file of SQLite is about to be unable to take changes."""

_READ_ONLY = Statement(
    select(
        or_(
            func.current_setting("default_transaction_read_only", type_=Text) == "on",
            func.pg_is_in_recovery(type_=Boolean),
        )
    )
)


async def readiness(service: Service) -> dict[str, Any]:
    """Return the readiness report.

    `status` is `ready` or `not ready` with a `problem`; `schema` is the step this program needs.
    """
    report: dict[str, Any] = {"status": "ready", "schema": HEAD}
    problem = await _database(service)
    if problem is None and database_dialect(service.settings.database_url) == "sqlite":
        from workbench.service.db.sqlite_file import database_path

        report["diskFreeBytes"] = shutil.disk_usage(database_path(service.settings.database_url).parent).free
        if report["diskFreeBytes"] < LEAST_FREE_BYTES:
            problem = "The disk of the database is almost full."
    return report if problem is None else {**report, "status": "not ready", "problem": problem}


async def _database(service: Service) -> str | None:
    store = service.store
    try:
        current = await store.read(is_current)
        if store.dialect == "postgresql" and await store.read(_is_read_only):
            return StoreReadOnly().message
        if current and store.problem is not None:
            await store.write(touch)  # what could not be done before is tried again
    except WorkbenchError as error:
        return error.message
    return None if current else "The database's schema doesn't fit this program. Run: workbench admin migrate"


async def _is_read_only(db: Db) -> bool:
    row = await db.row(_READ_ONLY)
    return row is not None and bool(row[0])
