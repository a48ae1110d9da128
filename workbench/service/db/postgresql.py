"""The store on PostgreSQL: a unit is one connection, its statements in as few round trips as there are waits.

Reads see one snapshot (REPEATABLE READ, READ ONLY); writes run at READ COMMITTED under the row locks that their
statements take, and are acknowledged after a synchronous commit. A unit that loses a deadlock or its connection is run
again from its start. Between its statements a long read runs in a thread.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

import psycopg
from psycopg.pq.abc import PGresult

from workbench.service.db.postgresql_pipeline import Command, ConnectionGone, PipelineConnection, command, plain
from workbench.service.db.postgresql_pool import Pool
from workbench.service.db.postgresql_server import open_connection
from workbench.service.db.seam import (
    DatabaseLoad,
    Row,
    Store,
    StoreBusy,
    StoreClosed,
    StoreFailed,
    StoreReadOnly,
    StoreUnsure,
    Unit,
    UnitWaited,
    Value,
)
from workbench.service.db.statement import Statement

T = TypeVar("T")

LONG_READERS = 2
TRIES = 4
PAUSE_SECONDS = 0.02  # before the second try; twice as long before each later one, and by chance shorter
_RUN_AGAIN = (
    "40001",  # serialization failure
    "40P01",  # deadlock
    "0A000",  # the schema changed under a prepared statement; its connection is given up
    "26000",  # so it is behind a pooler that lost one
)
_READ_ONLY = "25006"  # it became so after the connection was made, or was then and is no more
_FULL = ("53100", "58030")  # its disk is full, or cannot be read or written
_BUSY = ("55P03", "57014")  # a lock was not had in time, the statement was cut off
_BUSY_CLASSES = ("53", "57", "58")  # no memory or connection left, an operator stepped in, the system around it failed
_LOG = logging.getLogger("workbench.service")
_SNAPSHOT = plain("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
_BEGIN = plain("BEGIN ISOLATION LEVEL READ COMMITTED")
_COMMIT, _ROLLBACK = plain("COMMIT"), plain("ROLLBACK")


class _RunAgain(Exception):
    """The unit was undone for a reason outside it."""


class _RunElsewhere(_RunAgain):
    """The connection is read-only; a new one may not be."""


class _Done(NamedTuple, Generic[T]):
    """The result of a unit."""

    value: T


class _Pending:
    """The commands that a unit yields to `_driven`, and whose results it waits for."""

    __slots__ = ("commands",)

    def __init__(self, commands: list[Command]) -> None:
        self.commands = commands

    def __await__(self) -> Generator[_Pending, list[PGresult], list[PGresult]]:
        return (yield self)


class PostgresqlDb:
    """A `Db` on one connection. Statements that add one row or fail are sent together with the next one."""

    __slots__ = ("_connection", "ahead")

    def __init__(self, connection: PipelineConnection) -> None:
        self._connection = connection
        self.ahead: list[Command] = []

    async def rows(self, statement: Statement, /, **values: Value) -> list[Row]:
        (result,) = await _Pending([command(statement, values)])
        return self._connection.load_rows(result)

    async def row(self, statement: Statement, /, **values: Value) -> Row | None:
        (result,) = await _Pending([command(statement, values)])
        rows = self._connection.load_rows(result)
        return rows[0] if rows else None

    async def run(self, statement: Statement, /, **values: Value) -> int:
        pending = command(statement, values)
        if statement.adds_one:
            self.ahead.append(pending)
            return 1
        (result,) = await _Pending([pending])
        return result.command_tuples or 0

    async def run_many(self, statement: Statement, values: Sequence[Mapping[str, Value]], /) -> None:
        self.ahead += [command(statement, dict(value)) for value in values]

    async def together(self, *parts: Coroutine[Any, Any, T]) -> list[T]:
        given: dict[int, T] = {}
        waiting: dict[int, list[PGresult] | None] = dict.fromkeys(range(len(parts)))
        try:
            while waiting:
                pending: dict[int, _Pending] = {}
                for index, results in waiting.items():
                    try:
                        pending[index] = _check_pending(parts[index].send(results))
                    except StopIteration as end:
                        given[index] = end.value
                if not pending:
                    break
                answers = iter(
                    await _Pending([pending_command for one in pending.values() for pending_command in one.commands])
                )
                waiting = {index: [next(answers) for _ in one.commands] for index, one in pending.items()}
        finally:
            for part in parts:
                part.close()
        return [given[index] for index in range(len(parts))]


class PostgresqlStore:
    """A `Store` on a server. Made by `open_postgresql`."""

    dialect = "postgresql"
    reads_at_once = False

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.problem: str | None = None
        self._closed = False
        self._writing: set[asyncio.Task[Any]] = set()
        self._threads = ThreadPoolExecutor(LONG_READERS, thread_name_prefix="workbench-read")

    async def read(self, unit: Unit[T], *, long: bool = False) -> T:
        return await self._run_with_retries(unit, _SNAPSHOT, self._threads if long else None)

    async def write(self, unit: Unit[T]) -> T:
        if self._closed:
            raise StoreClosed
        task = asyncio.ensure_future(self._run_with_retries(unit, _BEGIN))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return await asyncio.shield(task)  # a caller that leaves does not leave a unit in its middle

    def load(self) -> DatabaseLoad:
        return DatabaseLoad(self.pool.waiting, self.pool.in_use)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        while self._writing:
            await asyncio.wait(self._writing)
        await self.pool.close()
        self._threads.shutdown(wait=False)

    async def _run_with_retries(self, unit: Unit[T], begin: Command, threads: Executor | None = None) -> T:
        """Return the unit's value; the unit is run again from its start while that may help."""
        for tried in range(1, TRIES + 1):
            connection = await self.pool.take()
            try:
                value = await _Run(connection, begin, threads).value(unit)
                if begin is _BEGIN:
                    self.problem = None
                return value
            except StoreReadOnly as full:
                self.problem = full.message
                raise
            except _RunAgain as again:
                if isinstance(again, _RunElsewhere):
                    self.pool.renew()
                    if tried > 1:
                        self.problem = StoreReadOnly().message
                        raise StoreReadOnly from again.__cause__
                if tried == TRIES:
                    raise StoreBusy from again.__cause__
                _LOG.info("a unit is run again (%s)", type(again.__cause__).__name__)
            finally:
                self.pool.give(connection)
            await asyncio.sleep(PAUSE_SECONDS * 2 ** (tried - 1) * random.uniform(0.5, 1.0))  # noqa: S311
        raise AssertionError("unreachable")


class _Run:
    """One try of a unit on a connection; between statements it runs in one of the `threads`, if there are any."""

    __slots__ = ("_begin", "_begun", "_connection", "_failed", "_threads")

    def __init__(self, connection: PipelineConnection, begin: Command, threads: Executor | None) -> None:
        self._connection = connection
        self._begin = begin
        self._threads = threads
        self._begun = False
        self._failed: Exception | None = None

    async def value(self, unit: Unit[T]) -> T:
        db = PostgresqlDb(self._connection)
        try:
            value = await self._driven(db, unit(db))
            if self._begin is _BEGIN:
                await self._commit(db.ahead)
            elif db.ahead:
                raise StoreFailed("A read cannot change anything.")
            elif self._begun:
                self._connection.send_off(_COMMIT if self._failed is None else _ROLLBACK)
            return value
        except BaseException:
            if self._begun and not self._connection.midway and not self._connection.lost:
                self._connection.send_off(_ROLLBACK)
            raise

    async def _driven(self, db: PostgresqlDb, part: Coroutine[Any, Any, T]) -> T:
        """Run the unit to its end; it waits for nothing but its database requests."""
        results: list[PGresult] | None = None
        error: Exception | None = None
        try:
            while True:
                step = partial(_step, part, results, error)
                pending = step() if self._threads is None else await _aside(self._threads, step)
                if isinstance(pending, _Done):
                    value: T = pending.value
                    return value
                results, error = None, self._failed
                if error is None:
                    ahead, db.ahead = db.ahead, []
                    try:
                        results = (await self._trip([*ahead, *pending.commands]))[len(ahead) :]
                    except StoreFailed as failed:
                        self._failed = error = failed
        finally:
            part.close()

    async def _trip(self, commands: Sequence[Command]) -> list[PGresult]:
        """Return the result of each command.

        Raises StoreFailed or StoreBusy as the seam defines them, and _RunAgain.
        """
        begun, self._begun = self._begun, True
        try:
            if begun:
                return await self._connection.trip(commands)
            return (await self._connection.trip([self._begin, *commands]))[1:]
        except ConnectionGone as lost:
            raise _RunAgain from lost
        except psycopg.Error as error:
            raise self._store_error(error) from error

    def _store_error(self, error: psycopg.Error) -> Exception:
        state = error.sqlstate or ""
        if state in ("0A000", "26000", _READ_ONLY):
            self._connection.lost = True
        if state == _READ_ONLY and self._begin is _BEGIN:
            return _RunElsewhere()
        if state in _RUN_AGAIN:
            return _RunAgain()
        if state in _FULL:
            return StoreReadOnly()
        return StoreBusy() if state in _BUSY or state[:2] in _BUSY_CLASSES else StoreFailed()

    async def _commit(self, ahead: Sequence[Command]) -> None:
        """Return when the commit is on the server's disk."""
        if self._failed is not None:
            raise StoreFailed from self._failed
        if not self._begun and not ahead:
            return
        head = [] if self._begun else [self._begin]
        self._begun = True
        try:
            done = (await self._connection.trip([*head, *ahead, _COMMIT]))[-1]
        except ConnectionGone as lost:
            raise StoreUnsure from lost
        except psycopg.Error as error:
            raise self._store_error(error) from error
        if done.command_status != b"COMMIT":
            raise StoreFailed


def _step(part: Coroutine[Any, Any, T], results: list[PGresult] | None, error: Exception | None) -> _Pending | _Done[T]:
    """Resume the unit with its result or failure, until it makes another request or is done."""
    try:
        return _check_pending(part.send(results) if error is None else part.throw(error))
    except StopIteration as end:
        return _Done(end.value)


async def _aside(threads: Executor, step: Callable[[], T]) -> T:
    """Return the step's value, run in a thread. It has ended when this ends, even for a caller that leaves."""
    stepping = asyncio.get_running_loop().run_in_executor(threads, step)
    try:
        return await asyncio.shield(stepping)
    except asyncio.CancelledError:
        await asyncio.wait([stepping])
        raise


def _check_pending(pending: Any) -> _Pending:
    if not isinstance(pending, _Pending):
        raise UnitWaited
    return pending


async def open_postgresql(database_url: str, *, connections: int) -> Store:
    """Return the store on a server whose schema is current, or empty and then made. Raises Misconfigured."""
    from workbench.service.db.migrating import make_ready

    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, make_ready, database_url)

    async def connect() -> PipelineConnection:
        connection = await open_connection(database_url)
        try:
            return PipelineConnection(connection, loop)
        except psycopg.Error:
            await connection.close()
            raise StoreBusy from None

    return PostgresqlStore(Pool(connect, connections))
