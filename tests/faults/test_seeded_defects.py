"""The fault tests can fail: each of the seven designs that the search over protocols found broken, and four more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.faults import bulk_defects as defects
from tests.faults.bulk_defects import Defect
from tests.faults.cases import Case, Drawn, Fault, Mode, Trouble
from tests.faults.crashes import QUICK, Label, destined, topics
from tests.faults.faulty_service import PROJECT, FaultyService
from tests.faults.invariants import broken
from tests.faults.kernels import IMPATIENT, PAID_TIMEOUT_SECONDS, Kernels
from tests.faults.trials import Trial, killed
from workbench.bulk.planning.planner import PlanTarget, plan_topics
from workbench.bulk.running.run import Run
from workbench.client.sync import Client

Killed = Callable[[Path, str], list[str]]
STARTS = 3


class Believing:
    """A client that takes keys for honoured without proof."""

    honours_keys = True

    def __init__(self, client: Client) -> None:
        self._client = client

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)


def found(case: Case, service: FaultyService, folder: Path, *, believing: bool = False) -> list[str]:
    """What the invariants say after the case."""
    truth = service.begin(case)
    with Client(service.url, "token", paid_timeout_seconds=0.2) as client:
        session: Any = Believing(client) if believing else client
        project = PROJECT if case.mode is Mode.KEYS else None
        rows = destined(topics(case.rows), project)
        plan = plan_topics(rows, session, language="EN", target=PlanTarget(project=project))
        with Run(plan, session, retry_policy=QUICK, folder=folder) as run:
            [run.start().wait(30) for _ in range(STARTS)]
            return broken(
                truth.when_quiet(), run.rows(), approved_lessons=len(plan.ready), keyed=case.mode is Mode.KEYS
            )


@pytest.mark.parametrize(
    ("defect", "case", "breaks"),
    [
        (defects.automatic_retry, Case(-10, Mode.INTERFACE, 1, (Fault.CUT_AFTER,)), "I1"),
        (defects.retry_after_a_quiet_period, Case(-11, Mode.INTERFACE, 2, (Fault.CUT_THEN_MADE_LATE,)), "I1"),
        (defects.retry_after_a_quiet_period, Case(-12, Mode.INTERFACE, 2, (Fault.CUT_AFTER,)), "I1"),
        (defects.another_key_each_time, Case(-13, Mode.KEYS, 1, (Fault.CUT_AFTER,)), "I1"),
        (defects.key_outside_the_transaction, Case(-17, Mode.KEYS, 1, (Fault.CUT_AFTER,)), "I1"),
        (defects.lost_taken_for_refused, Case(-14, Mode.PRICES, 1, (Fault.ERROR_AFTER,)), "I3"),
        (defects.the_destination_is_left_out, Case(-19, Mode.KEYS, 1, ()), "I8"),
        (defects.the_course_is_left_out, Case(-20, Mode.KEYS, 2, ()), "I8"),
        (defects.a_repeat_believed, Case(-15, Mode.KEYS, 1, (Fault.CUT_AFTER, Fault.PATIENCE)), "I3"),
    ],
)
def test_a_broken_design_is_caught(
    defect: Defect,
    case: Case,
    breaks: str,
    faulty_service: FaultyService,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the invariant that it breaks; without the defect the same case is fine."""
    assert found(case, faulty_service, tmp_path / "sound") == []

    defect(monkeypatch)
    assert any(breaks in problem for problem in found(case, faulty_service, tmp_path / "broken"))


def test_a_key_that_the_service_ignores_is_caught(faulty_service: FaultyService, tmp_path: Path) -> None:
    """Keys are used only where they are proven."""
    case = Case(-16, Mode.PRICES, 1, (Fault.CUT_AFTER,))

    assert any("I1" in problem for problem in found(case, faulty_service, tmp_path, believing=True))


@pytest.fixture
def after_a_kill(faulty_service: FaultyService, kernels: Kernels) -> Killed:
    """What the invariants say when a kernel, perhaps one with a defect, was killed as its lesson was made."""

    def after(folder: Path, defect: str) -> list[str]:
        case = Drawn(Trouble.LOST_ANSWER, Case(-18, Mode.INTERFACE, 2, ()), 0)
        with Client(faulty_service.url, "token", policy=IMPATIENT, paid_timeout_seconds=PAID_TIMEOUT_SECONDS) as client:
            return killed(Trial(case, faulty_service, client, folder, kernels), Label.MADE, 0, defect=defect)

    return after


def test_a_send_without_an_intent_is_caught(after_a_kill: Killed, tmp_path: Path) -> None:
    """A kernel that is killed has then left no trace of what it sent."""
    assert after_a_kill(tmp_path / "sound", "") == []
    assert any("I1" in problem for problem in after_a_kill(tmp_path / "broken", defects.no_intent.__name__))


def test_a_stale_intent_that_is_taken_for_not_sent_is_caught(
    after_a_kill: Killed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel that takes the run up has the defect."""
    defects.stale_intent_taken_for_not_sent(monkeypatch)

    assert any("I1" in problem for problem in after_a_kill(tmp_path, ""))
