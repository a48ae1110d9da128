"""Back up a SQLite database while it is in use, and restore it. Server databases have their own tools.

A copy is checked before it is called one.
"""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw

from workbench.errors import Misconfigured, WorkbenchError
from workbench.service.db.migrating import BASELINE, KNOWN, older_than_baseline, script
from workbench.service.db.sqlite_file import BUSY_MS, database_path
from workbench.service.kernel.service_id import begin_epoch

_PAGES = 1_000  # copied at a time, so that Ctrl-C works in between
_OF_SQLITE = tuple(("table", name) for name in ("sqlite_sequence", "sqlite_stat1", "sqlite_stat4"))
_BESIDE = (
    "-wal",
    "-shm",
)  # files that SQLite keeps next to a database in use, and would apply to any database of that name


class CopyBroken(WorkbenchError):
    """The file is not a complete workbench database. Nothing was changed."""


def back_up(database_url: str, copy: Path) -> int:
    """Copy the database into a new file of mode 0600, complete and checked as in `install_copy`, and return its size in
    bytes.

    Raises Misconfigured when there is no such database, or the file already exists, and CopyBroken for a database that
    is damaged, or that has other objects than ours: the copy of the latter is kept, and cannot be restored.
    """
    source = database_path(database_url)
    if not source.exists():
        raise Misconfigured(f"There is no database at {source}.")
    if copy.exists():
        raise Misconfigured(f"{copy} already exists. Name a new file.")
    with _private_folder(copy.parent) as folder:
        _copy_snapshot(source, folder / copy.name)
        _rename_durably(folder / copy.name, copy)
    try:
        check(copy)
    except CopyBroken as broken:
        problem = broken.message.removesuffix(" Nothing was changed.")
        raise CopyBroken(
            f"{problem} {copy} was written, but `workbench admin restore` refuses it: take these objects out of the "
            "database, and back it up again."
        ) from None
    return copy.stat().st_size


def install_copy(database_url: str, copy: Path) -> Path | None:
    """Make the checked copy the database, and return where the previous one was put, None if there was none.

    Raises CopyBroken for a file that is not a database or has unknown objects, Misconfigured while a service uses it.
    """
    target = database_path(database_url)
    if not copy.exists():
        raise Misconfigured(f"There is no file {copy}.")
    check(copy)
    with _private_folder(target.parent) as folder:
        unfinished = folder / target.name
        _copy_snapshot(copy, unfinished)
        check(unfinished)  # before anything is written there: a trigger would run
        _begin_epoch(unfinished)
        aside = _move_aside(target)
        _rename_durably(unfinished, target)
    return aside


def check(copy: Path) -> None:
    """Raise CopyBroken unless the file is a whole database with the objects of a workbench and no others."""
    _check_whole(copy)
    _check_schema(copy)


def _check_whole(copy: Path) -> None:
    try:
        connection = apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
            whole = [row[0] for row in connection.execute("PRAGMA integrity_check")] == ["ok"]
            orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
            version = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        finally:
            connection.close()
    except apsw.Error:
        raise CopyBroken from None
    if not whole or orphans or not version:
        raise CopyBroken


def _check_schema(copy: Path) -> None:
    """Raise CopyBroken unless every table, index, trigger and view is exactly as our migrations make it.

    A foreign trigger or view would act with the service's rights. Only the order of a table's columns and
    constraints is free: it depends on the migration steps.
    """
    connection = apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        present = _objects(connection)
        if ("table", "alembic_version") not in present:
            raise CopyBroken
        version = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    finally:
        connection.close()
    if len(version) == 1 and str(version[0][0]) < BASELINE:
        raise CopyBroken(f"{older_than_baseline(str(version[0][0]))} Nothing was changed.")
    if len(version) != 1 or version[0][0] not in KNOWN:
        raise CopyBroken("The file was written by a newer workbench, or by none. Nothing was changed.")
    ours = _ours(str(version[0][0]))
    strange = sorted(name for name in present.keys() | ours.keys() if present.get(name) != ours.get(name))
    if strange:
        objects = ", ".join(f"{kind} {name}" for kind, name in strange[:3])
        raise CopyBroken(f"The file is not as a workbench makes it ({_printable(objects)}). Nothing was changed.")


def _ours(version: str) -> dict[tuple[str, str], str]:
    made = apsw.Connection(":memory:")
    made.execute(script("sqlite", end=version)).fetchall()
    return _objects(made)


def _objects(connection: apsw.Connection) -> dict[tuple[str, str], str]:
    """Return each object's definition by its kind and name, without those that SQLite makes for itself."""
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()
    return {
        (str(kind), str(name)): f"{table}: {_words(str(kind), str(sql))}"
        for kind, name, table, sql in rows
        if (kind, name) not in _OF_SQLITE
    }


def _words(kind: str, sql: str) -> str:
    """Return the words of an object; those of a table with its columns and constraints in the order of the alphabet."""
    words = " ".join(sql.split())
    if kind != "table" or words.startswith("CREATE VIRTUAL TABLE"):
        return words
    head, _, rest = words.replace('"', "").partition("(")
    inner, _, tail = rest.rpartition(")")
    return f"{head}({', '.join(sorted(_split_at_commas(inner)))}){tail}"


def _split_at_commas(text: str) -> list[str]:
    """Return the parts between the commas outside parentheses."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    return [*parts, text[start:].strip()]


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in text[:200])


def native_tools(database_url: str, copy: Path) -> tuple[str, str]:
    """Return PostgreSQL's own backup and restore commands, for a person to run; no password is in them."""
    from workbench.service.db.postgresql_server import command_line

    address, file = shlex.quote(command_line(database_url)), shlex.quote(str(copy))
    return (
        f"pg_dump --format=custom --file={file} {address}",
        f"pg_restore --clean --if-exists --single-transaction --no-owner --dbname={address} {file}",
    )


@contextmanager
def _private_folder(beside: Path) -> Iterator[Path]:
    """Yield a new private folder, so that no other user can place a link where a copy is written."""
    with TemporaryDirectory(prefix=".unfinished-", dir=beside) as folder:
        yield Path(folder)


def _copy_snapshot(source: Path, target: Path) -> None:
    """Copy a snapshot of one moment, even if others write during the copy, and check it."""
    os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    here = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY)
    here.set_busy_timeout(BUSY_MS)
    there = apsw.Connection(str(target))
    try:
        here.execute("BEGIN; SELECT count(*) FROM sqlite_schema")  # else it would restart with each change by others
        with there.backup("main", here, "main") as copying:
            while not copying.done:
                copying.step(_PAGES)
        there.pragma("journal_mode", "delete")  # one file, that can be carried away
    finally:
        there.close()
        here.close()
    _check_whole(target)


def _begin_epoch(file: Path) -> None:
    connection = apsw.Connection(str(file))
    try:
        begin_epoch(connection)
    finally:
        connection.close()


def _move_aside(target: Path) -> Path | None:
    """Move the database to another name and return that, None if it is missing.

    It can be moved without its WAL only if nobody has it open.
    """
    paths = [path for path in (target, *_beside(target)) if path.exists()]
    if not paths:
        return None
    if target.exists() and not _is_free(target):
        raise Misconfigured("A service is using the database. Stop it first; nothing was changed.")
    aside = target.with_name(f"{target.name}.before-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}")
    for path in (target, *_beside(target)):
        if path.exists():
            _rename_durably(path, aside.with_name(aside.name + path.name.removeprefix(target.name)))
    return aside


def _beside(target: Path) -> list[Path]:
    return [target.with_name(target.name + ending) for ending in _BESIDE]


def _is_free(target: Path) -> bool:
    """Return whether the file is unused.

    One too damaged to be opened is free: no service could have it open.
    """
    try:
        connection = apsw.Connection(str(target))
    except apsw.Error:
        return True
    try:
        return bool(connection.pragma("journal_mode", "delete") == "delete")
    except apsw.BusyError:
        return False
    except apsw.Error:
        return True
    finally:
        connection.close()


def _rename_durably(file: Path, name: Path) -> None:
    """Rename the file so that it lasts through a power cut."""
    file.replace(name)
    if os.name == "posix":
        folder = os.open(name.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
