"""A connection to PostgreSQL: commands are sent together, and their results come back in one round trip.

libpq's pipeline, driven straight from the event loop through psycopg's own binding; a statement is prepared the first
time a connection is given it.
"""

from __future__ import annotations

import asyncio
import itertools
import socket
from collections.abc import Sequence
from typing import NamedTuple, NoReturn, TypeAlias

import psycopg
from psycopg.adapt import Transformer
from psycopg.pq import ConnStatus, DiagnosticField, ExecStatus
from psycopg.pq.abc import PGresult

from workbench.service.db.seam import Row, StoreFailed, Value
from workbench.service.db.statement import Statement

Prepared: TypeAlias = Statement | str
_LAST_WORDS = ("FATAL", "PANIC")  # after them the server ends the connection
_GOOD = (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)


class Command(NamedTuple):
    """A statement (or plain SQL without parameters) with its values as the server reads them."""

    statement: Prepared
    sql: str
    values: list[bytes | None]


class ConnectionGone(Exception):
    """The connection is lost; everything in progress on it is undone, unless a commit was."""


class PipelineConnection:
    """A connection that stays in pipeline mode. One caller at a time."""

    def __init__(self, connection: psycopg.AsyncConnection[Row], loop: asyncio.AbstractEventLoop) -> None:
        self._connection = connection
        self._pg = connection.pgconn
        self._loop = loop
        self._known: dict[Prepared, bytes] = {}
        self._fresh: dict[Prepared, bytes] = {}
        self._numbers = itertools.count()
        self._owed = 0  # syncs whose results were not awaited
        self._waiter: asyncio.Future[None] | None = None
        self._transformer = Transformer(connection)
        self.lost = False
        self.midway = False
        self._pg.nonblocking = 1
        self._pg.enter_pipeline_mode()
        # A descriptor of our own: libpq closes its own as soon as the connection is lost, and the next socket of this
        # process gets that number while the loop still watches it.
        self._own = socket.fromfd(self._pg.socket, socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket = self._own.fileno()
        loop.add_reader(self._socket, self._read)

    async def trip(self, commands: Sequence[Command]) -> list[PGresult]:
        """Return the result of each command, in order.

        Raises the driver's error of the first that failed; those after it did not run. Raises ConnectionGone.
        """
        self.midway = True
        expected = self._send(commands)
        await self._flush()
        while self._owed:
            await self._skip_owed()
        results, error = await self._results(expected)
        self.midway = False
        if error is not None:
            raise error
        return results

    def send_off(self, *commands: Command) -> None:
        """Send and wait for nothing: the results are read, and forgotten, before those of the next trip."""
        try:
            self._send(commands)
            self._pg.flush()
        except ConnectionGone:
            return
        except psycopg.OperationalError:
            self.lost = True
            return
        self._known |= self._fresh  # transaction control, which is always understood
        self._owed += 1

    def load_rows(self, result: PGresult) -> list[Row]:
        """Return the rows of a result as Python values."""
        self._transformer.set_pgresult(result)
        return self._transformer.load_rows(0, result.ntuples, tuple)

    def close(self) -> None:
        """Close immediately; the server rolls back what is in progress."""
        self.lost = True
        if self._own.fileno() >= 0:
            self._loop.remove_reader(self._socket)
            self._own.close()
        self._pg.finish()

    def _send(self, commands: Sequence[Command]) -> list[Prepared | None]:
        """Return the expected source of each result: a prepared statement, None for a command."""
        expected: list[Prepared | None] = []
        fresh = self._fresh = {}
        try:
            for statement, sql, values in commands:
                name = self._known.get(statement) or fresh.get(statement)
                if name is None:
                    name = fresh[statement] = b"w%d" % next(self._numbers)
                    self._pg.send_prepare(name, sql.encode())
                    expected.append(statement)
                self._pg.send_query_prepared(name, values)
                expected.append(None)
            self._pg.pipeline_sync()
        except psycopg.OperationalError as error:
            self.lost = True
            raise ConnectionGone from error
        return expected

    async def _flush(self) -> None:
        while True:
            try:
                if self._pg.flush() == 0:
                    return
            except psycopg.OperationalError as error:
                self.lost = True
                raise ConnectionGone from error
            await self._ready(writable=True)

    async def _results(self, expected: Sequence[Prepared | None]) -> tuple[list[PGresult], psycopg.Error | None]:
        results: list[PGresult] = []
        error: psycopg.Error | None = None
        for prepared in expected:
            result = await self._result()
            if result is None:
                self._lose()
            if result.status not in (*_GOOD, ExecStatus.PIPELINE_ABORTED):
                error = error or psycopg.errors.error_from_result(result)
                self._end_if_fatal(result, error)
            if await self._result() is not None:
                self._lose()
            if result.status not in _GOOD:
                continue
            if prepared is None:
                results.append(result)
            else:
                self._known[prepared] = self._fresh[prepared]
        sync = await self._result()
        if sync is None or sync.status != ExecStatus.PIPELINE_SYNC:
            self._lose()
        return results, error

    def _lose(self, error: BaseException | None = None) -> NoReturn:
        """Raise ConnectionGone for an unexpected or missing result: the connection's state is unknown."""
        self.lost = True
        raise ConnectionGone from error

    def _end_if_fatal(self, result: PGresult, error: psycopg.Error) -> None:
        """Raise ConnectionGone if the server ended the connection, or libpq reports no connection."""
        severity = result.error_field(DiagnosticField.SEVERITY_NONLOCALIZED)
        if severity is None or severity.decode() in _LAST_WORDS:
            self._lose(error)

    async def _skip_owed(self) -> None:
        """Read up to the next sync. The commands must have succeeded, else the connection's state is unknown."""
        while (result := await self._result()) is None or result.status != ExecStatus.PIPELINE_SYNC:
            if result is not None and result.status not in _GOOD:
                self._lose()
        self._owed -= 1

    async def _result(self) -> PGresult | None:
        try:
            while self._pg.is_busy():
                await self._ready()
            result = self._pg.get_result()
        except psycopg.OperationalError as error:
            self._lose(error)
        if self._pg.status != ConnStatus.OK:
            self._lose()
        return result

    async def _ready(self, *, writable: bool = False) -> None:
        """Wait until data arrives, or can be written. Raises ConnectionGone."""
        if self.lost:
            raise ConnectionGone
        self._waiter = self._loop.create_future()
        if writable:
            self._loop.add_writer(self._socket, self._wake)
        try:
            await self._waiter
        finally:
            self._waiter = None
            if writable:
                self._loop.remove_writer(self._socket)
        if self.lost:
            raise ConnectionGone

    def _read(self) -> None:
        try:
            self._pg.consume_input()
        except psycopg.OperationalError:
            self.lost = True
            self._loop.remove_reader(self._socket)
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


def plain(sql: str) -> Command:
    """Return a command without values."""
    return Command(sql, sql, [])


def command(statement: Statement, values: dict[str, Value]) -> Command:
    """Return a statement with its values. Raises StoreFailed for text that PostgreSQL cannot store."""
    sql, placed = statement.place("postgresql", values)
    return Command(statement, sql, [_encode_value(value) for value in placed])


def _encode_value(value: Value) -> bytes | None:
    """Return a value in PostgreSQL's text form."""
    match value:
        case None:
            return None
        case str():
            return _text(value)
        case bool():
            return b"t" if value else b"f"
        case int():
            return b"%d" % value
        case float():
            return repr(value).encode()
        case _:
            return b"\\x" + value.hex().encode()


def _text(value: str) -> bytes:
    if "\0" in value:
        raise StoreFailed("A text with U+0000 in it cannot be kept.")
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise StoreFailed("A text with half an emoji in it cannot be kept.") from None
