"""The store's writer killed in mid-work: what was acknowledged is there, nothing is there by half."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import apsw
import pytest

ROUNDS = int(os.environ.get("KILL_ROUNDS", "4"))

# 32 callers write two rows a unit and say each key only after it was acknowledged.
WRITER = """
import asyncio, itertools, os, sys
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
                await db.run(KEEP, key=f"{key}/second", value="x" * 2000)

            await store.write(unit)
            os.write(1, f"{key}\\n".encode())

    await asyncio.gather(*(caller() for _ in range(32)))

asyncio.run(main())
"""


@pytest.mark.parametrize("number", range(ROUNDS))
def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, number: int) -> None:
    """After SIGKILL the file is whole, every acknowledged unit is in it, and no unit is in it by half."""
    path, said = tmp_path / "service.sqlite", tmp_path / "acknowledged"
    with said.open("wb") as out:
        writer = subprocess.Popen([sys.executable, "-c", WRITER, f"sqlite:///{path}"], stdout=out)
        while said.stat().st_size == 0:
            assert writer.poll() is None
            time.sleep(0.01)
        time.sleep(0.02 + 0.023 * (number % 10))
        writer.kill()
        writer.wait()
    acknowledged = set(said.read_text().splitlines())
    connection = apsw.Connection(str(path))
    kept = {key for (key,) in connection.execute("SELECT key FROM service")}
    firsts = {key for key in kept if "/" not in key}
    assert acknowledged - kept == set()
    assert {f"{key}/second" for key in firsts} == kept - firsts
    assert connection.pragma("integrity_check") == "ok"
