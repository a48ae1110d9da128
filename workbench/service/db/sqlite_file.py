"""A database file of SQLite and the connections to it: settings, mode, warm WAL."""

from __future__ import annotations

import os
import stat
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import apsw
from sqlalchemy.engine import make_url

from workbench.errors import Misconfigured
from workbench.service.db.seam import Row, Value
from workbench.service.db.statement import Statement

SAFE_SQLITE = 3_051_003  # older ones have the WAL-reset fault (reliability T38)
BUSY_MS = 10_000
WARM_FRAMES = 2_048  # the WAL's size at rest: 8 MiB of 4 KiB pages
STATEMENT_CACHE = 512
PRIVATE = 0o600

T = TypeVar("T")


class SqliteDb:
    """A `Db` on one apsw connection; each method runs to its end before it returns."""

    __slots__ = ("_changes", "_execute", "_executemany")

    def __init__(self, connection: apsw.Connection) -> None:
        cursor = connection.cursor()
        self._execute = cursor.execute
        self._executemany = cursor.executemany
        self._changes = connection.changes

    async def rows(self, statement: Statement, /, **values: Value) -> list[Row]:
        return self._execute(*statement.bind("sqlite", values)).fetchall()

    async def row(self, statement: Statement, /, **values: Value) -> Row | None:
        text = statement.plain
        bound = statement.bind("sqlite", values) if text is None else (text, values)
        rows = self._execute(*bound).fetchall()
        return rows[0] if rows else None

    async def run(self, statement: Statement, /, **values: Value) -> int:
        self._execute(*statement.bind("sqlite", values))
        return self._changes()

    async def run_many(self, statement: Statement, values: Sequence[Mapping[str, Value]], /) -> None:
        text, fixed = statement.text("sqlite")
        self._executemany(text, [{**fixed, **value} for value in values] if fixed else values)

    async def together(self, *parts: Coroutine[Any, Any, T]) -> list[T]:
        try:
            return [await part for part in parts]
        finally:
            for part in parts:
                part.close()


def connect(path: Path, mode: int) -> apsw.Connection:
    """Return a connection with our settings; `mode` is one of apsw's open flags."""
    connection = apsw.Connection(str(path), flags=mode, statementcachesize=STATEMENT_CACHE)
    connection.set_busy_timeout(BUSY_MS)
    # Otherwise SQLite built with STAT4 prepares a look-up again whenever a value is bound: six times the cost.
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
    for setting in ("foreign_keys=ON", "cache_size=-32768", "temp_store=MEMORY", "synchronous=FULL"):
        connection.execute(f"PRAGMA {setting}")
    return connection


def check_whole(path: Path) -> None:
    """Raise Misconfigured for a damaged file, left unchanged. It is read in full only after a kill."""
    wal = Path(f"{path}-wal")
    was_killed = wal.exists() and wal.stat().st_size > 0
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        connection.set_busy_timeout(BUSY_MS)
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        is_whole = not was_killed or connection.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
    except (apsw.CorruptError, apsw.NotADBError):
        is_whole = False
    finally:
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        connection.close()
    if not is_whole:
        raise Misconfigured(
            f"{path} is not a complete workbench database: it is damaged, and was left unchanged. Restore a "
            "backup: workbench admin restore COPY"
        )


def warm(connection: apsw.Connection, path: Path) -> None:
    """Grow the WAL once, so that later commits overwrite it in place and a sync involves no change of size.

    The same header page is written again and again, which changes nothing in the database.
    """
    wal = Path(f"{path}-wal")
    connection.wal_autocheckpoint(0)
    version = connection.pragma("user_version")
    connection.execute("PRAGMA synchronous=OFF")
    try:
        while not wal.exists() or wal.stat().st_size < WARM_FRAMES * 4_096:
            for _ in range(256):
                connection.execute(f"PRAGMA user_version={version:d}")
    finally:
        connection.execute("PRAGMA synchronous=FULL")
    try:
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_RESTART)
    except apsw.BusyError:  # another process reads or writes just now: slower commits, nothing else
        pass


def database_path(database_url: str) -> Path:
    """Return the file that `sqlite:///path` names. Raises Misconfigured for a database in memory."""
    name = make_url(database_url).database
    if not name or name == ":memory:":
        raise Misconfigured("The database needs a file: sqlite:///path/to/file.")
    return Path(name)


def open_file(database_url: str) -> Path:
    """Return the path of the database, created if missing.

    It and the files next to it have mode 0600 from now on.
    """
    if apsw.SQLITE_VERSION_NUMBER < SAFE_SQLITE:
        raise Misconfigured("This SQLite can damage a database that two connections write. Update apsw.")
    path = database_path(database_url)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
    for private_path in (path, *(Path(f"{path}{end}") for end in ("-wal", "-shm", "-journal"))):
        _close_to_others(private_path)
    return path


def _close_to_others(path: Path) -> None:
    """Remove other users' rights from a file, unless it belongs to another user."""
    if os.name != "posix" or not path.exists():
        return
    facts = path.stat()
    if facts.st_uid == os.geteuid() and stat.S_IMODE(facts.st_mode) & 0o077:
        path.chmod(PRIVATE)
