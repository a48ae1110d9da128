"""How a run meets each trouble of the fault table, and what the invariants say when it is over.

Each trial also says whether the trouble came about: a kill that came too late for a short run did not.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.cases import Drawn, Trouble
from tests.faults.crashes import QUICK, Label, destined, topics
from tests.faults.faulty_service import PROJECT, FaultyService
from tests.faults.invariants import broken, broken_apart
from tests.faults.kernels import Kernels
from tests.faults.truth import PRICE, Truth
from workbench.bulk.journal.idempotency import journal_name
from workbench.bulk.journal.recovery import reset_journal
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.planner import PlanTarget, plan_topics
from workbench.bulk.run_summaries import find_runs
from workbench.bulk.running.clocks import Clocks, epoch_ms, monotonic_ms
from workbench.bulk.running.progress import RunPhase
from workbench.bulk.running.resume import replan
from workbench.bulk.running.run import Run
from workbench.client.sync import Client
from workbench.errors import JournalError

MOST_STARTS = 12
HOUR_MS = 3_600_000
SPELLINGS: tuple[Callable[[str], str], ...] = (
    str,
    str.upper,
    str.title,
    lambda topic: f"  {topic.replace(' ', '   ')} ",
)


@dataclass
class Trial:
    """One case: a service that has begun with it, a client, and a folder for journals."""

    drawn: Drawn
    service: FaultyService
    client: Client
    folder: Path
    kernels: Kernels
    small_disk: Path | None = None
    met: bool = False
    truth: Truth = field(init=False)
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.truth = self.service.begin(self.drawn.case)
        self.chance = self.drawn.chance()

    def plan(self, said: Sequence[str] = ()) -> Plan:
        """The plan of the case, or of another spelling of its list."""
        rows = destined(said or topics(self.drawn.case.rows), self.project)
        return plan_topics(rows, self.client, language="EN", target=PlanTarget(project=self.project))

    def run(
        self,
        plan: Plan | None = None,
        *,
        folder: Path | None = None,
        clocks: Clocks | None = None,
        approved: bool = False,
    ) -> Run:
        """A run of it, not yet started; `approved` for more rows than need no person's word."""
        plan = plan or self.plan()
        is_named = approved or plan.cost.shortfall
        approval = plan.approve(rows=len(plan.ready), beyond_balance=True) if is_named else None
        return Run(plan, self.client, approval, retry_policy=QUICK, folder=folder or self.folder, clocks=clocks)

    def taken_up(self) -> Plan | None:
        """The plan from the journal alone, where one was begun and says where the lessons go."""
        begun = [run for run in find_runs(self.folder) if run.rows and self.project]
        return replan(begun[0], self.client) if begun else None

    def kernel(self, label: Label, **said: object) -> int:
        """A kernel of its own for the run; its pid. What it sends arrives at this trial's service."""
        rows, project = self.drawn.case.rows, self.project
        return self.kernels.begin(self.service.url, self.folder, rows, label, project=project, **said)

    @property
    def project(self) -> str | None:
        """Where the plan says that the lessons go; a run that is taken up from its journal knows it from there."""
        return PROJECT if self.drawn.keyed and self.drawn.case.seed % 2 else None

    def wrong(self, run: Run, *, held: bool = True) -> list[str]:
        """What is broken; `held` says whether keys held all the time."""
        truth, rows = self.truth.when_quiet(), self.drawn.case.rows
        with closing(run):
            return broken(truth, run.rows(), approved_lessons=rows, keyed=self.drawn.keyed, held=held)


def tried(trial: Trial) -> list[str]:
    """Put the case to the test; what is broken of the invariants."""
    return TRIALS[trial.drawn.trouble](trial)


def rested(*runs: Run) -> None:
    """Start the runs together until they rest permanently."""
    for _ in range(MOST_STARTS):
        for run in runs:
            run.start()
        if all(run.wait(30).progress.phase is RunPhase.FINISHED for run in runs):
            return


def started(run: Run) -> RunPhase:
    """Start once; where it came to rest. A journal that refuses at once is as good as a run that failed."""
    try:
        return run.start().wait(30).progress.phase
    except JournalError:
        return RunPhase.FAILED


def _ordinary(trial: Trial) -> list[str]:
    rested(run := trial.run())
    trial.met = any(trial.drawn.case.faults[: len(trial.truth.sends)])
    return trial.wrong(run)


def _killed(*labels: Label) -> Callable[[Trial], list[str]]:
    def trial_of(trial: Trial) -> list[str]:
        label = trial.chance.choice(labels)
        at = 0 if label in (Label.INTENDING, Label.RECORDING) else trial.drawn.at
        return killed(trial, label, at, seconds=trial.chance.uniform(0.002, 0.06))

    return trial_of


def killed(trial: Trial, label: Label, at: int, **said: object) -> list[str]:
    """A kernel is killed at the label, and another takes the run up; what is broken then."""
    pids: list[int] = []
    begun = threading.Event()

    def kill_it(number: int) -> None:
        if number >= at and begun.wait(60):
            os.kill(pids[0], signal.SIGKILL)

    if label is Label.ARRIVED:
        trial.service.on_arrival = kill_it
    if label is Label.MADE:
        trial.service.on_made = kill_it
    pids.append(trial.kernel(label, at=at, **said))
    begun.set()
    trial.met = trial.kernels.ended(pids[0]) == -signal.SIGKILL
    trial.service.on_arrival = trial.service.on_made = lambda number: None
    run = trial.run(trial.taken_up())
    rested(run)
    return trial.wrong(run)


def _lost_answer(trial: Trial) -> list[str]:
    if trial.drawn.case.seed >= 0 and trial.chance.random() < 0.3:
        return _killed(Label.ARRIVED, Label.MADE)(trial)
    return _ordinary(trial)


def _disk_full(trial: Trial) -> list[str]:
    if trial.small_disk is None or trial.chance.random() < 0.5:
        most_bytes = trial.chance.randrange(0, 100_000)
        pid = trial.kernel(Label.QUOTA, at=trial.drawn.at, most_bytes=most_bytes)
        trial.met = trial.kernels.ended(pid) == 0
        run = trial.run()
    else:
        run = trial.run(folder=trial.small_disk)
        filler = trial.small_disk / "filler"
        _at_start_or_send(trial, lambda: fill(filler, trial.chance.randrange(0, 16_000)))
        trial.met = started(run) is RunPhase.FAILED or not any(trial.small_disk.glob("*.ballast"))
        trial.service.on_arrival = lambda number: None
        filler.unlink(missing_ok=True)
    rested(run)
    wrong = trial.wrong(run)
    for ballast in trial.small_disk.glob("*.ballast") if trial.small_disk else ():
        ballast.unlink()  # half of the disk, which the next case of the same test needs
    return wrong


def fill(filler: Path, left_bytes: int) -> None:
    """Fill the disk that it is on, but for so many bytes."""
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(b"\0" * 4096) == 4096:
                pass
        except OSError:
            pass
        file.truncate(max(0, file.tell() - left_bytes))


def _at_start_or_send(trial: Trial, happens: Callable[[], None]) -> None:
    # Before the first send for one case in three, else when the paid request of the draw arrives.
    if trial.chance.random() < 0.33:
        happens()
        return
    once = threading.Lock()

    def arrived(number: int) -> None:
        if number >= trial.drawn.at and once.acquire(blocking=False):
            happens()

    trial.service.on_arrival = arrived


def _journal_unusable(trial: Trial) -> list[str]:
    return trial.chance.choice((_locked, _read_only, _damaged, _damaged))(trial)


def _locked(trial: Trial) -> list[str]:
    run = trial.run()
    with run._stored.file.read_transaction() as db:
        db.execute("pragma busy_timeout = 20")
    with closing(sqlite3.connect(run._stored.file.path, isolation_level=None, check_same_thread=False)) as other:
        _at_start_or_send(trial, lambda: other.execute("begin exclusive") and None)
        trial.met = started(run) is RunPhase.FAILED
    trial.service.on_arrival = lambda number: None
    rested(run)
    return trial.wrong(run)


def _read_only(trial: Trial) -> list[str]:
    run = trial.run()
    _at_start_or_send(trial, lambda: run._stored.file._connection.execute("pragma query_only = 1") and None)
    trial.met = started(run) is RunPhase.FAILED
    trial.service.on_arrival = lambda number: None
    run._stored.file._connection.execute("pragma query_only = 0")
    rested(run)
    return trial.wrong(run)


def _stopped(trial: Trial, run: Run) -> None:
    # Started once, stopped when the paid request of the draw arrives, and closed.
    trial.service.on_arrival = lambda number: run.stop() and None if number >= trial.drawn.at else None
    started(run)
    trial.service.on_arrival = lambda number: None
    run.close()


def _damaged(trial: Trial) -> list[str]:
    run = trial.run()
    _stopped(trial, run)
    path = trial.folder / journal_name(run.plan.place.service, run.plan.place.organization_id)
    os.truncate(path, trial.chance.randrange(path.stat().st_size))
    try:
        again = trial.run()
    except JournalError:
        trial.met = True
        reset_journal(path)
        again = trial.run()
    rested(again)
    return trial.wrong(again)


def _kernels(trial: Trial) -> list[str]:
    count = trial.chance.randint(1, 2)
    plan = trial.plan()
    if trial.chance.random() < 0.5:
        runs = [trial.run(plan) for _ in range(count + 1)]
        rested(*runs)
        for other_run in runs[1:]:
            other_run.close()
        run = runs[0]
    else:
        pids = [trial.kernel(Label.NOWHERE) for _ in range(count)]
        run = trial.run(plan)
        rested(run)
        for pid in pids:
            trial.kernels.ended(pid)
        rested(run)
    trial.met = True
    return trial.wrong(run)


def _machines(trial: Trial) -> list[str]:
    plan = trial.plan()
    runs = [trial.run(plan, folder=trial.folder / name) for name in ("one", "other")]
    if trial.chance.random() < 0.3:
        started(runs[0])
    rested(*runs)
    trial.met = True
    truth = trial.truth.when_quiet()
    journals = [run.rows() for run in runs]
    for run in runs:
        run.close()
    if not trial.drawn.keyed:
        return broken_apart(truth, journals)
    most = len(plan.ready)
    return [
        problem for rows in journals for problem in broken(truth, rows, approved_lessons=most, keyed=True, journals=2)
    ]


class _Jumping:
    """A wall clock that runs seven hours ahead when it is read for the n-th time: the machine slept."""

    def __init__(self, reads: int) -> None:
        self._reads = reads
        self.has_slept = False

    def wall(self) -> int:
        self._reads -= 1
        self.has_slept = self._reads <= 0
        return epoch_ms() + (7 * HOUR_MS if self.has_slept else 0)


def _sleep(trial: Trial) -> list[str]:
    clock = _Jumping(trial.chance.randrange(4, 40))
    run = trial.run(clocks=Clocks(clock.wall, monotonic_ms))
    rested(run)
    trial.met = clock.has_slept
    return trial.wrong(run)


def _credits_end(trial: Trial) -> list[str]:
    run = trial.run()
    started(run)
    trial.met = trial.truth.ran_out
    if trial.chance.random() < 0.5:
        more = PRICE * trial.drawn.case.rows
        with trial.truth.lock:
            trial.truth.balance_credits += more
            trial.truth.opened_with += more
    rested(run)
    return trial.wrong(run)


def _duplicates(trial: Trial) -> list[str]:
    spelled = [trial.chance.choice(SPELLINGS)(topic) for topic in topics(trial.drawn.case.rows) for _ in range(3)]
    run = trial.run(trial.plan(spelled))
    _stopped(trial, run)
    trial.chance.shuffle(spelled)
    again = trial.run(trial.plan(spelled))
    rested(again)
    trial.met = len(again.plan.rows) > len(again.plan.ready) == trial.drawn.case.rows
    return trial.wrong(again)


def _interrupted(trial: Trial) -> list[str]:
    twice = trial.chance.random() < 0.3
    pids: list[int] = []
    begun, once = threading.Event(), threading.Lock()

    def interrupt(number: int) -> None:
        if number >= trial.drawn.at and begun.wait(60) and once.acquire(blocking=False):
            trial.met = True
            for _ in range(2 if twice else 1):
                os.kill(pids[0], signal.SIGINT)

    trial.service.on_arrival = interrupt
    pids.append(trial.kernel(Label.NOWHERE))
    begun.set()
    trial.kernels.ended(pids[0])
    trial.service.on_arrival = lambda number: None
    run = trial.run()
    rested(run)
    return trial.wrong(run)


def _key_expired(trial: Trial) -> list[str]:
    run = trial.run()
    _stopped(trial, run)
    trial.truth.when_quiet().forget_keys()
    trial.met = any(row.state == "unsure" for row in run_rows(trial))
    later = trial.run(clocks=Clocks(lambda: epoch_ms() + 31 * 24 * HOUR_MS, monotonic_ms))
    rested(later)
    return trial.wrong(later, held=False)


def run_rows(trial: Trial) -> list[object]:
    """The rows as the journal has them now."""
    with closing(trial.run()) as run:
        return list(run.rows())


TRIALS: dict[Trouble, Callable[[Trial], list[str]]] = {
    Trouble.KILLED_BEFORE_INTENT: _killed(Label.ENROLLED, Label.INTENDING),
    Trouble.KILLED_BEFORE_SEND: _killed(Label.INTENT, Label.INTENT, Label.SETTLED),
    Trouble.LOST_ANSWER: _lost_answer,
    Trouble.KILLED_BEFORE_RECORD: _killed(Label.ANSWERED, Label.RECORDING, Label.SETTLED),
    Trouble.DISK_FULL: _disk_full,
    Trouble.JOURNAL_UNUSABLE: _journal_unusable,
    Trouble.KERNELS: _kernels,
    Trouble.MACHINES: _machines,
    Trouble.SLEEP: _sleep,
    Trouble.PATIENCE: _ordinary,
    Trouble.UNWELL: _ordinary,
    Trouble.SESSION_ENDS: _ordinary,
    Trouble.CREDITS_END: _credits_end,
    Trouble.DUPLICATES: _duplicates,
    Trouble.INTERRUPTED: _interrupted,
    Trouble.MADE_TWICE: _ordinary,
    Trouble.KEY_EXPIRED: _key_expired,
}
