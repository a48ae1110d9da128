"""The fault tests can fail: each design that the search over protocols found broken is put in, and is caught.

Patching our own functions is the subject here.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.faults.cases import Case, Fault, Mode
from tests.faults.crashes import QUICK, topics
from tests.faults.faulty_service import FaultyService
from tests.faults.invariants import broken
from workbench.bulk import ledger, outcome, resolve
from workbench.bulk.outcome import Kind, Outcome
from workbench.bulk.planning import plan_topics
from workbench.bulk.run import Run
from workbench.client.sync import Client

Defect = Callable[[pytest.MonkeyPatch], None]


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
        plan = plan_topics(topics(case.rows), session, language="EN")
        with Run(plan, session, patience=QUICK, folder=folder) as run:
            [run.start().wait(30) for _ in range(3)]
            return broken(
                truth.when_quiet(), run.rows(), approved_lessons=len(plan.ready), keyed=case.mode is Mode.KEYS
            )


def retried_without_asking(patch: pytest.MonkeyPatch) -> None:
    """What was not seen is sent again after a while."""

    def looked(db: sqlite3.Connection, row_id: int, said: str, *, wait_until: int | None) -> None:
        db.execute("update row set state = 'planned' where id = ? and state = 'unsure'", (row_id,))

    patch.setattr(resolve, "looked", looked)


def another_key_each_time(patch: pytest.MonkeyPatch) -> None:
    """A key that says which attempt it is of."""
    key, attempts = ledger.row_key, itertools.count()
    patch.setattr(ledger, "row_key", lambda *parts: f"{key(*parts)}{next(attempts)}")


def lost_taken_for_refused(patch: pytest.MonkeyPatch) -> None:
    """A 500 read as a no."""
    patch.setattr(outcome, "SURELY_NOT_APPLIED", outcome.SURELY_NOT_APPLIED | {500})


def a_repeat_believed(patch: pytest.MonkeyPatch) -> None:
    """A refused repeat read as proof that the first was not made."""
    settle = ledger.settle

    def believed(db: sqlite3.Connection, claim: Any, came: Outcome, *rest: int) -> Any:
        state = settle(db, claim, came, *rest)
        if claim.resend and came.kind is not Kind.MADE:
            db.execute("update row set state = 'refused' where id = ? and state = 'unsure'", (claim.row_id,))
        return state

    patch.setattr(ledger, "settle", believed)


@pytest.mark.parametrize(
    ("defect", "case", "breaks"),
    [
        (retried_without_asking, Case(-11, Mode.INTERFACE, 2, (Fault.CUT_THEN_MADE_LATE,)), "I1"),
        (retried_without_asking, Case(-12, Mode.INTERFACE, 2, (Fault.CUT_AFTER,)), "I1"),
        (another_key_each_time, Case(-13, Mode.KEYS, 1, (Fault.CUT_AFTER,)), "I1"),
        (lost_taken_for_refused, Case(-14, Mode.PRICES, 1, (Fault.ERROR_AFTER,)), "I3"),
        (a_repeat_believed, Case(-15, Mode.KEYS, 1, (Fault.CUT_AFTER, Fault.PATIENCE)), "I3"),
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
    assert any(breaks in each for each in found(case, faulty_service, tmp_path / "broken"))


def test_a_key_that_the_service_ignores_is_caught(faulty_service: FaultyService, tmp_path: Path) -> None:
    """Keys are used only where they are proven."""
    case = Case(-16, Mode.PRICES, 1, (Fault.CUT_AFTER,))

    assert any("I1" in each for each in found(case, faulty_service, tmp_path, believing=True))
