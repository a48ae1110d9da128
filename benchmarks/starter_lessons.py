"""Many starter lessons without a model through the real bulk run: how long, how much memory, how it grows.

Service and client are a process each, on this machine; every size has a fresh service with credits for each lesson.
Run as: python -m benchmarks.starter_lessons [--sizes 300 3000] [--rounds N] [--topics FILE]
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from benchmarks.options import options
from benchmarks.paired import Compared, growth, keep, table
from benchmarks.serving import Serving, ours, owner

_CHILD = "import sys; from benchmarks.starter_lessons import carry_out; carry_out(*sys.argv[1:])"


@dataclass(frozen=True, slots=True)
class Made:
    """One run: wall times in seconds, processor times a lesson in milliseconds, the peaks of memory in MiB."""

    lessons: int
    plan_seconds: float
    run_seconds: float
    service_ms: float
    client_ms: float
    service_peak_mib: float
    client_peak_mib: float

    @property
    def lessons_per_second(self) -> float:
        """Of the run; the plan is made before."""
        return self.lessons / self.run_seconds


def main() -> None:
    """Measure, print, keep the figures."""
    parser = options(__doc__, rounds=3)
    parser.add_argument("--sizes", type=int, nargs=2, default=(300, 3000), metavar="N")
    parser.add_argument("--topics", type=Path, metavar="FILE", help="also make a lesson of each topic in this list")
    chosen = parser.parse_args()
    made: dict[int, list[Made]] = {size: [] for size in chosen.sizes}
    for index in range(chosen.rounds):
        for size in chosen.sizes if index % 2 == 0 else reversed(chosen.sizes):
            made[size].append(made_of(topics(size)))
    listed = [] if chosen.topics is None else [made_of(chosen.topics)]
    print(summary([runs for runs in [*made.values(), listed] if runs]) + "\n")
    rows = grown(made[chosen.sizes[0]], made[chosen.sizes[1]])
    print(table(rows, f"{chosen.sizes[1]:,} lessons", f"{chosen.sizes[0]:,} lessons"))
    figures = {"runs": [asdict(run) for runs in (*made.values(), listed) for run in runs]}
    keep(chosen.json, "starter_lessons", figures | {"growth": [row.as_json() for row in rows]})


def topics(count: int) -> str:
    """So many topics, a line each, no two alike."""
    things = ("tides", "bridges", "bread", "vaccines", "contracts", "glaciers", "looms", "budgets", "orchards", "maps")
    return "topic\n" + "".join(f"How {things[index % 10]} work, part {index // 10 + 1}\n" for index in range(count))


def made_of(source: str | Path) -> Made:
    """A lesson of each topic at a fresh service."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "topics.csv"
        file.write_bytes(source.read_bytes() if isinstance(source, Path) else source.encode())
        url = f"sqlite:///{Path(folder) / 'service.db'}"
        added = owner(url, 1_000_000)
        with ours(url) as server:
            client = [sys.executable, "-c", _CHILD, server.base_url, str(file), folder]
            idle = server.cpu_seconds()
            said = subprocess.run(
                client, input=added.session_token, stdout=subprocess.PIPE, text=True, check=True
            ).stdout
            heard = json.loads(said.splitlines()[-1])
            used = server.cpu_seconds() - idle
            return Made(
                heard["lessons"],
                heard["planSeconds"],
                heard["runSeconds"],
                used / heard["lessons"] * 1000,
                heard["cpuSeconds"] / heard["lessons"] * 1000,
                server.peak_mib(),
                heard["peakMib"],
            )


def carry_out(base_url: str, file: str, folder: str) -> None:
    """The client's process: plan and run as `workbench generate` does. The token comes on standard input."""
    import os

    from workbench.bulk import Run, plan_topics
    from workbench.client.sync import Client

    os.environ["WORKBENCH_HOME"] = str(Path(folder) / "home")
    with Client(base_url, sys.stdin.read()) as client:
        began = time.perf_counter()
        plan = plan_topics(Path(file), client, language="EN", name="benchmark")
        planned = time.perf_counter()
        used = time.process_time()
        run = Run(plan, client, plan.approve(credits=plan.total_credits)).start().wait()
        figures = {
            "lessons": run.progress.counts.done,
            "planSeconds": planned - began,
            "runSeconds": time.perf_counter() - planned,
            "cpuSeconds": time.process_time() - used,
            "peakMib": Serving(base_url, os.getpid()).peak_mib(),
        }
        run.close()
    if figures["lessons"] != len(plan.ready):
        raise SystemExit(f"{figures['lessons']} of {len(plan.ready)} lessons were made: {run.progress}")
    print(json.dumps(figures))


def grown(few: list[Made], many: list[Made]) -> list[Compared]:
    """What a lesson costs in the large run by what it costs in the small one."""
    costs: dict[tuple[str, str], Callable[[Made], float]] = {
        ("a lesson", "wall ms"): lambda run: run.run_seconds / run.lessons * 1000,
        ("a lesson in the service", "processor ms"): lambda run: run.service_ms,
        ("a lesson in the client", "processor ms"): lambda run: run.client_ms,
    }
    return [growth(*named, [cost(run) for run in many], [cost(run) for run in few]) for named, cost in costs.items()]


def summary(groups: list[list[Made]]) -> str:
    """The runs as a table of medians."""
    lines = [
        "| lessons | plan s | run s | lessons/s | service peak MiB | client peak MiB |",
        "|---|---|---|---|---|---|",
    ]
    for runs in groups:

        def middle(name: str, runs: list[Made] = runs) -> float:
            return float(median(getattr(run, name) for run in runs))

        lines.append(
            f"| {runs[0].lessons:,} | {middle('plan_seconds'):.2f} | {middle('run_seconds'):.2f} "
            f"| {middle('lessons_per_second'):,.0f} | {middle('service_peak_mib'):.0f} "
            f"| {middle('client_peak_mib'):.0f} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
