"""A bulk run's wall time over the ideal (rows x latency / 64), beside a naive loop of asyncio and httpx, and Dask.

All against one service that only waits (`waiting.py`), one after the other. The naive loop and Dask's `map` keep no
journal, resume nothing and pay twice for what they repeat. Run as: python -m benchmarks.bulk_wall [--full]
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.child import child
from benchmarks.journal_rows import commits_of
from benchmarks.options import options
from benchmarks.paired import keep
from benchmarks.waiting import PAID, PARALLEL, waiting

SIDES = {"run": 1, "naive": 10, "dask": 10}
"""What is compared, and by how much fewer rows it gets."""

TARGETS = {0.05: 1.2, 1.0: 1.02}


@dataclass(frozen=True, slots=True)
class Wall:
    """One side: seconds, microseconds of processor a row in its first process and in the service, durable commits."""

    side: str
    rows: int
    latency_seconds: float
    seconds: float
    cpu_us: float
    service_us: float
    commits: int = 0

    @property
    def by_ideal(self) -> float:
        """The wall time by that of every place busy from beginning to end."""
        return self.seconds / (self.rows * self.latency_seconds / PARALLEL)


def main() -> None:
    """Measure, print, keep the figures."""
    parser = options(__doc__)
    parser.add_argument("--full", action="store_true", help="long enough for the beginning to weigh little")
    parser.add_argument("--latency", type=float, choices=TARGETS, help="this one alone, in seconds")
    chosen = parser.parse_args()
    sizes = {0.05: 12_800, 1.0: 12_800} if chosen.full else {0.05: 6_400, 1.0: 1_280}
    walls = []
    print("| latency | by | rows | seconds | of the ideal | target | processor us | service us | rows a commit |")
    print("|---" * 9 + "|")
    for latency, rows in sizes.items():
        for side, fewer in SIDES.items():
            if chosen.latency in (None, latency):
                walls.append(wall(side, max(640, rows // fewer), latency))
                print(summary(walls[-1]), flush=True)
    keep(
        chosen.json,
        "bulk_wall",
        [asdict(wall) | {"byIdeal": wall.by_ideal} for wall in walls],
    )


def summary(wall: Wall) -> str:
    """One line of the table."""
    target = f"{TARGETS[wall.latency_seconds]}" if wall.side == "run" else ""
    together = f"{wall.rows / wall.commits:.1f}" if wall.commits else "none"
    return (
        f"| {wall.latency_seconds * 1000:.0f} ms | {wall.side} | {wall.rows:,} | {wall.seconds:.1f} "
        f"| **{wall.by_ideal:.3f}** | {target} | {wall.cpu_us:.0f} | {wall.service_us:.0f} | {together} |"
    )


def wall(side: str, rows: int, latency_seconds: float) -> Wall:
    """One side in a process of its own, with a service of its own."""
    with waiting(latency_seconds) as service:
        idle = service.cpu_seconds()
        figures = child("bulk_wall", side, service.base_url, str(rows))
        service_us = (service.cpu_seconds() - idle) / rows * 1e6
    cpu_us, commits = figures["cpuSeconds"] / rows * 1e6, figures["commits"]
    return Wall(side, rows, latency_seconds, figures["seconds"], cpu_us, service_us, commits)


def run(base_url: str, rows: str) -> None:
    """The run as a notebook has it, its journal on disk."""
    from workbench.bulk.planning.planner import plan_topics
    from workbench.bulk.running.run import Run
    from workbench.client.sync import Client

    with tempfile.TemporaryDirectory() as folder:
        os.environ["WORKBENCH_HOME"] = folder
        with Client(base_url, "token") as client:
            plan = plan_topics([f"topic {index}" for index in range(int(rows))], client, language="EN", name="wall")
            made = Run(plan, client, plan.approve(credits=plan.total_credits))
            (journal,) = Path(folder).rglob("*.sqlite")
            timed(lambda: made.start().wait(), lambda: commits_of(journal))
            if made.progress.counts.done != int(rows):
                raise SystemExit(str(made.progress))
            made.close()


def naive(base_url: str, rows: str) -> None:
    """What one writes in ten minutes: a semaphore, gather and httpx; no journal, no key, no resume."""
    import httpx

    async def all_of_them() -> None:
        places = asyncio.Semaphore(PARALLEL)
        async with httpx.AsyncClient(timeout=60) as http:  # with its limits lifted it is many times slower

            async def one(number: int) -> None:
                async with places:
                    answer = await http.post(f"{base_url}/api/rpc/{PAID}?batch=1", json=_body(number))
                    assert answer.status_code == 200

            await asyncio.gather(*(one(number) for number in range(int(rows))))

    timed(lambda: asyncio.run(all_of_them()))


def dask(base_url: str, rows: str) -> None:
    """Dask as its manual shows it: `client.map` over a cluster of two processes with half of the places each."""
    import dask
    from distributed import Client, LocalCluster

    dask.config.set({"distributed.admin.tick.limit": "1h"})
    cluster: AbstractContextManager[Any] = LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=PARALLEL // 2, dashboard_address=None, silence_logs=50
    )
    with cluster as workers, Client(workers) as client:  # type: ignore[no-untyped-call]
        client.gather(client.map(_sent, [-1, -2], base_url=base_url, pure=False))  # both have a client of their own now
        timed(lambda: client.gather(client.map(_sent, range(int(rows)), base_url=base_url, pure=False)))


def timed(work: Callable[[], object], commits: Callable[[], int] = int) -> None:
    """Do it, and print how long it took, what it used of the processor, and how many commits there were."""
    began, used, before = time.perf_counter(), time.process_time(), commits()
    work()
    seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - used
    print(json.dumps({"seconds": seconds, "cpuSeconds": cpu_seconds, "commits": commits() - before}))


def _sent(number: int, base_url: str) -> int:
    answer = _http().post(f"{base_url}/api/rpc/{PAID}?batch=1", json=_body(number))
    return int(answer.status_code)


@cache
def _http() -> Any:
    import httpx

    return httpx.Client(timeout=60)


def _body(number: int) -> dict[str, Any]:
    return {"0": {"json": {"language": "EN", "topic": f"topic {number}"}}}


if __name__ == "__main__":
    main()
