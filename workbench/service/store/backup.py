"""A copy of a SQLite database while it is used, and putting one back. A server's database has tools of its own.

A copy is checked before it is called one. It knows no table.
"""

from __future__ import annotations

import os
import shlex
import time
from pathlib import Path

import apsw

from workbench.errors import Misconfigured, WorkbenchError
from workbench.service.store.sqlite_file import BUSY_MS, path_of

_PAGES = 1_000  # copied at a time; between them the service writes on


class CopyBroken(WorkbenchError):
    """The file is no whole database of a workbench. Nothing was changed."""


def back_up(database_url: str, copy: Path) -> int:
    """Copy the database into a new file of mode 0600, whole and checked; its size in bytes.

    Raises Misconfigured when there is no such database, or the file is there already.
    """
    source = path_of(database_url)
    if not source.exists():
        raise Misconfigured(f"There is no database at {source}.")
    if copy.exists():
        raise Misconfigured(f"{copy} is there already. Name a new file.")
    unfinished = copy.with_name(f".{copy.name}.{os.getpid()}")
    try:
        _copied(source, unfinished)
        unfinished.replace(copy)
    finally:
        unfinished.unlink(missing_ok=True)
    return copy.stat().st_size


def put_back(database_url: str, copy: Path) -> Path | None:
    """Make the checked copy the database; where the one that stood there was put, None if there was none.

    Raises CopyBroken for a file that is none, Misconfigured while a service uses the database.
    """
    target = path_of(database_url)
    if not copy.exists():
        raise Misconfigured(f"There is no file {copy}.")
    check(copy)
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        _copied(copy, unfinished)
        aside = _put_aside(target) if target.exists() else None
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return aside


def check(copy: Path) -> None:
    """Raises CopyBroken unless the file is a whole database with the schema of a workbench."""
    try:
        connection = apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            whole = [row[0] for row in connection.execute("PRAGMA integrity_check")] == ["ok"]
            orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
            version = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        finally:
            connection.close()
    except apsw.Error:
        raise CopyBroken from None
    if not whole or orphans or not version:
        raise CopyBroken


def native_tools(database_url: str, copy: Path) -> tuple[str, str]:
    """The commands of PostgreSQL's own that back up and put back, for a person to run; no password is in them."""
    from workbench.service.store.postgresql_server import command_line

    address, file = shlex.quote(command_line(database_url)), shlex.quote(str(copy))
    return (
        f"pg_dump --format=custom --file={file} {address}",
        f"pg_restore --clean --if-exists --single-transaction --no-owner --dbname={address} {file}",
    )


def _copied(source: Path, target: Path) -> None:
    """A copy of one moment, though others write meanwhile; checked."""
    os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    here = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY)
    here.set_busy_timeout(BUSY_MS)
    there = apsw.Connection(str(target))
    try:
        with there.backup("main", here, "main") as copying:
            while not copying.done:
                copying.step(_PAGES)
        there.pragma("journal_mode", "delete")  # one file, that can be carried away
    finally:
        there.close()
        here.close()
    check(target)


def _put_aside(target: Path) -> Path:
    """The database under another name. It can only leave its WAL when nobody else has it open."""
    connection = apsw.Connection(str(target))
    try:
        alone = connection.pragma("journal_mode", "delete") == "delete"
    except apsw.BusyError:
        alone = False
    finally:
        connection.close()
    if not alone:
        raise Misconfigured("A service is using the database. Stop it first; nothing was changed.")
    aside = target.with_name(f"{target.name}.before-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}")
    target.replace(aside)
    return aside
