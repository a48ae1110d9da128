"""Runs against a service that fails: whatever it does, the invariants hold against its own truth."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.cases import Case, Mode
from tests.faults.crashes import QUICK, Crash, Label, topics
from tests.faults.faulty_service import FaultyService
from tests.faults.invariants import broken
from tests.faults.truth import Truth
from workbench.bulk.planning import plan_topics
from workbench.bulk.progress import Phase
from workbench.bulk.run import Run
from workbench.client.retry import RetryPolicy
from workbench.client.sync import Client

MOST_STARTS = 12


@pytest.fixture
def client(faulty_service: FaultyService) -> Iterator[Client]:
    """A client that is as impatient as the tests."""
    policy = RetryPolicy(first_wait_seconds=0.01)
    with Client(faulty_service.url, "token", policy=policy, paid_timeout_seconds=0.2) as impatient:
        yield impatient


def rested(*runs: Run) -> None:
    """Start the runs together, as often as it takes until they rest for good."""
    for _ in range(MOST_STARTS):
        for run in runs:
            run.start()
        if all(run.wait(30).progress.phase is Phase.FINISHED for run in runs):
            return


def wrong_with(run: Run, truth: Truth, mode: Mode) -> list[str]:
    """What is broken of the invariants."""
    found = broken(truth.when_quiet(), run.rows(), approved_lessons=len(run.plan.ready), keyed=mode is Mode.KEYS)
    run.close()
    return found


def test_every_invariant_holds_when_the_faults_have_stopped(
    fault_case: Case, faulty_service: FaultyService, client: Client, tmp_path: Path
) -> None:
    """I1 to I7 for one kernel."""
    truth = faulty_service.begin(fault_case)
    plan = plan_topics(topics(fault_case.rows), client, language="EN")
    run = Run(plan, client, patience=QUICK, folder=tmp_path)
    rested(run)

    assert wrong_with(run, truth, fault_case.mode) == []


def test_two_kernels_on_one_plan_keep_every_invariant(
    pair_case: Case, faulty_service: FaultyService, client: Client, tmp_path: Path
) -> None:
    """I1 to I7 when the same plan is run twice at the same time."""
    truth = faulty_service.begin(pair_case)
    plan = plan_topics(topics(pair_case.rows), client, language="EN")
    one, other = (Run(plan, client, patience=QUICK, folder=tmp_path) for _ in range(2))
    rested(one, other)
    other.close()

    assert wrong_with(one, truth, pair_case.mode) == []


def test_a_killed_kernel_loses_and_repeats_nothing(
    crash_case: Crash, faulty_service: FaultyService, client: Client, tmp_path: Path
) -> None:
    """I1 to I7 when another kernel takes the run up after kill -9 at any label."""
    truth = faulty_service.begin(Case(crash_case.seed, crash_case.mode, crash_case.rows, ()))
    plan = plan_topics(topics(crash_case.rows), client, language="EN")
    killed(crash_case, faulty_service, tmp_path)
    run = Run(plan, client, patience=QUICK, folder=tmp_path)
    rested(run)

    assert wrong_with(run, truth, crash_case.mode) == []


def killed(case: Crash, service: FaultyService, folder: Path) -> None:
    """Run the case in a process of its own until it was killed at its label."""
    command = [sys.executable, "-m", "tests.faults.crashes", service.url, str(folder), str(case.rows)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [*command, str(case.label), str(case.at)], env=environment, stdout=subprocess.PIPE, text=True
    ) as kernel:

        def kill_it(number: int) -> None:
            if number >= case.at:
                kernel.kill()
                kernel.wait()

        if case.label is Label.ARRIVED:
            service.on_arrival = kill_it
        if case.label is Label.MADE:
            service.on_made = kill_it
        said, _ = kernel.communicate(timeout=60)
    service.on_arrival = service.on_made = lambda number: None
    assert said == "" or case.label is Label.SETTLED, "it outlived its label"
