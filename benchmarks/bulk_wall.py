"""A bulk run's wall time over the ideal (rows x latency / parallelism), beside a naive loop of asyncio and httpx.

The service is a process that answers each paid call after so long, and does nothing else. The naive loop keeps no
ledger, resumes nothing and pays twice for what it repeats. Run as: python -m benchmarks.bulk_wall [--full]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.paired import keep
from benchmarks.serving import Serving

PARALLEL = 64
NAIVE_ROWS = 1_280
TARGETS = {0.05: 1.2, 1.0: 1.02}
_LENGTH = re.compile(rb"(?i)content-length: *(\d+)")
_END = "2099-01-01T00:00:00.000Z"
_PAID = "lesson.createStarterLesson"
_READS: dict[str, object] = {
    "service.getCapabilities": {
        "serviceId": "s",
        "name": "waiting",
        "version": "1",
        "procedures": [_PAID, "service.getCapabilities", "service.whoAmI"],
        "additions": ["idempotencyKey", "maxCredits", "organizationId"],
        "limits": {},
        "prices": [{"procedure": _PAID, "credits": 1, "validFrom": "2020-01-01T00:00:00.000Z"}],
        "writer": {"name": "outline", "isAi": False, "languages": None},
    },
    "service.whoAmI": {
        "personId": "p",
        "name": "Ada",
        "email": "ada@example.org",
        "session": {"sessionId": "s", "idleEndsAt": _END, "endsAt": _END},
    },
    "organization.getLastSelectedOrganizationId": {"organizationId": "o"},
    "organization.getUserData": {"personId": "p", "name": "Ada", "aiCreditBalance": 10**9},
}


@dataclass(frozen=True, slots=True)
class Walls:
    """One comparison, in seconds; ratios are by the ideal."""

    rows: int
    latency_seconds: float
    run_seconds: float
    naive_rows: int
    naive_seconds: float

    @property
    def run_by_ideal(self) -> float:
        """The run's wall time by that of every place busy from beginning to end."""
        return self.run_seconds / (self.rows * self.latency_seconds / PARALLEL)

    @property
    def naive_by_ideal(self) -> float:
        """The same of the naive loop, which has fewer rows where it is slow."""
        return self.naive_seconds / (self.naive_rows * self.latency_seconds / PARALLEL)


def main() -> None:
    """Measure, print, keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="long enough for the beginning to weigh little")
    parser.add_argument("--rows", type=int, default=100_000, help="of the plan that is measured")
    parser.add_argument("--json", type=Path, metavar="FILE", help="add every figure to this file")
    chosen = parser.parse_args()
    sizes = {0.05: 12_800, 1.0: 12_800} if chosen.full else {0.05: 3_200, 1.0: 640}
    walls = [compared(rows, latency) for latency, rows in sizes.items()]
    print("| rows | latency | run s | run / ideal | target | naive rows | naive s | naive / ideal |")
    print("|---|---|---|---|---|---|---|---|")
    for each in walls:
        print(
            f"| {each.rows:,} | {each.latency_seconds * 1000:.0f} ms | {each.run_seconds:.1f} "
            f"| **{each.run_by_ideal:.2f}** | {TARGETS[each.latency_seconds]} | {each.naive_rows:,} "
            f"| {each.naive_seconds:.1f} | {each.naive_by_ideal:.2f} |",
            flush=True,
        )
    plans = [child("plan", str(rows)) for rows in (chosen.rows // 10, chosen.rows)]
    print("\n| rows planned | seconds | us a row | peak MiB |\n|---|---|---|---|")
    for plan in plans:
        each_us = plan["seconds"] / plan["rows"] * 1e6
        print(f"| {plan['rows']:,.0f} | {plan['seconds']:.2f} | {each_us:.0f} | {plan['peakMib']:.0f} |")
    keep(chosen.json, "bulk_wall", {"walls": [asdict(each) for each in walls], "plans": plans})


def compared(rows: int, latency_seconds: float) -> Walls:
    """Both sides against one service, one after the other."""
    run = child("run", str(rows), str(latency_seconds))
    few = min(rows, NAIVE_ROWS)
    naive = child("naive", str(few), str(latency_seconds))
    return Walls(rows, latency_seconds, run["seconds"], few, naive["seconds"])


def child(side: str, *words: str) -> dict[str, float]:
    """What one side measured, in a process of its own."""
    code = f"import sys; from benchmarks import bulk_wall; bulk_wall.{side}(*sys.argv[1:])"
    said = subprocess.run([sys.executable, "-c", code, *words], stdout=subprocess.PIPE, text=True, check=True).stdout
    figures: dict[str, float] = json.loads(said.splitlines()[-1])
    return figures


def run(rows: str, latency_seconds: str) -> None:
    """The run as a notebook has it, its ledger on disk."""
    from workbench.bulk.planning import plan_topics
    from workbench.bulk.run import Run
    from workbench.client.sync import Client

    with waiting(latency_seconds) as base_url, tempfile.TemporaryDirectory() as folder:
        os.environ["WORKBENCH_HOME"] = folder
        with Client(base_url, "token") as client:
            plan = plan_topics([f"topic {each}" for each in range(int(rows))], client, language="EN", name="wall")
            made = Run(plan, client, plan.approve(credits=plan.total_credits))
            began = time.perf_counter()
            made.start().wait()
            seconds = time.perf_counter() - began
            if made.progress.counts.done != int(rows):
                raise SystemExit(str(made.progress))
            made.close()
    print(json.dumps({"seconds": seconds}))


def naive(rows: str, latency_seconds: str) -> None:
    """What one writes in ten minutes: a semaphore, gather and httpx; no ledger, no key, no resume."""
    import httpx

    async def all_of_them(base_url: str) -> None:
        places = asyncio.Semaphore(PARALLEL)
        limits = httpx.Limits(max_connections=PARALLEL, max_keepalive_connections=PARALLEL)
        async with httpx.AsyncClient(limits=limits, timeout=60) as http:

            async def one(number: int) -> None:
                async with places:
                    body = {"0": {"json": {"language": "EN", "topic": f"topic {number}"}}}
                    answer = await http.post(f"{base_url}/api/rpc/{_PAID}?batch=1", json=body)
                    assert answer.status_code == 200

            await asyncio.gather(*(one(number) for number in range(int(rows))))

    with waiting(latency_seconds) as base_url:
        began = time.perf_counter()
        asyncio.run(all_of_them(base_url))
        print(json.dumps({"seconds": time.perf_counter() - began}))


def plan(rows: str) -> None:
    """Planning alone: so many lines of a file, no lesson there yet."""
    from workbench.bulk.planning import plan_topics
    from workbench.client.sync import Client

    with waiting("0") as base_url, tempfile.TemporaryDirectory() as folder:
        os.environ["WORKBENCH_HOME"] = folder
        path = Path(folder) / "topics.csv"
        path.write_text("topic\n" + "".join(f"How things work, part {each}\n" for each in range(int(rows))))
        with Client(base_url, "token") as client:
            began = time.perf_counter()
            planned = plan_topics(path, client, language="EN", name="wall")
            seconds = time.perf_counter() - began
            peak = Serving(base_url, os.getpid()).peak_mib()
    print(json.dumps({"rows": len(planned.ready), "seconds": seconds, "peakMib": peak}))


@contextmanager
def waiting(latency_seconds: str) -> Iterator[str]:
    """The service that waits, as a process; its base URL."""
    code = "import sys; from benchmarks import bulk_wall; bulk_wall.serve(float(sys.argv[1]))"
    process = subprocess.Popen([sys.executable, "-c", code, latency_seconds], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


def serve(latency_seconds: float) -> None:
    """Answer until killed."""

    async def forever() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: _Answering(latency_seconds), "127.0.0.1", 0, backlog=512)
        print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
        await server.serve_forever()

    asyncio.run(forever())


class _Answering(asyncio.Protocol):
    """One connection: whole requests in, answers out, the paid ones after the latency."""

    def __init__(self, latency_seconds: float) -> None:
        self._latency_seconds = latency_seconds
        self._heard = b""
        self._made = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._heard += data
        head, found, rest = self._heard.partition(b"\r\n\r\n")
        length = int(sized[1]) if (sized := _LENGTH.search(head)) else 0
        if not found or len(rest) < length:
            return
        self._heard = rest[length:]
        path = head.split(b" ", 2)[1].decode()
        if _PAID in path:
            asyncio.get_running_loop().call_later(self._latency_seconds, self._answer, self._lesson("batch=1" in path))
        else:
            self._answer([_read(name) for name in urlsplit(path).path.rpartition("/")[2].split(",")])

    def _lesson(self, is_batch: bool) -> object:
        self._made += 1
        made = {"result": {"data": {"lessonId": f"lesson{id(self)}-{self._made}", "title": "A lesson"}}}
        return [made] if is_batch else made

    def _answer(self, value: object) -> None:
        body = json.dumps(value).encode()
        self._transport.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nIdempotency-Support: 30d\r\n"
            b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
        )


def _read(name: str) -> object:
    return {"result": {"data": _READS[name]}}


if __name__ == "__main__":
    main()
