"""Copies of a SQLite database: of one moment, checked, restored only when nobody uses it."""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from tests.service.db.cast import place
from workbench.errors import Misconfigured
from workbench.service.administration.backup import CopyBroken, back_up, check, install_copy, native_tools
from workbench.service.db.migrating import KNOWN, script
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db, Store
from workbench.service.db.statement import insert_of
from workbench.service.db.tables import service
from workbench.service.kernel.service_id import ensure_service_id, read_epoch

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("database_file")]

KEEP = insert_of(service)
RESTLESS = """
import apsw, itertools, sys
connection = apsw.Connection(sys.argv[1].removeprefix("sqlite:///"))
connection.set_busy_timeout(10_000)
print("begun", flush=True)
for number in itertools.count():
    connection.execute("INSERT INTO service VALUES (?, 'x')", (f"restless {number}",))
"""


def keys(file: Path) -> set[str]:
    """What is kept in a file."""
    connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    found = {key for (key,) in connection.execute("SELECT key FROM service")}
    connection.close()
    return found


def content_of(file: Path) -> bytes:
    """The file, byte for byte."""
    return file.read_bytes()


def put(file: Path, content: bytes) -> None:
    """The file with this content."""
    file.write_bytes(content)


def delete(file: Path) -> None:
    """The file is gone."""
    file.unlink()


async def keep(store: Store, number: int) -> None:
    """Two keys in one unit."""

    async def unit(db: Db) -> None:
        await db.run(KEEP, key=str(number), value="x" * 4_000)
        await db.run(KEEP, key=f"{number}/second", value="x")

    await store.write(unit)


async def test_a_copy_is_of_one_moment_while_others_write(store: Store, database_url: str, tmp_path: Path) -> None:
    """Whole units only, in a file of its own that its owner alone can read."""
    copy = tmp_path / "copy.sqlite"
    await asyncio.gather(*(keep(store, number) for number in range(200)))
    writing = asyncio.gather(*(keep(store, number) for number in range(200, 800)))
    await asyncio.to_thread(back_up, database_url, copy)
    await writing
    kept = keys(copy)
    assert {f"{number}" for number in range(200)} <= kept
    assert {key for key in kept if "/" not in key} == {key.removesuffix("/second") for key in kept if "/" in key}
    assert stat.S_IMODE(os.stat(copy).st_mode) == 0o600
    assert [name for name in os.listdir(tmp_path) if "copy" in name] == ["copy.sqlite"]


async def test_a_copy_is_done_however_much_others_write(store: Store, database_url: str, tmp_path: Path) -> None:
    """A service that never rests, in a separate process, does not make it begin again again and again."""
    await asyncio.gather(*(keep(store, number) for number in range(3_000)))  # some 15 MB: several steps
    said = [sys.executable, "-c", RESTLESS, database_url]
    writer = await asyncio.create_subprocess_exec(*said, stdout=subprocess.PIPE)
    assert writer.stdout is not None
    await writer.stdout.readline()
    await asyncio.wait_for(asyncio.to_thread(back_up, database_url, tmp_path / "copy.sqlite"), 30)
    writes_on = writer.returncode is None
    writer.kill()
    await writer.wait()

    assert writes_on


async def test_a_copy_put_back_is_the_database(database_url: str, database_file: Path, tmp_path: Path) -> None:
    """And what was there is kept next to it."""
    copy = tmp_path / "copy.sqlite"
    store = await open_store(database_url)
    await place(store)
    await keep(store, 1)
    back_up(database_url, copy)
    await keep(store, 2)
    await store.close()
    aside = install_copy(database_url, copy)
    assert "2" not in keys(database_file)
    assert aside is not None
    assert "2" in keys(aside)
    again = await open_store(database_url)
    await keep(again, 3)
    await again.close()


async def test_data_put_back_have_an_epoch_of_their_own(database_url: str, tmp_path: Path) -> None:
    """
    Regression: a client could not know that lessons it had seen made are not in the copy. The id stays.
    """
    store = await open_store(database_url)
    service_id = await store.write(ensure_service_id)
    epoch = await store.read(read_epoch)
    back_up(database_url, tmp_path / "copy.sqlite")
    await store.close()
    install_copy(database_url, tmp_path / "copy.sqlite")
    again = await open_store(database_url)
    assert await again.write(ensure_service_id) == service_id
    assert await again.read(read_epoch) != epoch
    await again.close()


STRANGE = (
    "CREATE TRIGGER promote AFTER INSERT ON session BEGIN UPDATE membership SET role = 'owner'; END",
    "CREATE VIEW everybody AS SELECT * FROM person",
    "CREATE TABLE mine (id TEXT)",
    "CREATE UNIQUE INDEX one_label ON session (label)",
    "DROP TRIGGER audit_no_update",
)


@pytest.mark.parametrize("strange", STRANGE)
async def test_a_file_with_objects_that_are_not_ours_is_refused(
    database_url: str, database_file: Path, tmp_path: Path, strange: str
) -> None:
    """
    Regression: a copy's trigger made every member an owner as soon as somebody signed in. Nothing of it is run.
    """
    copy = tmp_path / "copy.sqlite"
    store = await open_store(database_url)
    await keep(store, 1)
    await store.close()
    back_up(database_url, copy)
    before = content_of(database_file)
    changed = apsw.Connection(str(copy))
    changed.execute(strange)
    changed.close()

    with pytest.raises(CopyBroken, match="not as a workbench makes it"):
        install_copy(database_url, copy)

    assert content_of(database_file) == before


@pytest.mark.parametrize("strange", STRANGE)
async def test_a_copy_that_cannot_be_put_back_is_not_called_checked(
    database_url: str, tmp_path: Path, strange: str
) -> None:
    """
    Regression: `admin backup` said "checked" of what `admin restore` refused. The copy is kept; the error says so.
    """
    store = await open_store(database_url)
    await keep(store, 1)
    await store.close()
    changed = apsw.Connection(database_url.removeprefix("sqlite:///"))
    changed.execute(strange)
    changed.close()

    with pytest.raises(CopyBroken, match="not as a workbench makes it .* was written, but .*refuses it"):
        back_up(database_url, tmp_path / "copy.sqlite")
    assert keys(tmp_path / "copy.sqlite") >= keys(Path(database_url.removeprefix("sqlite:///")))
    with pytest.raises(CopyBroken, match="not as a workbench makes it"):
        install_copy(database_url, tmp_path / "copy.sqlite")


async def test_what_sqlite_keeps_for_itself_is_no_stranger(database_url: str, tmp_path: Path) -> None:
    """Figures for its planner, after ANALYZE."""
    copy = tmp_path / "copy.sqlite"
    store = await open_store(database_url)
    await store.close()
    back_up(database_url, copy)
    changed = apsw.Connection(str(copy))
    changed.execute("ANALYZE")
    changed.close()

    assert install_copy(database_url, copy) is not None


async def test_a_copy_of_every_step_is_ours(database_url: str, tmp_path: Path) -> None:
    """An older copy is compared with the schema of its own step."""
    for step in KNOWN:
        copy = tmp_path / f"{step}.sqlite"
        made = apsw.Connection(str(copy))
        made.execute(script("sqlite", end=step)).fetchall()
        made.close()

        check(copy)


async def test_nothing_is_put_back_under_a_service(store: Store, database_url: str, tmp_path: Path) -> None:
    """It would continue in the file that was removed."""
    copy = tmp_path / "copy.sqlite"
    await keep(store, 1)
    back_up(database_url, copy)
    with pytest.raises(Misconfigured, match="using the database"):
        install_copy(database_url, copy)
    await keep(store, 2)


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"\0" * 5_000])
async def test_what_is_no_database_is_not_put_back(
    database_url: str, database_file: Path, tmp_path: Path, content: bytes
) -> None:
    """The one that is there stays."""
    store = await open_store(database_url)
    await store.close()
    before = content_of(database_file)
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(content)
    with pytest.raises(CopyBroken):
        install_copy(database_url, copy)
    assert content_of(database_file) == before


async def test_a_damaged_copy_is_not_put_back(database_url: str, tmp_path: Path) -> None:
    """One page overwritten is found."""
    store = await open_store(database_url)
    await keep(store, 1)
    copy = tmp_path / "copy.sqlite"
    back_up(database_url, copy)
    await store.close()
    with copy.open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xff" * 4096)
    with pytest.raises(CopyBroken):
        install_copy(database_url, copy)


@pytest.mark.parametrize("content", [b"", b"no database" * 900, b"SQLite format 3\0" + b"\xff" * 5_000])
async def test_a_copy_is_put_back_over_a_damaged_database(
    database_url: str, database_file: Path, tmp_path: Path, content: bytes
) -> None:
    """That is what it was made for; the damaged one is kept, its WAL with it and not with the copy."""
    copy, wal = tmp_path / "copy.sqlite", database_file.with_name(f"{database_file.name}-wal")
    store = await open_store(database_url)
    await keep(store, 1)
    back_up(database_url, copy)
    await store.close()
    put(database_file, content)
    put(wal, b"of the damaged one")
    aside = install_copy(database_url, copy)

    assert aside is not None
    assert content_of(aside) == content
    assert keys(database_file) == keys(copy) | {"epoch"}
    assert wal.name not in os.listdir(tmp_path)


async def test_a_wal_that_was_left_alone_is_not_the_copys(
    database_url: str, database_file: Path, tmp_path: Path
) -> None:
    """Somebody deleted the database and not what stood next to it: its last changes are not those of the copy."""
    copy, wal = tmp_path / "copy.sqlite", database_file.with_name(f"{database_file.name}-wal")
    store = await open_store(database_url)
    await keep(store, 1)
    back_up(database_url, copy)
    await keep(store, 2)
    left = content_of(wal)
    await store.close()
    delete(database_file)
    put(wal, left)
    install_copy(database_url, copy)

    assert "2" not in keys(database_file)


async def test_a_link_that_somebody_laid_stopped_a_copy(store: Store, database_url: str, tmp_path: Path) -> None:
    """The copy is made in a folder that nobody else enters, under no name that can be guessed."""
    victim = tmp_path / "victim"
    (tmp_path / f".copy.sqlite.{os.getpid()}").symlink_to(victim)
    back_up(database_url, tmp_path / "copy.sqlite")

    check(tmp_path / "copy.sqlite")
    assert not victim.exists()
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".unfinished-")]


async def test_a_copy_does_not_replace_a_file(store: Store, database_url: str, tmp_path: Path) -> None:
    """Yesterday's copy is not overwritten by a mistyped name."""
    copy = tmp_path / "copy.sqlite"
    copy.write_text("yesterday")
    with pytest.raises(Misconfigured, match="already"):
        back_up(database_url, copy)
    assert copy.read_text() == "yesterday"


def test_a_server_has_tools_of_its_own() -> None:
    """They are named with everything but the password."""
    said = native_tools("postgresql://ana:canary@db.example/lessons?sslmode=require", Path("it's.dump"))
    assert "canary" not in "".join(said)
    assert "host=db.example" in said[0]
    assert said[1].startswith("pg_restore --clean")
