"""What the journal costs a row of a bulk run: processor time, wall time, bytes, syncs; and whether that grows.

The row loop and the journal as they are, and in place of threads and service something that answers at once: so every
round has 64 rows, which is the most. Run as: python -m benchmarks.journal_rows [--rows N] [--rounds N]
"""

from __future__ import annotations

import json
import tempfile
import time
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.child import child
from benchmarks.options import options
from benchmarks.paired import growth, keep, large_and_small, table
from benchmarks.syncs import Syncs, counted

if TYPE_CHECKING:
    from workbench.bulk.journal.outcome import Outcome
    from workbench.bulk.planning.target import RunTarget
    from workbench.bulk.running.executors import SendRequest

PARALLEL = 64


@dataclass(frozen=True, slots=True)
class Cost:
    """One run. `sent_behind` is how many different numbers of finished commits the sends saw before them."""

    rows: int
    rounds: int
    commits: int
    file_syncs: int
    folder_syncs: int
    sent_behind: int
    bytes: int
    cpu_seconds: float
    seconds: float


@dataclass
class AtOnce:
    """An executor that has made the lesson before `submit` returns; it notes how many commits held by then."""

    syncs: Syncs
    upper_limit: int = PARALLEL
    sent: int = 0
    seen: set[int] = field(default_factory=set)

    def set_max_concurrent(self, at_once: int, /) -> int:
        """Nothing waits."""
        return 0

    def submit(self, errand: SendRequest, /) -> Future[Outcome]:
        """The lesson, made."""
        from workbench.bulk.journal.outcome import Outcome, OutcomeKind

        self.sent += 1
        self.seen.add(self.syncs.folders)
        future: Future[Outcome] = Future()
        future.set_result(Outcome(OutcomeKind.MADE, lesson_id=f"abcdefghijklmnopq{self.sent:08}", title=errand.topic))
        return future

    def close(self) -> None:
        """Nothing to let go of."""


def main() -> None:
    """Measure, print, keep the figures."""
    parser = options(__doc__, rounds=3)
    parser.add_argument("--rows", type=int, default=20_000, help="of the large run; the small one has a tenth")
    chosen = parser.parse_args()
    many, few = large_and_small(chosen.rows, chosen.rounds, cost_of)
    print(
        "| rows | processor us a row | wall us a row | bytes a row | syncs a row | syncs a round |\n" + "|---" * 6 + "|"
    )
    for runs in (few, many):
        print(f"| {runs[0].rows:,} | {' | '.join(_cells(runs))} |")
    flat = growth("a row of the journal", "processor us", _cpu_us(many), _cpu_us(few))
    print("\n" + table([flat], f"{chosen.rows:,} rows", f"{chosen.rows // 10:,} rows"))
    keep(chosen.json, "journal_rows", {"runs": [asdict(cost) for cost in few + many], "flat": flat.as_json()})


def cost_of(rows: int) -> Cost:
    """A run of so many rows, in a process of its own."""
    return Cost(**child("journal_rows", "carry_out", str(rows)))


def carry_out(rows: str) -> None:
    """The process that is measured."""
    syncs = counted()  # before anything opens a database
    from workbench.bulk.journal.claims import Claimer
    from workbench.bulk.journal.enrolment import NewRow, StoredApproval, approve, enrol
    from workbench.bulk.journal.idempotency import RunIdentity
    from workbench.bulk.journal.journal_file import JournalFile
    from workbench.bulk.running.scheduler import Scheduler

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        file = JournalFile(path)
        whose = RunIdentity("s", "o", "p", "wall")
        with file.write_transaction() as db:
            entries = [NewRow(index, f"How things work, part {index}", "EN", 1) for index in range(int(rows))]
            selected = enrol(db, whose, "", entries, 0)
            ceiling = approve(db, selected.run_id, StoredApproval("digest", "rows", int(rows)), 0)
        who = Claimer(
            rows=selected,
            identity=whose,
            owner="h b 1 s x",
            keyed=True,
            ceiling=ceiling,
            lease_ms=60_000,
            price_credits=1,
        )
        sends = AtOnce(syncs)
        nobody: Any = None  # nothing is read from a service here
        scheduler = Scheduler(nobody, _place(), file, who, sends, is_owner_gone=lambda owner: False)
        commits, files, folders = commits_of(path), syncs.files, syncs.folders
        began, used, rounds = time.perf_counter(), time.process_time(), 0
        while not scheduler.is_over:
            scheduler.run_round()
            rounds += 1
        cost = Cost(
            rows=sends.sent,
            rounds=rounds,
            commits=commits_of(path) - commits,
            file_syncs=syncs.files - files,
            folder_syncs=syncs.folders - folders,
            sent_behind=len(sends.seen),
            bytes=path.stat().st_size,
            cpu_seconds=time.process_time() - used,
            seconds=time.perf_counter() - began,
        )
        file.close()
    print(json.dumps(asdict(cost)))


def commits_of(path: Path) -> int:
    """How many commits an SQLite file with a rollback journal has seen: its header counts them."""
    return int.from_bytes(path.read_bytes()[24:28], "big")


def _place() -> RunTarget:
    from workbench.bulk.planning.target import RunTarget

    facts = dict.fromkeys(RunTarget.__dataclass_fields__)
    said = {"origin": "http://127.0.0.1", "service": "s", "organization_id": "o", "person": "p", "price_credits": 1}
    terms = {"honours_keys": True, "takes_organization": True, "takes_max_credits": True, "generations_at_once": 128}
    return RunTarget(**facts | said | terms)  # type: ignore[arg-type]


def _cpu_us(runs: list[Cost]) -> list[float]:
    return [run.cpu_seconds / run.rows * 1e6 for run in runs]


def _cells(runs: list[Cost]) -> list[str]:
    figures = (
        (run.seconds / run.rows * 1e6, run.bytes / run.rows, (run.file_syncs + run.folder_syncs)) for run in runs
    )
    wall, size, syncs = (median(column) for column in zip(*figures, strict=True))
    rows, rounds = runs[0].rows, runs[0].rounds
    return [
        f"{median(_cpu_us(runs)):.0f}",
        f"{wall:.0f}",
        f"{size:.0f}",
        f"{syncs / rows:.3f}",
        f"{syncs / rounds:.1f}",
    ]


if __name__ == "__main__":
    main()
