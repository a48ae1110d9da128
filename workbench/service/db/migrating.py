"""The schema's steps (Alembic), and whether a database has taken them all.

The steps are written out as SQL and run on the driver in one transaction: on SQLite through apsw, so that the system's
own SQLite library never opens the file, on PostgreSQL through psycopg under an advisory lock, so that of several
processes one takes them.
"""

from __future__ import annotations

import io
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from sqlalchemy import column, select, table

from workbench.errors import Misconfigured
from workbench.service.db.seam import database_dialect
from workbench.service.db.statement import Statement

if TYPE_CHECKING:
    import apsw
    import psycopg
    from alembic.config import Config

    from workbench.service.db.seam import Db, Row

HEAD = max(
    entry.name[len("revision_") : -len(".py")]
    for entry in resources.files("workbench.service.db.migrations.versions").iterdir()
    if entry.name.startswith("revision_") and entry.name.endswith(".py")
)
BASELINE = "0024"  # the whole schema in one step; what led to it was never released
# Every migration, oldest first.
KNOWN = tuple(f"{number:04}" for number in range(int(BASELINE), int(HEAD) + 1))
LOCK = 0x776F726B  # the advisory lock of the steps: "work"
VERSION = Statement(select(column("version_num")).select_from(table("alembic_version")))


async def is_current(db: Db) -> bool:
    """Return whether the schema is the one that this program needs (`/ready`)."""
    row = await db.row(VERSION)
    return row is not None and row[0] == HEAD


def migrate(database_url: str) -> tuple[str | None, str]:
    """Migrate the database, creating a file if needed; return its revision before (None: it was empty) and after.

    Raises Misconfigured for a newer schema.
    """
    if database_dialect(database_url) == "postgresql":
        return _migrate_server(database_url, from_any=True)
    return _migrate_file(database_url)


def make_ready(database_url: str) -> None:
    """Give an empty server database the schema, which is all that a start may do to it.

    Raises Misconfigured for an older one: other processes may be using it, so an administrator decides when.
    """
    _migrate_server(database_url, from_any=False)


def _migrate_file(database_url: str) -> tuple[str | None, str]:
    import apsw

    from workbench.service.db.sqlite_file import check_whole, connect, open_file

    path = open_file(database_url)
    check_whole(path)
    connection = connect(path, apsw.SQLITE_OPEN_READWRITE)
    try:
        connection.pragma("journal_mode", "wal")
        before = _version(connection)
        if before != HEAD:
            _upgrade(connection)
        return before, HEAD
    finally:
        connection.close()


def _upgrade(connection: apsw.Connection) -> None:
    """Run all steps in one transaction. The lock comes first, so that two processes take each step once."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection)
        _check(version)
        if version != HEAD:
            connection.execute(script("sqlite", start=version)).fetchall()  # else it waits at the first row it gives
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _migrate_server(database_url: str, *, from_any: bool) -> tuple[str | None, str]:
    from workbench.service.db.postgresql_server import connected_at_start

    with connected_at_start(database_url) as connection:
        if _server_version(connection) == HEAD:
            return HEAD, HEAD
        connection.execute("SELECT pg_advisory_lock(%s)", (LOCK,))  # held until the connection closes
        before = _server_version(connection)
        _check(before)
        if before not in (None, HEAD) and not from_any:
            raise Misconfigured("The database's schema is an older one. Run: workbench admin migrate")
        if before != HEAD:
            with connection.transaction():
                connection.execute(script("postgresql", start=before).encode())
        return before, HEAD


def _server_version(connection: psycopg.Connection[Row]) -> str | None:
    row = connection.execute("SELECT to_regclass('alembic_version') IS NOT NULL").fetchone()
    if row is None or not row[0]:
        return None
    version = connection.execute(VERSION.text("postgresql")[0].encode()).fetchone()
    return None if version is None else str(version[0])


def _check(version: str | None) -> None:
    if version is not None and version < BASELINE:
        raise Misconfigured(older_than_baseline(version))
    if version not in (None, *KNOWN):
        raise Misconfigured("The database was written by a newer workbench. Update this one.")


def older_than_baseline(version: str) -> str:
    """Return the message for a database at a step that this program does not have any more."""
    return (
        f"The database's schema is step {version}, which is older than this workbench can bring up to date. "
        f"Start revision 13a593f1 of the workbench on it once, which takes it to step {BASELINE}; then this one."
    )


def _version(connection: apsw.Connection) -> str | None:
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").fetchall():
        return None
    rows = connection.execute(VERSION.text("sqlite")[0]).fetchall()
    return str(rows[0][0]) if rows else None


@cache
def script(dialect: str, *, start: str | None = None, end: str = HEAD) -> str:
    """Return the SQL that leads from the step `start` (None: an empty database) to the step `end`."""
    from alembic import command

    written = io.StringIO()
    config = alembic_config(written)
    config.attributes["dialect"] = dialect
    command.upgrade(config, f"{start or 'base'}:{end}", sql=True)
    return written.getvalue()


def alembic_config(written: io.StringIO | None = None) -> Config:
    """Return Alembic's settings for this package; SQL that it writes out goes to `written`."""
    from alembic.config import Config

    config = Config(output_buffer=written)
    config.set_main_option("script_location", "workbench.service.db:migrations")
    return config
