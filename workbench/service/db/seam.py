"""The seam between the things kept and the database that keeps them.

A *unit* is an `async def` over a `Db`: all of it or nothing. It awaits nothing but its `db`, so SQLite may drive it to
its end on one thread, and PostgreSQL may await it.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from workbench.errors import Misconfigured, WorkbenchError
from workbench.service.db.statement import Statement

T = TypeVar("T")
Value: TypeAlias = str | int | float | bool | bytes | None
Row: TypeAlias = tuple[Any, ...]

CONNECTIONS = 8
"""Default maximum of a process's connections to a database server."""


class DatabaseLoad(NamedTuple):
    """Units that wait (for SQLite's writer, or for a connection), and connections to a server that are lent."""

    waiting: int
    connections: int


class Db(Protocol):
    """A unit's view of the database: its own snapshot (read) or its own transaction (write)."""

    async def rows(self, statement: Statement, /, **values: Value) -> list[Row]:
        """Return every row of the answer, in its order."""

    async def row(self, statement: Statement, /, **values: Value) -> Row | None:
        """Return the first row of the answer, or None."""

    async def run(self, statement: Statement, /, **values: Value) -> int:
        """Return the number of rows changed."""

    async def run_many(self, statement: Statement, values: Sequence[Mapping[str, Value]], /) -> None:
        """Run the statement once for each mapping."""

    async def together(self, *parts: Coroutine[Any, Any, T]) -> list[T]:
        """Return the results of the independent parts of a read, in order. Their requests may be sent together."""


Unit: TypeAlias = Callable[[Db], Coroutine[Any, Any, T]]


class Store(Protocol):
    """A database that is open. It belongs to the event loop that opened it."""

    dialect: str
    reads_at_once: bool
    """Whether a read that is not `long` never waits, so that `at_once` may run a coroutine that awaits it."""

    @property
    def problem(self) -> str | None:
        """Why the database refused the last change; None if no problem is known."""

    async def read(self, unit: Unit[T], *, long: bool = False) -> T:
        """Return what the unit returns, seen on one snapshot.

        `long` keeps an unindexed or large read out of the event loop.
        """

    async def write(self, unit: Unit[T]) -> T:
        """Return what the unit returns, once its commit is on disk. Whatever the unit raises undoes all of it."""

    def load(self) -> DatabaseLoad:
        """Return the current load of the database."""

    async def close(self) -> None:
        """Finish the submitted units, then close. Later units raise StoreClosed."""


def at_once(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine that never waits returns. Raises UnitWaited if it does wait."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    coroutine.close()
    raise UnitWaited


class StoreBusy(WorkbenchError):
    """Another process holds the database. Nothing was changed; try again in a few seconds."""

    retry_after_seconds = 5.0


class StoreReadOnly(StoreBusy):
    """The database takes no changes now: it is read-only, or its disk is full. Nothing was changed; try again soon."""


class StoreReplaced(StoreReadOnly):
    """The database's file was replaced or removed while the service was using it.

    Nothing was changed; restart the service.
    """


class StoreFailed(WorkbenchError):
    """The database could not do this, and nothing was changed. Look at the disk and at the service's log."""


class StoreUnsure(WorkbenchError):
    """The connection to the database broke while a change was being kept. It may be kept or not: look before again."""

    retry_after_seconds = 5.0


class StoreClosed(WorkbenchError):
    """The store is closed. Nothing was read or changed."""


class UnitWaited(WorkbenchError):
    """A unit awaited something else than its db. Do the waiting before or after the unit; nothing was changed."""


def database_dialect(database_url: str) -> str:
    """`sqlite` or `postgresql`. Raises Misconfigured for another address, and never says it: it may hold a password."""
    if database_url.startswith("sqlite:///"):
        return "sqlite"
    if database_url.startswith(("postgresql://", "postgres://")):
        return "postgresql"
    raise Misconfigured("The database address has the form sqlite:///path/to/file or postgresql://user@host/name.")
