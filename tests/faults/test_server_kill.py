"""A PostgreSQL that is killed under a service's store: what was acknowledged is there, nothing is there by half.

In every second round one of its processes dies and the server recovers by itself; in the others all of it dies and is
started again. `--rounds` says how many there are (`make sweep-kills`: 200). SIGKILL does not test the disk.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.needs import needs
from tests.postgresql_server import Server, server

pytestmark = needs("postgresql")

# 16 callers write two rows a unit and say each key only after it was acknowledged; what fails they leave.
WRITER = """
import asyncio, itertools, os, sys
from workbench.errors import WorkbenchError
from workbench.service.store import postgresql_pool
from workbench.service.store.db import open_store
from workbench.service.store.statement import insert_of
from workbench.service.store.tables import service

KEEP = insert_of(service)

async def main():
    store = await open_store(sys.argv[1])
    count = itertools.count()

    async def caller():
        while True:
            key = f"{os.getpid()}.{next(count)}"

            async def unit(db):
                await db.run(KEEP, key=key, value="first")
                await db.rows(SIZE)
                await db.run(KEEP, key=f"{key}/second", value="x" * 500)

            try:
                await store.write(unit)
            except WorkbenchError:
                await asyncio.sleep(0.02)
            else:
                os.write(1, f"{key}\\n".encode())

    await asyncio.gather(*(caller() for _ in range(16)))

from sqlalchemy import func, select
from workbench.service.store.statement import Statement
SIZE = Statement(select(func.count()).select_from(select(service.c.key).limit(3).subquery()))

asyncio.run(main())
"""
INDEXES = (
    "SELECT bt_index_check(c.oid, true) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
    "JOIN pg_am a ON a.oid = c.relam JOIN pg_namespace n ON n.oid = c.relnamespace "
    "WHERE a.amname = 'btree' AND n.nspname = 'public' AND i.indisvalid"
)


@pytest.fixture
def durable() -> Iterator[Server]:
    """A server that syncs like a real one."""
    with server(durable=True) as running:
        yield running


def test_what_was_acknowledged_survives_the_server(
    durable: Server, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """After each death every acknowledged unit is there, none by half, and the indexes are whole."""
    database_url = durable.fresh()
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION amcheck")
    for number in range(pytestconfig.getoption("rounds")):
        said = tmp_path / f"acknowledged {number}"
        with said.open("wb") as out:
            writer = subprocess.Popen([sys.executable, "-c", WRITER, database_url], stdout=out)
            try:
                _until_something(said, writer)
                time.sleep(0.02 + 0.023 * (number % 10))
                if number % 2:
                    durable.kill_backend()
                    time.sleep(0.05)
                    durable.wait()
                    _until_more(said, said.stat().st_size, writer)
                else:
                    durable.kill()
                    durable.start_again()
            finally:
                writer.kill()
                writer.wait()
        acknowledged = set(said.read_text().splitlines())
        with psycopg.connect(database_url, autocommit=True) as connection:
            kept = {key for (key,) in connection.execute("SELECT key FROM service")}
            connection.execute(INDEXES.encode())
        firsts = {key for key in kept if "." in key and "/" not in key}
        assert acknowledged - kept == set()
        assert {key.removesuffix("/second") for key in kept if "/" in key} == firsts


def _until_something(said: Path, writer: subprocess.Popen[bytes]) -> None:
    _until_more(said, 0, writer)


def _until_more(said: Path, before: int, writer: subprocess.Popen[bytes]) -> None:
    """Until the writer was told of another commit; after a death that means that it has found its way back."""
    ends = time.monotonic() + 30
    while said.stat().st_size <= before:
        assert writer.poll() is None
        assert time.monotonic() < ends
        time.sleep(0.01)
