"""Copies of a SQLite database: of one moment, checked, put back only when nobody uses it."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import apsw
import pytest

from tests.service.store.cast import place
from workbench.errors import Misconfigured
from workbench.service.store.backup import CopyBroken, back_up, native_tools, put_back
from workbench.service.store.db import Db, Store, open_store
from workbench.service.store.statement import insert_of
from workbench.service.store.tables import service

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("database_file")]

KEEP = insert_of(service)


def keys(file: Path) -> set[str]:
    """What is kept in a file."""
    connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    found = {key for (key,) in connection.execute("SELECT key FROM service")}
    connection.close()
    return found


def content_of(file: Path) -> bytes:
    """The file, byte for byte."""
    return file.read_bytes()


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


async def test_a_copy_put_back_is_the_database(database_url: str, database_file: Path, tmp_path: Path) -> None:
    """And what was there is kept beside it."""
    copy = tmp_path / "copy.sqlite"
    store = await open_store(database_url)
    await place(store)
    await keep(store, 1)
    back_up(database_url, copy)
    await keep(store, 2)
    await store.close()
    aside = put_back(database_url, copy)
    assert "2" not in keys(database_file)
    assert aside is not None
    assert "2" in keys(aside)
    again = await open_store(database_url)
    await keep(again, 3)
    await again.close()


async def test_nothing_is_put_back_under_a_service(store: Store, database_url: str, tmp_path: Path) -> None:
    """It would go on in the file that was taken away."""
    copy = tmp_path / "copy.sqlite"
    await keep(store, 1)
    back_up(database_url, copy)
    with pytest.raises(Misconfigured, match="using the database"):
        put_back(database_url, copy)
    await keep(store, 2)


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"\0" * 5_000])
async def test_what_is_no_database_is_not_put_back(
    database_url: str, database_file: Path, tmp_path: Path, content: bytes
) -> None:
    """The one that stands there stays."""
    store = await open_store(database_url)
    await store.close()
    before = content_of(database_file)
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(content)
    with pytest.raises(CopyBroken):
        put_back(database_url, copy)
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
        put_back(database_url, copy)


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
