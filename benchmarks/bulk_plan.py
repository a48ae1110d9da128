"""Planning a long list: seconds and memory a row, and whether they grow. Run as: python -m benchmarks.bulk_plan"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from benchmarks.child import child
from benchmarks.options import options
from benchmarks.paired import growth, keep, large_and_small, table
from benchmarks.waiting import waiting


@dataclass(frozen=True, slots=True)
class Planned:
    """One plan: seconds of the processor and by the clock, and the memory that it took in MiB."""

    rows: int
    seconds: float
    cpu_seconds: float
    took_mib: float
    peak_mib: float


def main() -> None:
    """Measure, print, keep the figures."""
    parser = options(__doc__, rounds=3)
    parser.add_argument("--rows", type=int, default=100_000, help="of the long list; the short one has a tenth")
    chosen = parser.parse_args()
    many, few = large_and_small(chosen.rows, chosen.rounds, planned_of)
    print("| rows planned | seconds | us a row | peak MiB |\n|---|---|---|---|")
    for runs in (few, many):
        seconds, peak = median(run.seconds for run in runs), median(run.peak_mib for run in runs)
        print(f"| {runs[0].rows:,} | {seconds:.2f} | {seconds / runs[0].rows * 1e6:.0f} | {peak:.0f} |")
    rows = [
        growth("a row", "processor us", _cpu_us(many), _cpu_us(few)),
        growth("a row", "bytes of memory", _bytes(many), _bytes(few)),
    ]
    print("\n" + table(rows, f"{chosen.rows:,} rows", f"{chosen.rows // 10:,} rows"))
    figures = {"plans": [asdict(planned) for planned in few + many], "growth": [row.as_json() for row in rows]}
    keep(chosen.json, "bulk_plan", figures)


def planned_of(rows: int) -> Planned:
    """A plan of so many rows, in a process of its own."""
    with waiting(0.0) as service:
        return Planned(**child("bulk_plan", "plan", service.base_url, str(rows)))


def plan(base_url: str, rows: str) -> None:
    """The process that is measured: so many lines of a file, no lesson there yet. A small plan before warms it up."""
    from benchmarks.serving import Serving
    from workbench.bulk.planning.planner import plan_topics
    from workbench.client.sync import Client

    mine = Serving(base_url, os.getpid())
    with tempfile.TemporaryDirectory() as folder, Client(base_url, "token") as client:
        os.environ["WORKBENCH_HOME"] = folder
        path = Path(folder) / "topics.csv"
        path.write_text("topic\nHow things begin\n")
        plan_topics(path, client, language="EN", name="small")
        path.write_text("topic\n" + "".join(f"How things work, part {index}\n" for index in range(int(rows))))
        # What the small plan let go of is handed back, or a short list would seem to need less than it does.
        gc.collect()
        ctypes.CDLL(None).malloc_trim(0)
        before = mine.now_mib()
        began, used = time.perf_counter(), time.process_time()
        planned = plan_topics(path, client, language="EN", name="wall")
        seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - used
        peak = mine.peak_mib()
    print(json.dumps(asdict(Planned(len(planned.ready), seconds, cpu_seconds, peak - before, peak))))


def _cpu_us(runs: list[Planned]) -> list[float]:
    return [run.cpu_seconds / run.rows * 1e6 for run in runs]


def _bytes(runs: list[Planned]) -> list[float]:
    return [run.took_mib * 2**20 / run.rows for run in runs]


if __name__ == "__main__":
    main()
