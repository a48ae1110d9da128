"""The store on SQLite: one writer thread with group commit, short reads in the loop, long ones on a few threads.

Units queued during the last sync are in the next transaction, each in its own savepoint; a caller is notified only
after COMMIT (synchronous FULL). Other processes may write to the same file.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import apsw

from workbench.service.db.seam import (
    DatabaseLoad,
    Store,
    StoreBusy,
    StoreClosed,
    StoreFailed,
    StoreReadOnly,
    StoreReplaced,
    Unit,
    at_once,
)
from workbench.service.db.sqlite_file import SqliteDb, connect, database_path, warm

T = TypeVar("T")

LONG_READERS = 2
GROUP_LIMIT = 512
CHECKPOINT_FRAMES = 1_000
MAX_WAITING = 5_000
_EPOCH = "SELECT value FROM service WHERE key = 'epoch'"


class _QueuedUnit(NamedTuple):
    unit: Unit[Any]
    future: asyncio.Future[Any]


class _Outcome(NamedTuple):
    future: asyncio.Future[Any]
    result: Any
    error: BaseException | None


class SqliteStore:
    """A `Store` on one file. Made by `open_sqlite`."""

    dialect = "sqlite"
    reads_at_once = True

    def __init__(self, path: Path, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._closed = False
        self._writer = _Writer(path, loop)
        self._reader = _Reader(path)
        self._spare: queue.SimpleQueue[_Reader] = queue.SimpleQueue()
        for _ in range(LONG_READERS):
            self._spare.put(_Reader(path))
        self._threads = ThreadPoolExecutor(LONG_READERS, thread_name_prefix="workbench-read")

    async def read(self, unit: Unit[T], *, long: bool = False) -> T:
        if self._closed:
            raise StoreClosed
        if long:
            return await self._loop.run_in_executor(self._threads, self._read_long, unit)
        return self._reader.read(unit)

    async def write(self, unit: Unit[T]) -> T:
        if self._closed:
            raise StoreClosed
        if self._writer.waiting >= MAX_WAITING:
            raise StoreBusy("Too many changes are waiting already. Nothing was changed; try again in a few seconds.")
        future: asyncio.Future[T] = self._loop.create_future()
        self._writer.submit(_QueuedUnit(unit, future))
        return await future

    @property
    def problem(self) -> str | None:
        return StoreReplaced().message if self._writer.is_replaced() else None

    def load(self) -> DatabaseLoad:
        return DatabaseLoad(self._writer.waiting, 0)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._loop.run_in_executor(None, self._close)

    def _read_long(self, unit: Unit[T]) -> T:
        reader = self._spare.get()
        try:
            return reader.read(unit)
        finally:
            self._spare.put(reader)

    def _close(self) -> None:
        self._threads.shutdown(wait=True)
        for _ in range(LONG_READERS):
            self._spare.get().close()
        self._reader.close()
        self._writer.close()  # last: the connection that may write takes the WAL back into the file


class _Reader:
    """A connection that can only read."""

    def __init__(self, path: Path) -> None:
        self._connection = connect(path, apsw.SQLITE_OPEN_READONLY)
        self._execute = self._connection.cursor().execute
        self._db = SqliteDb(self._connection)

    def read(self, unit: Unit[T]) -> T:
        self._execute("BEGIN")
        try:
            return _drive(unit(self._db))
        finally:
            if self._connection.in_transaction:
                self._execute("COMMIT")

    def close(self) -> None:
        self._connection.close()


class _Writer:
    """The thread that alone writes in this process."""

    def __init__(self, path: Path, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._path = path
        self._file = _file_at(path)
        self._epoch: str | None = None
        self._is_replaced = False
        self._frames = 0
        self._queue: queue.SimpleQueue[_QueuedUnit | None] = queue.SimpleQueue()
        self._connection = connect(path, apsw.SQLITE_OPEN_READWRITE)
        warm(self._connection, path)
        self._connection.set_wal_hook(self._note_frames)
        self._execute = self._connection.cursor().execute
        self._db = SqliteDb(self._connection)
        self._thread = threading.Thread(target=self._serve, name="workbench-write", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Number of units that no transaction has taken up yet."""
        return self._queue.qsize()

    def is_replaced(self) -> bool:
        """Return whether the file under the name, or the data in it, has been replaced or removed; this is final."""
        self._is_replaced = self._is_replaced or _file_at(self._path) != self._file
        return self._is_replaced

    def submit(self, queued: _QueuedUnit) -> None:
        self._queue.put(queued)

    def close(self) -> None:
        self._queue.put(None)
        self._thread.join()
        self._connection.close()

    def _serve(self) -> None:
        while (group := self._next_group()) is not None:
            outcomes = self._commit(group)
            try:
                self._loop.call_soon_threadsafe(_resolve, outcomes)
            except RuntimeError:  # the loop has gone, and the callers with it
                pass
            if self._frames >= CHECKPOINT_FRAMES:
                self._checkpoint()

    def _next_group(self) -> list[_QueuedUnit] | None:
        """Wait for a unit, then take all that are queued; None when the store closes."""
        first = self._queue.get()
        if first is None:
            return None
        group = [first]
        try:
            while len(group) < GROUP_LIMIT:
                queued = self._queue.get_nowait()
                if queued is None:
                    self._queue.put(None)
                    break
                group.append(queued)
        except queue.Empty:
            pass
        return group

    def _commit(self, group: list[_QueuedUnit]) -> list[_Outcome]:
        """Run one transaction for the group. If it fails, every caller gets the error."""
        try:
            self._execute("BEGIN IMMEDIATE")
            self._check_file()
            if len(group) == 1:
                return [self._alone(group[0])]
            outcomes = [self._run_in_savepoint(queued) for queued in group]
            self._execute("COMMIT")
            return outcomes
        except BaseException as error:
            self._roll_back()
            return [_Outcome(queued.future, None, _store_error(error)) for queued in group]

    def _check_file(self) -> None:
        """Raise StoreReplaced: data written to a file without its name is lost."""
        rows = self._execute(_EPOCH).fetchall()
        epoch = str(rows[0][0]) if rows else None
        self._is_replaced = self._is_replaced or self._epoch not in (None, epoch)
        self._epoch = epoch
        if self.is_replaced():
            raise StoreReplaced

    def _alone(self, queued: _QueuedUnit) -> _Outcome:
        """Run a group of one, which needs no savepoint: its failure undoes the transaction."""
        try:
            result = _drive(queued.unit(self._db))
        except BaseException as error:
            self._roll_back()
            return _Outcome(queued.future, None, error)
        self._execute("COMMIT")
        return _Outcome(queued.future, result, None)

    def _run_in_savepoint(self, queued: _QueuedUnit) -> _Outcome:
        """Run the unit in its own savepoint. Raises if the failure ended the whole transaction."""
        self._execute("SAVEPOINT unit")
        try:
            outcome = _Outcome(queued.future, _drive(queued.unit(self._db)), None)
        except BaseException as error:
            if not self._connection.in_transaction:
                raise
            self._execute("ROLLBACK TO unit")
            outcome = _Outcome(queued.future, None, error)
        self._execute("RELEASE unit")
        return outcome

    def _roll_back(self) -> None:
        """Roll back the open transaction. If even that fails, so does the next BEGIN, whose callers get the error."""
        try:
            if self._connection.in_transaction:
                self._execute("ROLLBACK")
        except apsw.Error:
            pass

    def _note_frames(self, _connection: apsw.Connection, _name: str, frames: int) -> int:
        self._frames = frames
        return apsw.SQLITE_OK

    def _checkpoint(self) -> None:
        """Copy what readers do not need from the WAL into the file, so that it starts over instead of growing."""
        try:
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        except apsw.Error:  # another process is at it; the next group tries again
            pass
        self._frames = 0


def _drive(unit: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never waits to its end."""
    try:
        return at_once(unit)
    except apsw.Error as error:
        raise _store_error(error) from error


def _file_at(path: Path) -> tuple[int, int] | None:
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_dev, facts.st_ino


def _resolve(outcomes: list[_Outcome]) -> None:
    for future, result, error in outcomes:
        if future.done():  # its caller was cancelled in the meantime
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def _store_error(error: BaseException) -> StoreBusy | StoreFailed:
    """Return the driver's error as the seam defines it, a new one for each caller of a failed group."""
    if isinstance(error, StoreReplaced):
        return StoreReplaced()
    if isinstance(error, apsw.FullError | apsw.IOError):  # the disk is full, or refuses writes
        failure: StoreBusy | StoreFailed = StoreReadOnly()
    else:
        failure = StoreBusy() if isinstance(error, apsw.BusyError) else StoreFailed()
    failure.__cause__ = error
    return failure


async def open_sqlite(database_url: str) -> Store:
    """Return the store on a file, made and migrated as needed."""
    from workbench.service.db.migrating import migrate

    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, migrate, database_url)
    return await loop.run_in_executor(None, SqliteStore, database_path(database_url), loop)
