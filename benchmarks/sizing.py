"""What a request costs: processor time of the service and of PostgreSQL, requests a second, bytes on disk for a lesson.

The figures that `docs/scale.md` reckons with. Run as: python -m benchmarks.sizing [--lessons N] [--seconds S]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from uuid import UUID

import psycopg

from benchmarks.growth import fill
from benchmarks.options import load_meanwhile, options
from benchmarks.paired import keep
from benchmarks.service_reads import three_reads
from benchmarks.serving import Serving, cpu_seconds, need, ours, owner
from benchmarks.wrk import CONNECTIONS, Load, load, read_target
from tests.postgresql_server import Server, server
from workbench.service.administration.admin import AddedPerson
from workbench.wire.headers import DEFAULT_COOKIE_NAME, cookie_header

LESSONS = 32
POST = "wrk.method = 'POST'\nwrk.headers['Content-Type'] = 'application/json'\nlocal n = 0\n"
EDIT = """function request()
  n = n + 1
  local content = '{"markdown":"' .. string.rep('A sentence of a lesson, as long as sentences are. ', 6) .. n .. '"}'
  return wrk.format(nil, nil, nil, '{"0":{"json":{"language":"EN","lessonId":"' .. lessons[n % #lessons + 1] ..
    '","transactions":[{"label":"edit","mutations":[{"type":"lessonBlockUpdate","id":"@","content":' .. content ..
    '}]}]}}}')
end
"""
STARTER = """function request()
  n = n + 1
  return wrk.format(nil, nil, nil, '{"0":{"json":{"language":"EN","topic":"Bread and how it is made, ' .. n .. '"}}}')
end
"""


@dataclass(frozen=True, slots=True)
class LoadRequest:
    """A request: how a table calls it, where it goes, and the script that writes its body."""

    what: str
    target: str
    script: Path | None = None


@dataclass(frozen=True, slots=True)
class Cost:
    """What one request takes; `database_us` is PostgreSQL's own processor time, 0 on SQLite."""

    what: str
    requests_per_second: float
    p99_ms: float
    service_us: float
    database_us: float


def main() -> None:
    """Measure, print the tables, keep the figures."""
    parser = options(__doc__, rounds=3)
    parser.add_argument("--lessons", type=int, default=1_000, metavar="N", help="of 200 blocks each")
    parser.add_argument("--seconds", type=float, default=3)
    chosen = parser.parse_args()
    need("wrk")
    kept: dict[str, list[dict[str, object]]] = {}
    with tempfile.TemporaryDirectory() as folder, server(durable=True) as database:
        for name, url in {"SQLite": f"sqlite:///{folder}/sized.db", "PostgreSQL": database.fresh()}.items():
            spent = _nothing if name == "SQLite" else lambda: processor_of(database)
            costs, kib = measured(url, Path(folder), spent, chosen)
            print(f"\n{name}: {kib:,.0f} KiB on disk for a lesson of 200 blocks\n\n{shown(costs)}")
            kept[name] = [{name: getattr(cost, name) for name in Cost.__slots__} for cost in costs]
    print(load_meanwhile())
    keep(chosen.json, "sizing", kept)


def measured(
    url: str, folder: Path, spent: Callable[[], float], chosen: argparse.Namespace
) -> tuple[list[Cost], float]:
    """The cost of each request, and the bytes on disk of a lesson."""
    added = owner(url, 1_000_000)
    lessons = asyncio.run(fill(url, added, chosen.lessons))[-LESSONS:]
    kib = stored_bytes(url) / 1024 / chosen.lessons
    cookie = cookie_header(DEFAULT_COOKIE_NAME, added.session_token)
    with ours(url, core=0) as service:
        costs = []
        for request in _requests(added, lessons, folder):
            rounds = [_loaded(service, request, cookie, spent, chosen.seconds) for _ in range(chosen.rounds + 1)][1:]
            figures = zip(
                *[
                    (measured_load.requests_per_second, measured_load.p99_ms, measured_load.cpu_us, took)
                    for measured_load, took in rounds
                ],
                strict=True,
            )
            costs.append(Cost(request.what, *[median(figure) for figure in figures]))
        return costs, kib


def shown(costs: Sequence[Cost]) -> str:
    """The costs as a table of Markdown."""
    lines = ["| request | requests/s | p99 ms | service us | database us |", "|---|---|---|---|---|"]
    for cost in costs:
        took = f"{cost.service_us:,.0f} | {cost.database_us:,.0f}"
        lines.append(f"| {cost.what} | {cost.requests_per_second:,.0f} | {cost.p99_ms:,.1f} | {took} |")
    return "\n".join(lines)


def processor_of(database: Server) -> float:
    """What all processes of the database server that run now have used of the processor, in seconds."""
    return sum([cpu_seconds(pid) for pid in database.children()])


def stored_bytes(url: str) -> int:
    """The size of the database on disk."""
    if url.startswith("sqlite"):
        return Path(url.removeprefix("sqlite:///")).stat().st_size
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    assert found is not None
    return int(found[0])


def _loaded(
    service: Serving, request: LoadRequest, cookie: str, spent: Callable[[], float], seconds: float
) -> tuple[Load, float]:
    """One run, and the microseconds that the database spent on each request."""
    before = spent()
    run = load(service, request.target, cookie, seconds=seconds, connections=CONNECTIONS, script=request.script)
    return run, (spent() - before) / (run.requests_per_second * seconds) * 1e6


def _requests(added: AddedPerson, lessons: Sequence[str], folder: Path) -> list[LoadRequest]:
    edit, starter = folder / "edit.lua", folder / "starter.lua"
    named = ", ".join([f'"{lesson}"' for lesson in lessons])
    edit.write_text(f"{POST}local lessons = {{{named}}}\n{EDIT.replace('@', str(UUID(int=1)))}", encoding="utf-8")
    starter.write_text(POST + STARTER, encoding="utf-8")
    changes = {"lessonId": lessons[0], "sinceRevision": 1}
    return [
        LoadRequest("nothing new in a lesson (`getChanges`)", read_target("realtime.getChanges", changes)),
        LoadRequest("a batch of three small reads", three_reads(added.organization_id)),
        LoadRequest("the recent items (20)", read_target("organization.getDashboardRecentItems", {})),
        LoadRequest("a page of 100 lessons", read_target("lesson.listLessons", {"limit": 100})),
        LoadRequest("a lesson of 200 blocks", read_target("lesson.getLesson", {"lessonId": lessons[0]})),
        LoadRequest("one block of 200 changed", "/api/rpc/realtime.executeTransactions?batch=1", edit),
        LoadRequest("a starter lesson without a model", "/api/rpc/lesson.createStarterLesson?batch=1", starter),
    ]


def _nothing() -> float:
    return 0.0


if __name__ == "__main__":
    main()
