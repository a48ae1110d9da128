"""The choice of store: SQLite for a file, PostgreSQL for a server; only the driver of the one chosen is imported."""

from __future__ import annotations

from workbench.service.db.seam import CONNECTIONS, Store, database_dialect


async def open_store(database_url: str, *, connections: int = CONNECTIONS) -> Store:
    """Return an open store for `sqlite:///path` or `postgresql://...`.

    A file is migrated. A database on a server gets the schema if it is empty; an older one must be migrated by an
    administrator. `connections` is the maximum to a server. Raises Misconfigured.
    """
    match database_dialect(database_url):
        case "sqlite":
            from workbench.service.db.sqlite import open_sqlite

            return await open_sqlite(database_url)
        case _:
            from workbench.service.db.postgresql import open_postgresql

            return await open_postgresql(database_url, connections=connections)
