"""Runs against a service that fails: whatever it does, the invariants hold against its own truth."""

from __future__ import annotations

from pathlib import Path

from tests.faults.cases import Case, Mode
from tests.faults.faulty_service import FaultyService
from tests.faults.invariants import broken
from workbench.bulk.pace import Patience
from workbench.bulk.planning import plan_topics
from workbench.bulk.progress import Phase
from workbench.bulk.run import Run
from workbench.client.retry import RetryPolicy
from workbench.client.sync import Client

QUICK = Patience(
    first_seconds=0.005,
    longest_seconds=0.02,
    breaker_seconds=(0.005, 0.01, 0.02),
    look_seconds=(0.0, 0.02, 0.06),
    poll_seconds=0.02,
)
MOST_STARTS = 12


def test_every_invariant_holds_when_the_faults_have_stopped(
    fault_case: Case, faulty_service: FaultyService, tmp_path: Path
) -> None:
    """I1 to I7, after as many starts as it takes until the run rests for good."""
    truth = faulty_service.begin(fault_case)
    client = Client(faulty_service.url, "token", policy=RetryPolicy(first_wait_seconds=0.01), paid_timeout_seconds=0.2)
    plan = plan_topics([f"topic {n}" for n in range(fault_case.rows)], client, language="EN")
    run = Run(plan, client, patience=QUICK, folder=tmp_path)
    for _ in range(MOST_STARTS):
        if run.start().wait(30).progress.phase is Phase.FINISHED:
            break

    keyed = fault_case.mode is Mode.KEYS
    wrong = broken(truth, run.rows(), approved_lessons=len(plan.ready), keyed=keyed)

    run.close()
    client.close()
    assert wrong == []
