"""The journal's file: its path, permissions, schema, and space reserved for a full disk.

One SQLite file per service and organization: rollback journal, synchronous EXTRA, BEGIN IMMEDIATE, mode 0600, in the
user's data folder, refused on a network disk. Not WAL: two kernels are two processes. Source: ours (bulk).
"""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from workbench.bulk.journal.filesystem import filesystem_type, is_network_kind
from workbench.bulk.journal.lock_holder import describe_holder
from workbench.bulk.journal.schema import SCHEMA_VERSION, has_invalid_rows, prepare_schema
from workbench.client.data_folder import PRIVATE_FILE, close_to_others, data_folder, ensure_private
from workbench.errors import JournalError

BALLAST_BYTES: Final = 1_000_000
BUSY_SECONDS: Final = 10.0
NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def runs_folder() -> Path:
    """Return the folder of all journals, below the user's data folder, without creating it."""
    return data_folder() / "runs"


class JournalDamaged(JournalError):
    """The run's journal is damaged. It was kept as it is; nothing was sent."""


class JournalFull(JournalError):
    """The disk is full: nothing can be recorded, so nothing more was sent. Free some space and start again."""


class JournalFile:
    """An open journal file: one connection, and one thread at a time on it."""

    def __init__(self, path: Path) -> None:
        folder = ensure_private(path.parent)
        kind = filesystem_type(folder)
        if is_network_kind(kind):
            raise JournalError(
                f"{folder} is on a network disk ({kind}), where two runs could not be kept apart. "
                "Name a folder on this computer with WORKBENCH_HOME. Nothing was sent."
            )
        self.path = path
        self._lock = threading.RLock()
        self._ballast = path.with_suffix(".ballast")
        self._was_begun = self._ballast.exists()
        with journal_errors(path):
            _touch_private(path)
            self._connection = sqlite3.connect(
                path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            try:
                self._prepare()
                self._keep_ballast()
            except BaseException:
                self._connection.close()
                raise

    @contextmanager
    def write_transaction(self) -> Iterator[sqlite3.Connection]:
        """Open a write transaction: all of it is on disk when the block ends, or none. Raises `JournalError`."""
        with self._lock, journal_errors(self.path):
            self._connection.execute("begin immediate")
            try:
                yield self._connection
                self._connection.execute("commit")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("rollback")
                raise

    @contextmanager
    def read_transaction(self) -> Iterator[sqlite3.Connection]:
        """Open a read transaction: a single snapshot."""
        with self._lock, journal_errors(self.path):
            self._connection.execute("begin")
            try:
                yield self._connection
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("rollback")

    def drop_ballast(self) -> bool:
        """Delete the ballast on a full disk, so that an answer can still be recorded. False when there was none."""
        try:
            self._ballast.unlink()
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Close the file; closing twice is fine."""
        with self._lock:
            self._connection.close()

    def _prepare(self) -> None:
        run = self._connection.execute
        run("pragma trusted_schema = off")
        run("pragma journal_mode = delete")
        run("pragma synchronous = extra")
        run("pragma foreign_keys = on")
        version = run("pragma user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise JournalError(f"{self.path} was written by a newer workbench. Update this one. Nothing was sent.")
        if 0 < version < SCHEMA_VERSION:
            raise JournalError(
                f"{self.path} is a journal of version {version}, which is older than this workbench can read. Run "
                "`workbench runs list` once with revision 13a593f1, then use this one. Nothing was sent."
            )
        if version == 0 and self._was_begun:
            # The ballast is created after the schema: this is an emptied journal, not a new one.
            raise JournalDamaged(damaged_sentence(self.path))
        if version and run("pragma quick_check").fetchone()[0] != "ok":
            raise JournalDamaged(damaged_sentence(self.path))
        if version < SCHEMA_VERSION:
            prepare_schema(self._connection)
        if has_invalid_rows(self._connection):
            raise JournalDamaged(damaged_sentence(self.path))

    def _keep_ballast(self) -> None:
        if self._ballast.exists():
            return
        try:
            opened = os.open(self._ballast, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
        except FileExistsError:
            return
        except OSError as refused:
            raise _unwritable(self._ballast, refused) from refused
        with os.fdopen(opened, "wb") as file:
            try:
                file.write(os.urandom(BALLAST_BYTES))
                file.flush()
                os.fsync(file.fileno())
            except OSError as refused:
                self._ballast.unlink(missing_ok=True)
                raise _unwritable(self._ballast, refused) from refused


@contextmanager
def journal_errors(path: Path) -> Iterator[None]:
    """Raise SQLite's failures as `JournalError`, with what to do now."""
    try:
        yield
    except sqlite3.Error as refused:
        raise _as_journal_error(path, refused) from refused
    except PermissionError as refused:
        raise JournalError(f"{path} cannot be written: {refused.strerror}. Nothing more was sent.") from None


def set_aside(path: Path) -> Path:
    """Rename a damaged journal, to be looked at by a person, so that a new one can begin; return the new name."""
    for number in range(1, 1000):
        target = path.with_name(f"{path.name}.damaged-{number}")
        if not target.exists():
            path.with_suffix(".ballast").unlink(missing_ok=True)
            journal = path.with_name(f"{path.name}-journal")
            if journal.exists():
                journal.rename(target.with_name(f"{target.name}-journal"))
            return path.rename(target)
    raise JournalError(f"There are too many damaged journals next to {path}. Move them elsewhere.")


def damaged_sentence(path: Path) -> str:
    """Return what to do about a damaged journal."""
    return (
        f"The journal {path} is damaged. It was kept; nothing was sent. Restore it from a backup, or "
        f"start a new one with `workbench runs reset-journal {path.name}` (in Python "
        "`workbench.bulk.journal.recovery.reset_journal(path)`): keys find the lessons that exist; "
        "without keys, each row needs your attention."
    )


def _touch_private(path: Path) -> None:
    # A file that is there is not opened: closing it would let go of the locks that this process has on it.
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
    except FileExistsError:
        if path.is_symlink():
            raise JournalError(f"{path} cannot be opened: it is a link. Nothing was sent.") from None
        if os.name == "posix" and path.stat().st_mode & 0o077:
            path.chmod(PRIVATE_FILE)
    except OSError as refused:
        raise _unwritable(path, refused) from None
    with suppress(
        FileNotFoundError
    ):  # the unfinished write of a killed process; the first to open the file restores it
        close_to_others(path.with_name(f"{path.name}-journal"))


def _unwritable(path: Path, refused: OSError) -> JournalError:
    if refused.errno in NO_ROOM:
        return JournalFull()
    return JournalError(f"{path} cannot be written: {refused.strerror}. Nothing more was sent.")


def _as_journal_error(path: Path, refused: sqlite3.Error) -> JournalError:
    name = getattr(refused, "sqlite_errorname", "") or ""
    if name.startswith("SQLITE_FULL"):
        return JournalFull()
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return JournalError(f"The journal {path} is in use by {describe_holder(path)}. Nothing more was sent.")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT")):
        return JournalDamaged(damaged_sentence(path))
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return JournalError(f"{path} cannot be written. Fix its permissions or the disk. Nothing more was sent.")
    if name.startswith("SQLITE_IOERR"):
        return JournalError(
            f"{path} cannot be written: the disk is full for you (a quota), or broken. Nothing more was sent."
        )
    return JournalError(f"{path} cannot be used: {refused}. Nothing more was sent.")
