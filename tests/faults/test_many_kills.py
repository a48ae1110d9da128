"""One run whose kernel is killed again and again, with faults on top: a lesson and a charge a row, and no more.

`--rows 500 --kills 20` is the whole of it; without, a small one.
"""

from __future__ import annotations

import os
import random
import signal
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.faults.cases import Case, Drawn, Fault, Mode, Trouble
from tests.faults.crashes import Label
from tests.faults.faulty_service import FaultyService
from tests.faults.invariants import broken
from tests.faults.kernels import IMPATIENT, PAID_TIMEOUT_SECONDS, Kernels
from tests.faults.trials import Trial, rested
from tests.faults.truth import PRICE
from workbench.client.sync import Client

SEED = 20_000
FAULTS = tuple(fault for fault in Fault if fault is not Fault.MADE_TWICE)
OFTEN = 0.15
MOST_KERNELS = 5


@dataclass
class Reaper:
    """Kills the kernel at points of the run that chance drew, each a little after a paid request arrived."""

    points: list[int]
    chance: random.Random
    pid: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def arrived(self, number: int) -> None:
        """A paid request is there."""
        with self._lock:
            if not self.points or number < self.points[0] or not self.pid:
                return
            pid, self.pid = self.pid, 0
        threading.Timer(self.chance.uniform(0, 0.03), self._kill, [pid]).start()

    def _kill(self, pid: int) -> None:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:  # it came to its end first; the next one is meant
            return


def faulty(mode: Mode, rows: int) -> Case:
    """A case of many rows: one paid request in seven meets a fault."""
    chance = random.Random(SEED)
    usable = [fault for fault in FAULTS if mode is Mode.KEYS or fault is not Fault.STILL_RUNNING]
    faults = tuple(chance.choice(usable) if chance.random() < OFTEN else None for _ in range(rows))
    return Case(SEED, mode, rows, faults, balance_credits=rows * PRICE)


@pytest.fixture
def shape(request: pytest.FixtureRequest) -> tuple[int, int]:
    """How many rows and kills."""
    return request.config.getoption("rows"), request.config.getoption("kills")


@pytest.mark.parametrize("mode", [Mode.KEYS, Mode.PRICES, Mode.INTERFACE], ids=lambda mode: mode.name.lower())
def test_a_run_that_is_killed_again_and_again(
    mode: Mode, shape: tuple[int, int], faulty_service: FaultyService, kernels: Kernels, journals: Path
) -> None:
    """With keys as many lessons and charges as rows; without, no row is sent twice and each doubt is listed."""
    count, kills = shape
    with Client(faulty_service.url, "token", policy=IMPATIENT, paid_timeout_seconds=PAID_TIMEOUT_SECONDS) as client:
        trial = Trial(Drawn(Trouble.LOST_ANSWER, faulty(mode, count), 0), faulty_service, client, journals, kernels)
        killed = killed_often(trial, kills)
        run = trial.run(approved=True)
        rested(run)
        rows, truth = run.rows(), trial.truth.when_quiet()
        made = Counter(lesson.topic for lesson in truth.lessons)
        found = broken(truth, rows, approved_lessons=count, keyed=mode is Mode.KEYS)
        run.close()
    unsure = sum(row.needs_person for row in rows)
    print(f"{mode}: {count} rows, {killed} kills, {len(truth.sends)} paid sends, {unsure} rows need a person")

    assert found == []
    assert kills // 2 <= killed <= kills  # one that comes after the last row kills nobody
    assert max(made.values()) == 1
    assert truth.charged == PRICE * len(truth.lessons) <= PRICE * count
    assert mode is not Mode.KEYS or len(truth.lessons) == count


def killed_often(trial: Trial, kills: int) -> int:
    """Run kernels one by one, each until it is killed; how many were."""
    chance = random.Random(SEED)
    reaper = Reaper(sorted(chance.sample(range(trial.drawn.case.rows * 9 // 10), kills)), chance)
    trial.service.on_arrival = reaper.arrived
    deaths = 0
    for _ in range(MOST_KERNELS * kills):
        pid = reaper.pid = trial.kernel(Label.NOWHERE)
        if trial.kernels.ended(pid) == -signal.SIGKILL:
            deaths += 1
            del reaper.points[0]
        if not reaper.points:
            break
    trial.service.on_arrival = lambda number: None
    return deaths
