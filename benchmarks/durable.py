"""Durable transactions: in process beside the disk's own fdatasync rate, over HTTP beside the service's trivial read.

A transaction counts when its caller has heard that it is on disk. Run as: python -m benchmarks.durable [--folder DIR]
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from benchmarks.options import options
from benchmarks.paired import Compared, in_turn, keep, table
from benchmarks.serving import need, ours, owner
from benchmarks.wrk import load
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db, Store
from workbench.service.db.statement import insert_of
from workbench.service.db.tables import service
from workbench.wire.headers import DEFAULT_COOKIE_NAME, cookie_header

KEEP = insert_of(service)
PAGE = b"\x00" * 4_096
FILE_PAGES = 2_048
CONNECTIONS = 32
READ = "/api/rpc/service.whoAmI?batch=1"
WRITE = "/api/rpc/organization.selectOrganization?batch=1"


def main() -> None:
    """Measure, print the tables, keep the figures."""
    parser = options(__doc__, rounds=15)
    parser.add_argument("--seconds", type=float, default=0.4, help="of one side of a round in process")
    parser.add_argument("--folder", type=Path, help="where the files are made: on the disk that is meant")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        inside = asyncio.run(in_process(Path(folder), chosen.rounds, chosen.seconds))
        print(table(inside, "transactions", "fdatasync") + "\n")
        outside = over_http(Path(folder), chosen.rounds)
        print(table(outside, "durable write", "trivial read"))
    keep(chosen.json, "durable", [row.as_json() for row in (*inside, *outside)])


async def in_process(folder: Path, rounds: int, seconds: float) -> list[Compared]:
    """Transactions a second with one caller and with 32, each by the disk's rate in the same round."""
    store = await open_store(f"sqlite:///{folder / 'durable.db'}")
    overwritten = folder / "overwritten"
    overwritten.write_bytes(PAGE * FILE_PAGES)
    try:
        rates: dict[int, list[tuple[float, float]]] = {1: [], CONNECTIONS: []}
        await transactions(store, CONNECTIONS, seconds)
        for index in range(rounds):
            for callers in (1, CONNECTIONS) if index % 2 else (CONNECTIONS, 1):
                synced = syncs(overwritten, seconds / 2)
                written = await transactions(store, callers, seconds)
                rates[callers].append((written, (synced + syncs(overwritten, seconds / 2)) / 2))
    finally:
        await store.close()
    rows = []
    for callers, target in ((1, 0.6), (CONNECTIONS, 6.0)):
        left, right = zip(*rates[callers], strict=True)
        rows.append(Compared(f"in process, {callers} at once", "a second", left, right, target))
    return rows


def syncs(file: Path, seconds: float) -> float:
    """How often a second the disk takes a page that is overwritten in place, one after the other."""
    opened = os.open(file, os.O_WRONLY)
    try:
        done = 0
        began = time.perf_counter()
        while (now := time.perf_counter()) - began < seconds:
            os.pwrite(opened, PAGE, (done % FILE_PAGES) * len(PAGE))
            os.fdatasync(opened)
            done += 1
        return done / (now - began)
    finally:
        os.close(opened)


async def transactions(store: Store, callers: int, seconds: float) -> float:
    """Units a second, `callers` at once; each inserts one row and is awaited until it is on disk."""
    began = time.perf_counter()

    async def caller(place: int) -> int:
        done = 0
        while time.perf_counter() - began < seconds:
            await store.write(_keeping(f"{began}/{place}/{done}"))
            done += 1
        return done

    done = await asyncio.gather(*[caller(place) for place in range(callers)])
    return sum(done) / (time.perf_counter() - began)


def _keeping(key: str) -> Callable[[Db], Coroutine[Any, Any, None]]:
    async def unit(db: Db) -> None:
        await db.run(KEEP, key=key, value="kept")

    return unit


def over_http(folder: Path, rounds: int) -> list[Compared]:
    """Requests a second at 32 connections: a write that waits for the disk, by a read of the same service."""
    if sys.platform != "linux":
        return []
    need("wrk")
    url = f"sqlite:///{folder / 'http.db'}"
    added = owner(url, 100)
    cookie = cookie_header(DEFAULT_COOKIE_NAME, added.session_token)
    body = json.dumps({"0": {"json": {"organizationId": added.organization_id}}})
    script = folder / "write.lua"
    script.write_text(
        f"wrk.method = 'POST'\nwrk.body = '{body}'\nwrk.headers['Content-Type'] = 'application/json'\n",
        encoding="utf-8",
    )
    with ours(url, core=0) as server:

        def side(target: str, script: Path | None) -> Callable[[], float]:
            return lambda: (
                load(server, target, cookie, seconds=1, connections=CONNECTIONS, script=script).requests_per_second
            )

        sides = [side(WRITE, script), side(READ, None)]
        heard = list(in_turn(rounds, *sides, warm=True))
    left, right = [pair[0] for pair in heard], [pair[1] for pair in heard]
    return [Compared(f"over HTTP, {CONNECTIONS} connections", "requests/s", left, right, 0.4)]


if __name__ == "__main__":
    main()
