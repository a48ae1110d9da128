"""Units on PostgreSQL, in process: our pipelined connections and pool beside psycopg's `pipeline()` and `psycopg_pool`.

The same units, statements and server, one connection a unit on both sides, in turn. Figures of decision 81.
Run as: python -m benchmarks.postgresql_driver [--plain] [--rounds N]
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

import psycopg
import uvloop
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool

from benchmarks.options import options
from benchmarks.paired import Compared, report
from tests.postgresql_server import server
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.db.opening import open_store
from workbench.service.db.seam import CONNECTIONS, Db, Row, Unit, Value
from workbench.service.db.statement import Statement
from workbench.service.kernel import audit, membership
from workbench.service.organizations import store as organizations
from workbench.service.people import store as people
from workbench.service.sessions import store as sessions

T = TypeVar("T")
CLIENTS = 32
Run = Callable[[int], Coroutine[Any, Any, None]]
Pool = AsyncConnectionPool[psycopg.AsyncConnection[TupleRow]]


class LibraryDb:
    """A `Db` on psycopg's own cursors, in pipeline mode or not."""

    def __init__(
        self, connection: psycopg.AsyncConnection[TupleRow], pipeline: psycopg.AsyncPipeline | None = None
    ) -> None:
        self._connection = connection
        self._pipeline = pipeline

    async def rows(self, statement: Statement, /, **values: Value) -> list[Row]:
        """Every row."""
        return await (await self._sent(statement, values)).fetchall()

    async def row(self, statement: Statement, /, **values: Value) -> Row | None:
        """The first row."""
        return await (await self._sent(statement, values)).fetchone()

    async def run(self, statement: Statement, /, **values: Value) -> int:
        """The rows changed; what adds one row or fails is not waited for, as in ours."""
        cursor = await self._sent(statement, values)
        if statement.adds_one:
            return 1
        if self._pipeline is not None:
            await self._pipeline.sync()
        return cursor.rowcount

    async def run_many(self, statement: Statement, values: Any, /) -> None:
        """Once for each mapping."""
        for value in values:
            await self._sent(statement, value)

    async def together(self, *parts: Coroutine[Any, Any, T]) -> list[T]:
        """The parts' values; what they ask travels together."""
        return list(await asyncio.gather(*parts))

    async def _sent(self, statement: Statement, values: Any) -> psycopg.AsyncRawCursor[TupleRow]:
        sql, placed = statement.place("postgresql", values)
        cursor = psycopg.AsyncRawCursor(self._connection)
        await cursor.execute(sql.encode(), placed)
        return cursor


class LibraryStore:
    """Units on `psycopg_pool`."""

    def __init__(self, pool: Pool, *, in_pipeline: bool) -> None:
        self._pool = pool
        self._in_pipeline = in_pipeline

    async def read(self, unit: Unit[T]) -> T:
        """One unit on one snapshot."""
        return await self._unit(unit, b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    async def write(self, unit: Unit[T]) -> T:
        """One unit, committed."""
        return await self._unit(unit, b"BEGIN ISOLATION LEVEL READ COMMITTED")

    async def _unit(self, unit: Unit[T], begin: bytes) -> T:
        async with self._pool.connection() as connection:
            if not self._in_pipeline:
                return await self._driven(connection, LibraryDb(connection), unit, begin)
            async with connection.pipeline() as pipeline:
                return await self._driven(connection, LibraryDb(connection, pipeline), unit, begin)

    async def _driven(
        self, connection: psycopg.AsyncConnection[TupleRow], db: LibraryDb, unit: Unit[T], begin: bytes
    ) -> T:
        await connection.execute(begin)
        value = await unit(db)
        await connection.execute(b"COMMIT")
        return value


class Units:
    """The units that are measured, of one person."""

    def __init__(self, added: AddedPerson) -> None:
        self._token_sha256 = sessions.hash_token(added.session_token)
        self._person_id, self._organization_id = added.person_id, added.organization_id

    async def short(self, db: Db) -> None:
        """A read: the session, the membership."""
        await self._signed_in(db)
        await self._membership(db)

    async def three(self, db: Db) -> None:
        """A batch of three reads, which travel together."""
        await self._signed_in(db)
        await db.together(
            self._membership(db), organizations.list_organizations(db, self._person_id), self._membership(db)
        )

    async def write(self, db: Db) -> None:
        """A write: a read, a change, an entry in the audit log."""
        await self.short(db)
        await people.select_organization(db, person_id=self._person_id, organization_id=self._organization_id)
        await audit.add_entry(
            db,
            "organization.selectOrganization",
            organization_id=self._organization_id,
            person_id=self._person_id,
            subject=self._organization_id,
            now=self._now(),
        )

    async def _signed_in(self, db: Db) -> None:
        assert await sessions.sign_in(db, self._token_sha256, now=self._now()) is not None

    async def _membership(self, db: Db) -> Any:
        return await membership.organization_membership(db, self._organization_id, person_id=self._person_id)

    def _now(self) -> int:
        return time.time_ns() // 1_000_000


async def measured(url: str, rounds: int, seconds: float, *, in_pipeline: bool) -> list[Compared]:
    """Units a second of ours and the library's, one client and many."""
    ours = await open_store(url)
    units = Units(await add_person(ours, "ana@example.org", "Acme"))
    settings = {"autocommit": True, "prepare_threshold": 0}
    async with AsyncConnectionPool(url, kwargs=settings, min_size=CONNECTIONS, max_size=CONNECTIONS) as pool:
        library = LibraryStore(pool, in_pipeline=in_pipeline)
        kinds: dict[str, tuple[int, Callable[[Any], Run]]] = {
            "read of two statements, 1 client": (1, lambda of: lambda _: of.read(units.short)),
            "batch of three, 1 client": (1, lambda of: lambda _: of.read(units.three)),
            "write, 1 client": (1, lambda of: lambda _: of.write(units.write)),
            f"reads, {CLIENTS} clients": (CLIENTS, lambda of: lambda _: of.read(units.short)),
            f"4 reads to a write, {CLIENTS} clients": (
                CLIENTS,
                lambda of: lambda n: of.read(units.three) if n % 5 else of.write(units.write),
            ),
        }
        rows = []
        for name, (clients, of) in kinds.items():
            sides = [of(ours), of(library)]
            for side in sides:
                await rate(side, clients, 0.2)
            found: list[list[float]] = [[], []]
            for index in range(rounds):
                for place in in_order(index):
                    found[place].append(await rate(sides[place], clients, seconds))
            rows.append(Compared(name, "units/s", found[0], found[1], 1.25))
    await ours.close()
    return rows


def in_order(round_number: int) -> Iterable[int]:
    """Who goes first changes with each round."""
    return (0, 1) if round_number % 2 == 0 else (1, 0)


async def rate(run: Run, clients: int, seconds: float) -> float:
    """Units a second of so many clients, each of which does one after the other."""
    done, since = 0, time.perf_counter()

    async def client() -> None:
        nonlocal done
        while time.perf_counter() < since + seconds:
            done += 1
            await run(done)

    await asyncio.gather(*(client() for _ in range(clients)))
    return done / (time.perf_counter() - since)


def main() -> None:
    """Measure, print the table, keep the figures."""
    parser = options(__doc__, rounds=15)
    parser.add_argument("--seconds", type=float, default=0.5, help="of one side of a round")
    parser.add_argument("--plain", action="store_true", help="the library without its pipeline mode")
    chosen = parser.parse_args()
    with server(durable=True) as database:
        rows = uvloop.run(measured(database.fresh(), chosen.rounds, chosen.seconds, in_pipeline=not chosen.plain))
    report(
        "postgresql_driver",
        rows,
        "ours",
        "psycopg_pool" if chosen.plain else "psycopg_pool and pipeline()",
        chosen.json,
    )


if __name__ == "__main__":
    main()
