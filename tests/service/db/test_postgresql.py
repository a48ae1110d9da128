"""The store on PostgreSQL: snapshots, locks, units that are run again, connections that break."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator

import psycopg
import pytest
from sqlalchemy import bindparam, select, text, update

from tests.needs import needs
from tests.postgresql_server import Server
from workbench.service.db import postgresql as postgresql_store
from workbench.service.db.opening import open_store
from workbench.service.db.postgresql import PostgresqlStore
from workbench.service.db.postgresql_pipeline import PipelineConnection
from workbench.service.db.seam import Db, Store, StoreBusy, StoreFailed, StoreUnsure
from workbench.service.db.statement import Statement, insert_of
from workbench.service.db.tables import service

pytestmark = [pytest.mark.anyio, needs("postgresql")]

KEEP = insert_of(service)
VALUE = Statement(select(service.c.value).where(service.c.key == bindparam("which")))
LOCKED = Statement(select(service.c.value).where(service.c.key == bindparam("which")).with_for_update())
CHANGE = Statement(update(service).values(value=bindparam("what")).where(service.c.key == bindparam("which")))
SLEEP = Statement(text("SELECT pg_sleep(0.2)"))  # type: ignore[arg-type]


@pytest.fixture
def url(postgresql: Server) -> str:
    """The address of a database of this test's own."""
    return postgresql.fresh()


@pytest.fixture
async def store(url: str) -> AsyncIterator[PostgresqlStore]:
    """An open store of two keys, closed afterwards."""
    opened = await open_store(url)
    assert isinstance(opened, PostgresqlStore)
    await opened.write(keep_two)
    yield opened
    await opened.close()


async def keep_two(db: Db) -> None:
    """Keeps `a` and `b`, both 0."""
    await db.run_many(KEEP, [{"key": "a", "value": "0"}, {"key": "b", "value": "0"}])


async def value(db: Db, which: str) -> int:
    """What is kept under a key."""
    found = await db.row(VALUE, which=which)
    assert found is not None
    return int(found[0])


def backends(url: str) -> list[int]:
    """The server's processes for the store's connections."""
    with psycopg.connect(url) as connection:
        sql = (
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND application_name = 'workbench'"
        )
        return [pid for (pid,) in connection.execute(sql).fetchall()]


def end(url: str, pids: list[int]) -> None:
    """End connections as an administrator would, and wait until they have."""
    with psycopg.connect(url) as connection:
        for pid in pids:
            connection.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))


async def test_a_read_sees_one_snapshot(store: Store, url: str) -> None:
    """What another commits between two statements of a read is not seen by the second."""

    async def unit(db: Db) -> tuple[int, int]:
        first = await value(db, "a")
        with psycopg.connect(url) as other:
            other.execute("UPDATE service SET value = '5' WHERE key = 'a'")
        return first, await value(db, "a")

    assert await store.read(unit) == (0, 0)
    assert await store.read(lambda db: value(db, "a")) == 5


async def test_locked_rows_lose_no_update(store: Store) -> None:
    """Fifty units that read under a lock, then write, all count."""

    async def unit(db: Db) -> None:
        found = await db.row(LOCKED, which="a")
        assert found is not None
        await db.run(CHANGE, which="a", what=str(int(found[0]) + 1))

    await asyncio.gather(*(store.write(unit) for _ in range(50)))
    assert await store.read(lambda db: value(db, "a")) == 50


async def test_a_deadlock_is_resolved_by_running_a_unit_again(store: Store) -> None:
    """Two units that lock the same rows the other way round both take effect."""

    async def unit(db: Db, first: str, second: str) -> None:
        for which in (first, second):
            found = await db.row(LOCKED, which=which)
            await db.rows(SLEEP)
            assert found is not None
            await db.run(CHANGE, which=which, what=str(int(found[0]) + 1))

    await asyncio.gather(
        store.write(lambda db: unit(db, "a", "b")),
        store.write(lambda db: unit(db, "b", "a")),
    )
    assert [await store.read(lambda db, which=which: value(db, which)) for which in "ab"] == [2, 2]  # type: ignore[misc]


async def test_a_handler_that_swallows_a_failure_commits_nothing(store: Store) -> None:
    """A unit whose statement failed is undone whatever the unit makes of it."""

    async def unit(db: Db) -> None:
        await db.run(CHANGE, which="a", what="7")
        with pytest.raises(StoreFailed):
            await db.rows(Statement(text("SELECT 1 / 0")))  # type: ignore[arg-type]

    with pytest.raises(StoreFailed):
        await store.write(unit)
    assert await store.read(lambda db: value(db, "a")) == 0


async def test_a_late_failure_of_an_insert_undoes_the_unit(store: Store) -> None:
    """An insert travels with what follows it, here the commit; a taken key is still told, and all is undone."""

    async def unit(db: Db) -> None:
        await db.run(CHANGE, which="a", what="7")
        await db.run(KEEP, key="b", value="taken")

    with pytest.raises(StoreFailed):
        await store.write(unit)
    assert await store.read(lambda db: value(db, "a")) == 0


async def test_connections_that_broke_while_idle_are_not_noticed(store: Store, url: str) -> None:
    """After the server dropped them all, the next read and write find new ones."""
    end(url, backends(url))
    assert await store.read(lambda db: value(db, "a")) == 0
    await store.write(lambda db: db.run(CHANGE, which="a", what="1"))
    assert await store.read(lambda db: value(db, "a")) == 1


async def test_a_unit_whose_connection_breaks_is_run_again(store: Store, url: str) -> None:
    """Nothing was committed, so it may run from its start on a new one."""
    runs: list[int] = []

    async def unit(db: Db) -> None:
        await db.run(CHANGE, which="a", what="1")
        runs.append(1)
        if len(runs) == 1:
            end(url, backends(url))
        await db.run(CHANGE, which="b", what="1")

    await store.write(unit)
    assert len(runs) == 2
    assert [await store.read(lambda db, which=which: value(db, which)) for which in "ab"] == [1, 1]  # type: ignore[misc]


async def test_a_connection_that_breaks_at_the_commit_is_said_to_be_unsure(store: Store, url: str) -> None:
    """It may be kept or not, so the unit is not run again."""

    async def unit(db: Db) -> None:
        await db.run(CHANGE, which="a", what="1")
        end(url, backends(url))

    with pytest.raises(StoreUnsure):
        await store.write(unit)


async def test_a_server_that_is_gone_is_busy(url: str, store: PostgresqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller hears to try again; nothing hangs."""

    async def nowhere(database_url: str) -> PipelineConnection:
        raise StoreBusy

    end(url, backends(url))
    monkeypatch.setattr(store.pool, "_connect", lambda: nowhere(url))
    with pytest.raises(StoreBusy):
        await store.read(lambda db: value(db, "a"))


async def test_a_lock_that_is_not_had_is_busy(store: Store, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another session holds the row for longer than the lock timeout."""
    with psycopg.connect(url) as other:
        other.execute("SELECT 1 FROM service WHERE key = 'a' FOR UPDATE")

        async def unit(db: Db) -> None:
            await db.rows(Statement(text("SET LOCAL lock_timeout = 50")))  # type: ignore[arg-type]
            await db.row(LOCKED, which="a")

        with pytest.raises(StoreBusy):
            await store.write(unit)
        other.rollback()
    await store.write(lambda db: db.run(CHANGE, which="a", what="1"))


async def test_a_commit_waits_for_the_disk(store: Store) -> None:
    """Whatever the server's own setting is."""
    shown = Statement(text("SELECT current_setting('synchronous_commit'), current_setting('transaction_isolation')"))  # type: ignore[arg-type]
    assert await store.write(lambda db: db.row(shown)) == ("on", "read committed")


@pytest.mark.parametrize("odd", ["a\0b", "\ud83d"])
async def test_a_text_that_cannot_be_kept_is_refused(store: Store, odd: str) -> None:
    """U+0000 and half an emoji; never cut, never kept by half."""
    with pytest.raises(StoreFailed):
        await store.write(lambda db: db.run(KEEP, key="c", value=odd))
    assert await store.read(lambda db: db.row(VALUE, which="c")) is None


async def test_a_long_batch_goes_out_and_comes_back(store: Store) -> None:
    """More than a socket holds in either direction."""
    many = [{"key": f"k{number}", "value": "x" * 20_000} for number in range(500)]
    await store.write(lambda db: db.run_many(KEEP, many))
    found = await store.read(lambda db: db.rows(Statement(select(service.c.value).where(service.c.key.like("k%")))))
    assert (len(found), {len(row[0]) for row in found}) == (500, {20_000})


async def test_a_unit_is_not_tried_for_ever(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails each time is reported as busy after a few tries."""
    monkeypatch.setattr(postgresql_store, "PAUSE_SECONDS", 0)
    fails = Statement(text("DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$"))  # type: ignore[arg-type]
    with pytest.raises(StoreBusy):
        await store.write(lambda db: db.run(fails))


@pytest.mark.parametrize("long", [True, False])
async def test_only_a_long_read_leaves_the_event_loop(store: Store, long: bool) -> None:
    """What a long read makes of its rows, as much as it may be, holds up no other caller; a short one costs no hop."""

    async def unit(db: Db) -> set[int]:
        threads = {threading.get_ident()}
        for which in ("a", "b"):
            await value(db, which)
            threads.add(threading.get_ident())
        return threads

    threads = await store.read(unit, long=long)

    assert (threading.get_ident() in threads) is not long


async def test_others_are_answered_while_a_long_read_counts(store: Store) -> None:
    """A short read begins and ends while a long one is busy between two statements."""
    counting, counted = threading.Event(), threading.Event()

    async def count(db: Db) -> int:
        found = await value(db, "a")
        counting.set()
        assert counted.wait(20)
        return found + await value(db, "b")

    long_one = asyncio.ensure_future(store.read(count, long=True))
    await asyncio.to_thread(counting.wait, 20)
    short_one = await store.read(lambda db: value(db, "a"))
    counted.set()

    assert (short_one, await long_one) == (0, 0)


async def test_a_long_read_whose_caller_left_ends_before_its_connection_is_lent_again(store: PostgresqlStore) -> None:
    """A step in a thread cannot be cut off; until it is over nobody else is given its connection."""
    counting, counted = threading.Event(), threading.Event()

    async def count(db: Db) -> None:
        await value(db, "a")
        counting.set()
        assert counted.wait(20)

    long_one = asyncio.ensure_future(store.read(count, long=True))
    await asyncio.to_thread(counting.wait, 20)
    long_one.cancel()
    await asyncio.sleep(0)
    lent = store.load().connections
    counted.set()
    with pytest.raises(asyncio.CancelledError):
        await long_one

    assert (lent, store.load().connections) == (1, 0)
    assert await store.read(lambda db: value(db, "a")) == 0


async def test_a_long_read_is_told_what_failed(store: Store) -> None:
    """A failed statement reaches the unit, wherever that runs."""

    async def unit(db: Db) -> str:
        try:
            await db.rows(Statement(text("SELECT no_such_column")))  # type: ignore[arg-type]
        except StoreFailed:
            return "told"
        return "not told"

    assert await store.read(unit, long=True) == "told"
