"""Changing 1,000 titles as a change set beside a loop of calls; comparing 10,000 rows beside 1,000; on each database.

Planning, the journal and the requests are all in it; the loop has one connection and asks for nothing that the change
set asks for: no comparison, no journal, no undo. Run as: python -m benchmarks.change_sets [--rounds N]
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from itertools import count

import httpx

from benchmarks.databases import each_database
from benchmarks.growth import fill
from benchmarks.options import options
from benchmarks.paired import Compared, growth, in_turn, report
from benchmarks.serving import ours, owner
from workbench.changes.planning import plan_changes
from workbench.changes.running import ChangeRun
from workbench.client.sync import Client
from workbench.wire.headers import DEFAULT_COOKIE_NAME, cookie_header

TITLES = 1_000
ROWS = 10_000
NUMBERS = count(1)


def main() -> None:
    """Measure, print the table, keep the figures."""
    chosen = options(__doc__, rounds=3).parse_args()
    with each_database() as databases, tempfile.TemporaryDirectory() as folder:
        os.environ["WORKBENCH_HOME"] = folder
        rows = [
            comparison for name, fresh in databases.items() for comparison in measured(name, fresh(), chosen.rounds)
        ]
    report("change_sets", rows, "the change set; 10,000 rows", "the loop; 1,000 rows", chosen.json)


def measured(name: str, url: str, rounds: int) -> list[Compared]:
    """Both measurements on one database, whose lessons have one short block each."""
    added = owner(url, 100)
    ids = asyncio.run(fill(url, added, ROWS, blocks=1))
    cookie = {"cookie": cookie_header(DEFAULT_COOKIE_NAME, added.session_token)}
    with (
        ours(url, core=0) as service,
        Client(service.base_url, added.session_token) as client,
        httpx.Client(base_url=service.base_url, headers=cookie) as bare,
    ):
        sides = partial(change_set, client, ids[:TITLES]), partial(loop, bare, ids[:TITLES])
        changed = list(in_turn(rounds, *sides, warm=True))
        sides = partial(compared, client, ids), partial(compared, client, ids[: ROWS // 10])
        found = list(in_turn(rounds, *sides, warm=True))
    return [
        Compared(f"1,000 titles, {name}", "s", *_sides(changed), target=1.0, at_least=False),
        growth(f"a row compared, {name}", "us", [pair[0] / ROWS * 1e6 for pair in found], _small(found)),
    ]


def change_set(client: Client, ids: Sequence[str]) -> float:
    """Seconds for other titles as a change set: planned, approved, carried out."""
    number = next(NUMBERS)
    table = [{"lesson_id": id_, "title": f"Title {number}"} for id_ in ids]
    began = time.perf_counter()
    plan = plan_changes(table, client, name=f"titles {number}")
    with ChangeRun(plan, client, plan.approve(changes=len(plan.changes))) as run:
        run.start()
    seconds = time.perf_counter() - began
    assert run.progress.counts.done == len(ids), run.progress
    return seconds


def loop(bare: httpx.Client, ids: Sequence[str]) -> float:
    """Seconds for other titles, one call after the other."""
    number = next(NUMBERS)
    began = time.perf_counter()
    for id_ in ids:
        body = {"0": {"json": {"lessonId": id_, "title": f"Title {number}"}}}
        bare.post("/api/rpc/lesson.renameLesson?batch=1", json=body).raise_for_status()
    return time.perf_counter() - began


def compared(client: Client, ids: Sequence[str]) -> float:
    """Seconds for comparing a table of these lessons, each with another title, with the service."""
    table = [{"lesson_id": id_, "title": "Compared"} for id_ in ids]
    began = time.perf_counter()
    plan = plan_changes(table, client, name="compared")
    seconds = time.perf_counter() - began
    assert len(plan.changes) == len(ids)
    return seconds


def _sides(found: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
    return [pair[0] for pair in found], [pair[1] for pair in found]


def _small(found: Sequence[Sequence[float]]) -> list[float]:
    return [pair[1] / (ROWS // 10) * 1e6 for pair in found]


if __name__ == "__main__":
    main()
