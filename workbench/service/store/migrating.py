"""The schema's steps (Alembic), and whether a database has taken them all.

On SQLite the steps are written out as SQL and run through apsw in one transaction, so that the system's own SQLite
library never opens the file. It knows no statement of the store.
"""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import column, select, table

from workbench.errors import Misconfigured
from workbench.service.store.statement import Statement

if TYPE_CHECKING:
    import apsw
    from alembic.config import Config

    from workbench.service.store.db import Db

HEAD = "0001"
KNOWN = ("0001",)  # every step, oldest first
VERSION = Statement(select(column("version_num")).select_from(table("alembic_version")))


async def is_current(db: Db) -> bool:
    """Whether the schema is the one that this program was written for (`/ready`)."""
    found = await db.row(VERSION)
    return found is not None and found[0] == HEAD


def migrate(database_url: str) -> None:
    """Brings the SQLite file of the address up to date, made if need be. Raises Misconfigured for a newer schema."""
    import apsw

    from workbench.service.store.sqlite_file import connect, open_file

    connection = connect(open_file(database_url), apsw.SQLITE_OPEN_READWRITE)
    try:
        connection.pragma("journal_mode", "wal")
        if _version(connection) != HEAD:
            _upgrade(connection)
    finally:
        connection.close()


def _upgrade(connection: apsw.Connection) -> None:
    """All steps in one transaction. The lock comes first, so that two processes take each step once."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection)
        if version not in (None, *KNOWN):
            raise Misconfigured("The database was written by a newer workbench. Update this one.")
        if version != HEAD:
            connection.execute(script("sqlite", start=version))
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _version(connection: apsw.Connection) -> str | None:
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").fetchall():
        return None
    found = connection.execute(VERSION.text("sqlite")[0]).fetchall()
    return str(found[0][0]) if found else None


@cache
def script(dialect: str, *, start: str | None = None) -> str:
    """The SQL that leads from the step `start` (None: an empty database) to HEAD."""
    from alembic import command

    written = io.StringIO()
    config = configured(written)
    config.attributes["dialect"] = dialect
    command.upgrade(config, f"{start or 'base'}:{HEAD}", sql=True)
    return written.getvalue()


def configured(written: io.StringIO | None = None) -> Config:
    """Alembic's settings for this package; SQL that it writes out goes to `written`."""
    from alembic.config import Config

    config = Config(output_buffer=written)
    config.set_main_option("script_location", "workbench.service.store:migrations")
    return config
