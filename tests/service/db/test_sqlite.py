"""The store's promises on both databases, and those of SQLite alone: groups, other processes, the file."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import apsw
import pytest
from sqlalchemy import bindparam, func, select

from workbench.service.db import sqlite, sqlite_file
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db, Store, StoreBusy, StoreClosed, StoreFailed, StoreReplaced, UnitWaited
from workbench.service.db.statement import Statement, insert_of
from workbench.service.db.tables import service
from workbench.service.kernel.service_id import begin_epoch, ensure_service_id

pytestmark = pytest.mark.anyio

KEEP = insert_of(service)
COUNT = Statement(select(func.count()).select_from(service))
VALUE = Statement(select(service.c.value).where(service.c.key == bindparam("key")))


def keeping(key: str) -> Callable[[Db], Coroutine[Any, Any, str]]:
    """A unit that keeps `key` and returns it."""

    async def unit(db: Db) -> str:
        await db.run(KEEP, key=key, value="kept")
        return key

    return unit


async def counting(db: Db) -> int:
    """How many keys are kept."""
    found = await db.row(COUNT)
    assert found is not None
    return int(found[0])


async def test_a_written_unit_is_read_back(store: Store) -> None:
    """What a write unit kept, the next read sees."""
    await store.write(keeping("a"))
    assert await store.read(counting) == 1


async def test_a_long_read_sees_the_same(store: Store) -> None:
    """A read in a thread answers as one in the loop."""
    await store.write(keeping("a"))
    assert await store.read(counting, long=True) == 1


async def test_a_failing_unit_in_a_group_leaves_its_neighbours_alone(store: Store) -> None:
    """Of those handed over at the same time, the one that breaks a key is undone and the rest stay."""

    async def half(db: Db) -> None:
        await db.run(KEEP, key="half", value="kept")
        await db.run(KEEP, key="0", value="taken")

    await store.write(keeping("0"))  # on a server the units run side by side, and `half` might be before it
    units = [keeping(str(n)) for n in range(1, 32)] + [half] + [keeping(str(n)) for n in range(32, 64)]
    outcomes = await asyncio.gather(*(store.write(unit) for unit in units), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes if not isinstance(outcome, str)] == [StoreFailed]
    assert await store.read(counting) == 64


async def test_a_lone_failing_unit_leaves_nothing(store: Store) -> None:
    """A unit alone in its group is undone as well."""

    async def unit(db: Db) -> None:
        await db.run(KEEP, key="a", value="kept")
        raise ValueError("changed my mind")

    with pytest.raises(ValueError, match="changed my mind"):
        await store.write(unit)
    assert await store.read(counting) == 0


async def test_nothing_is_acknowledged_before_its_commit(store: Store, database_file: Path) -> None:
    """At the moment a caller hears of its unit, another connection already sees it."""
    witness = apsw.Connection(str(database_file), flags=apsw.SQLITE_OPEN_READONLY)

    async def write_and_look(key: str) -> list[Any]:
        await store.write(keeping(key))
        return witness.execute(VALUE.text("sqlite")[0], {"key": key}).fetchall()

    seen = await asyncio.gather(*(write_and_look(str(n)) for n in range(200)))
    assert seen == [[("kept",)]] * 200


async def test_what_queued_up_is_one_transaction(store: Store, database_file: Path) -> None:
    """33 units asked while another process holds the file take two commits at most."""
    commits: list[int] = []
    store._writer._connection.set_commit_hook(lambda: bool(commits.append(1)))  # type: ignore[attr-defined,func-returns-value]
    other = apsw.Connection(str(database_file))
    other.execute("BEGIN IMMEDIATE")
    writes = [asyncio.ensure_future(store.write(keeping(str(n)))) for n in range(33)]
    await asyncio.sleep(0.1)
    other.execute("ROLLBACK")
    await asyncio.gather(*writes)
    assert await store.read(counting) == 33
    assert len(commits) <= 2


async def test_a_unit_that_waits_is_refused(store: Store) -> None:
    """A unit may await its db only; anything else undoes it and says so."""

    async def unit(db: Db) -> None:
        await db.run(KEEP, key="a", value="kept")
        await asyncio.sleep(0)

    with pytest.raises(UnitWaited):
        await store.write(unit)
    assert await store.read(counting) == 0


async def test_a_read_unit_that_waits_is_refused(store: Store) -> None:
    """The same holds for reads, and the next read works."""

    async def unit(_db: Db) -> None:
        await asyncio.sleep(0)

    with pytest.raises(UnitWaited):
        await store.read(unit)
    assert await store.read(counting) == 0


async def test_a_read_unit_cannot_write(store: Store) -> None:
    """The reading connections are read-only."""
    with pytest.raises(StoreFailed):
        await store.read(keeping("a"))


async def test_a_read_unit_sees_one_snapshot(store: Store, database_file: Path) -> None:
    """What another process commits between two statements of a unit is not seen by the second."""
    other = apsw.Connection(str(database_file))

    async def unit(db: Db) -> tuple[int, int]:
        first = await counting(db)
        other.execute("INSERT INTO service (key, value) VALUES ('a', 'b')")
        return first, await counting(db)

    assert await store.read(unit) == (0, 0)
    assert await store.read(counting) == 1


async def test_a_busy_database_is_said(database_url: str, database_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A caller that cannot have the write lock hears StoreBusy, and nothing was changed."""
    monkeypatch.setattr(sqlite_file, "BUSY_MS", 50)
    store = await open_store(database_url)
    other = apsw.Connection(str(database_file))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        await store.write(keeping("a"))
    other.execute("ROLLBACK")
    await store.write(keeping("b"))
    assert await store.read(counting) == 1
    await store.close()


@pytest.mark.usefixtures("database_file")
async def test_a_lost_transaction_fails_its_whole_group(store: Store) -> None:
    """A unit that ends the group's transaction itself gets nobody acknowledged."""

    async def vandal(db: Db) -> None:
        db._execute("ROLLBACK")  # type: ignore[attr-defined]
        raise ValueError

    units = [keeping("a"), vandal, keeping("b")]
    outcomes = await asyncio.gather(*(store.write(unit) for unit in units), return_exceptions=True)
    kept = sorted(outcome for outcome in outcomes if isinstance(outcome, str))
    lost = [outcome for outcome in outcomes if isinstance(outcome, StoreFailed)]
    assert await store.read(counting) == len(kept)
    assert len(kept) + len(lost) + sum(isinstance(outcome, ValueError) for outcome in outcomes) == 3


@pytest.mark.usefixtures("database_file")
async def test_a_connection_that_breaks_lets_nobody_wait_for_ever(store: Store) -> None:
    """Its unit fails, and so does every later one, each at once: the thread that writes lives on."""

    async def breaking(db: Db) -> None:
        db._execute.__self__.connection.close()  # type: ignore[attr-defined]
        raise ValueError

    async def failure(unit: Callable[[Db], Coroutine[Any, Any, object]]) -> type[BaseException]:
        with pytest.raises((ValueError, StoreFailed)) as failed:
            await asyncio.wait_for(store.write(unit), 10)
        return failed.type

    assert [await failure(breaking), await failure(keeping("a")), await failure(keeping("b"))] == [
        ValueError,
        StoreFailed,
        StoreFailed,
    ]


async def test_a_cancelled_caller_does_not_hold_up_the_rest(database_url: str) -> None:
    """The unit of a caller that left is finished anyway, and the next caller is served."""
    store = await open_store(database_url)
    left = asyncio.ensure_future(store.write(keeping("a")))
    await asyncio.sleep(0)
    left.cancel()
    await store.write(keeping("b"))
    await store.close()
    again = await open_store(database_url)
    assert await again.read(counting) == 2
    await again.close()


async def test_closing_finishes_what_was_handed_over(database_url: str) -> None:
    """Units that were asked before the close are acknowledged; later ones are refused."""
    store = await open_store(database_url)
    writes = [asyncio.ensure_future(store.write(keeping(str(n)))) for n in range(50)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*writes) == [str(n) for n in range(50)]
    with pytest.raises(StoreClosed):
        await store.write(keeping("late"))


async def test_a_closed_store_leaves_one_file(database_url: str, database_file: Path) -> None:
    """After a clean close the WAL has been taken into the file."""
    store = await open_store(database_url)
    await store.write(keeping("a"))
    await store.close()
    assert [found.name for found in database_file.parent.glob("service.sqlite*")] == ["service.sqlite"]


async def test_the_wal_stays_bounded(store: Store, database_file: Path) -> None:
    """Forty megabytes written in a hundred units leave a WAL of a few groups, not of all that was written."""

    async def keep_much(key: int) -> None:
        async def unit(db: Db) -> None:
            await db.run(KEEP, key=str(key), value="x" * 400_000)

        await store.write(unit)
        if key:
            await keep_much(key - 1)

    await keep_much(100)
    assert os.stat(f"{database_file}-wal").st_size < 16 * 2**20


async def test_the_file_is_its_owners(store: Store, database_file: Path) -> None:
    """The database and its WAL can be read by their owner alone."""
    modes = [stat.S_IMODE(found.stat().st_mode) for found in database_file.parent.glob("service.sqlite*")]
    assert set(modes) == {0o600}


async def test_a_commit_is_synced(store: Store, database_file: Path) -> None:
    """The writer runs with synchronous FULL (2) on a write-ahead log."""

    async def unit(db: Db) -> list[Any]:
        return db._execute("SELECT * FROM pragma_synchronous, pragma_journal_mode, pragma_foreign_keys").fetchall()  # type: ignore[attr-defined,no-any-return]

    assert await store.write(unit) == [(2, "wal", 1)]


@pytest.mark.usefixtures("database_file")
async def test_a_queue_does_not_grow_for_ever(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over the limit a caller is told at once to come again, and what waits is done."""
    monkeypatch.setattr(sqlite, "MAX_WAITING", 3)
    stopped = threading.Event()

    async def slow(_db: Db) -> None:
        stopped.wait(60)

    writes = [asyncio.ensure_future(store.write(slow))]
    await asyncio.sleep(0.05)
    writes += [asyncio.ensure_future(store.write(keeping(str(n)))) for n in range(3)]  # type: ignore[arg-type]
    await asyncio.sleep(0)
    with pytest.raises(StoreBusy, match="waiting already"):
        await store.write(keeping("late"))
    stopped.set()
    await asyncio.gather(*writes)
    assert await store.read(counting) == 3


def replaced(file: Path, by: str) -> None:
    """Something else is under the file's name."""
    beside = file.with_name("beside")
    if by == "another file":
        shutil.copy(file, beside)
        beside.replace(file)
    elif by == "nothing":
        file.rename(beside)
    else:
        other = apsw.Connection(str(file))
        begin_epoch(other)
        other.close()


@pytest.mark.parametrize("by", ["another file", "nothing", "other data"])
async def test_a_file_that_is_replaced_under_the_service_is_noticed(
    database_file: Path, database_url: str, by: str
) -> None:
    """
    Regression: changes continued into a file without a name, and were gone at the next start.
    """
    store = await open_store(database_url)
    await store.write(ensure_service_id)
    await store.write(keeping("before"))
    assert store.problem is None
    replaced(database_file, by)

    for _ in range(2):
        with pytest.raises(StoreReplaced, match="restart the service"):
            await store.write(keeping("after"))
    assert "replaced" in (store.problem or "")
    await store.close()
