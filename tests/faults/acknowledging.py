"""A program that writes into a store until it is killed, and says what was acknowledged; one key a line, in a file.

`python -m tests.faults.acknowledging URL CALLERS BYTES [server]`: so many callers write two rows a unit, the second of
so many bytes, and say the unit's key only after it was acknowledged. With `server` they ask something between the two
rows, so that the server's death may come there, and leave what fails.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import func, select

from tests.hanging import HANG_SECONDS
from tests.meta.source_tree import ROOT
from workbench.errors import WorkbenchError
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db, Store
from workbench.service.db.statement import Statement, insert_of
from workbench.service.db.tables import service

KEEP = insert_of(service)
SIZE = Statement(select(func.count()).select_from(select(service.c.key).limit(3).subquery()))


@contextmanager
def acknowledging(
    database_url: str, said: Path, *, callers: int, size: int, server: bool = False
) -> Iterator[subprocess.Popen[bytes]]:
    """The program, writing into the file `said`, once it has been told of its first commit; killed in the end."""
    words = ["-m", "tests.faults.acknowledging", database_url, str(callers), str(size), *(["server"] if server else [])]
    with said.open("wb") as out:
        writer = subprocess.Popen(
            [sys.executable, *words], stdout=out, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
        )
        try:
            until_more(said, 0, writer)
            yield writer
        finally:
            writer.kill()
            writer.wait()


def until_more(said: Path, before: int, writer: subprocess.Popen[bytes]) -> None:
    """Until the writer was told of another commit; after a death that means that it has found its way back."""
    ends = time.monotonic() + HANG_SECONDS
    while said.stat().st_size <= before:
        assert writer.poll() is None
        assert time.monotonic() < ends
        time.sleep(0.01)


async def write(database_url: str, callers: int, size: int, *, server: bool) -> None:
    """Write until killed."""
    store = await open_store(database_url)
    keys = (f"{os.getpid()}.{number}" for number in itertools.count())
    await asyncio.gather(*(_call(store, keys, "x" * size, server) for _ in range(callers)))


async def _call(store: Store, keys: Iterator[str], second: str, server: bool) -> None:
    for key in keys:

        async def unit(db: Db, key: str = key) -> None:
            await db.run(KEEP, key=key, value="first")
            if server:
                await db.rows(SIZE)
            await db.run(KEEP, key=f"{key}/second", value=second)

        try:
            await store.write(unit)
        except WorkbenchError:
            if not server:
                raise
            await asyncio.sleep(0.02)
        else:
            os.write(1, f"{key}\n".encode())


if __name__ == "__main__":
    url, of_callers, of_bytes, *kind = sys.argv[1:]
    asyncio.run(write(url, int(of_callers), int(of_bytes), server=kind == ["server"]))
