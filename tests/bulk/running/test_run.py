"""A run from its start to its end, and what a person can do about it. What stops it: `test_run_pauses.py`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.bulk.fake_service import FakeService, MadeThen, refusal
from tests.bulk.started_runs import TOPICS, Begin, ended, states
from workbench.bulk.journal.row import State
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.progress import Progress, RunPhase
from workbench.bulk.running.resolve import Dismiss, Resend
from workbench.bulk.running.run import Run
from workbench.errors import PlanRejected, Unreachable, WrongType


def test_every_row_is_made_and_paid_once(service: FakeService, begin: Begin) -> None:
    """The happy path."""
    run = ended(begin(service))

    assert run.progress.phase is RunPhase.FINISHED
    assert states(run) == [State.DONE] * 3
    assert (len(service.made), service.balance_credits) == (3, 997)


def test_running_it_again_makes_nothing_twice(service: FakeService, begin: Begin) -> None:
    """The cell can be run again at any time."""
    ended(begin(service))
    again = ended(begin(service))

    assert states(again) == [State.DONE] * 3
    assert len(service.paid) == 3


def test_a_large_plan_is_not_run_without_approval(service: FakeService, begin: Begin) -> None:
    """Over 25 rows a person names the amount."""
    with pytest.raises(PlanRejected, match=r"plan\.approve\(credits=26\)"):
        begin(service, [f"topic {number}" for number in range(26)])

    assert service.paid == []


def test_a_run_never_spends_more_than_was_approved(service: FakeService, quick: RunRetryPolicy) -> None:
    """Two credits, two lessons; the third row stays planned, however often it is started."""
    plan = plan_topics(TOPICS, service, language="EN")
    run = Run(plan, service, plan.approve(credits=2), retry_policy=quick)
    ended(ended(run))
    run.close()

    assert len(service.made) == 2
    assert run.progress.phase is RunPhase.STOPPED
    assert "approved" in run.progress.message


def test_an_approval_is_for_its_own_plan(service: FakeService) -> None:
    """Another list is another approval."""
    plan = plan_topics(TOPICS, service, language="EN")
    other = plan_topics([*TOPICS, "Oil"], service, language="EN")

    with pytest.raises(PlanRejected, match="another plan"):
        Run(plan, service, other.approve(credits=4))


def test_a_lost_answer_is_asked_for_again_with_its_key(service: FakeService, begin: Begin) -> None:
    """One lesson, one charge, no person."""
    service.script = deque([MadeThen(Unreachable()), Unreachable(), refusal(500)])
    run = ended(begin(service, ["Bread"]))

    assert [row.proof for row in run.rows()] == ["replayed"]
    assert (len(service.made), len(service.paid)) == (1, 4)
    assert len({call.key for call in service.paid}) == 1


def test_without_keys_a_lost_answer_is_looked_for(service_without_keys: FakeService, begin: Begin) -> None:
    """One new lesson, one cost gone, in time: matched, shown as not proven; nothing is sent twice."""
    service_without_keys.now_iso = datetime.now(UTC).isoformat()
    service_without_keys.script = deque([MadeThen(Unreachable())])
    run = ended(begin(service_without_keys))

    assert [row.proof for row in run.rows()] == ["matched", "answered", "answered"]
    assert len(service_without_keys.paid) == 3
    assert "1 of them matched, not proven" in str(run.progress)


def test_without_keys_a_lesson_that_was_not_made_needs_a_person(
    service_without_keys: FakeService, begin: Begin
) -> None:
    """Nothing seen is not proof; the other rows are made, the row is listed with its choices."""
    service_without_keys.script = deque([Unreachable()])
    run = ended(begin(service_without_keys))

    assert states(run) == [State.UNSURE, State.DONE, State.DONE]
    assert run.needs_you()["row"].tolist() == [1]
    assert list(run.needs_you().columns[:4]) == ["row", "topic", "error", "choices"]
    assert "run.resolve(1, Resend())" in run.needs_you()["choices"].iloc[0]
    assert len(service_without_keys.paid) == 3


def test_with_the_interface_alone_nothing_is_matched(interface_only: FakeService, begin: Begin) -> None:
    """A field that is not shown is evidence of nothing."""
    interface_only.script = deque([MadeThen(Unreachable())])
    run = ended(begin(interface_only))

    assert states(run) == [State.UNSURE, State.DONE, State.DONE]
    assert len(interface_only.made) == 3


def test_a_row_is_made_again_only_when_a_person_says_so(service_without_keys: FakeService, begin: Begin) -> None:
    """However often the run is started."""
    service_without_keys.script = deque([Unreachable()])
    run = ended(ended(begin(service_without_keys, ["Bread"])))
    assert len(service_without_keys.paid) == 1

    run.resolve(1, Resend(force=True))
    assert states(ended(run)) == [State.DONE]
    assert len(service_without_keys.paid) == 2


def test_two_runs_of_one_plan_make_each_row_once(service: FakeService, begin: Begin) -> None:
    """Two kernels: the second follows along."""
    topics = [f"topic {number}" for number in range(20)]
    one, other = begin(service, topics).start(), begin(service, topics).start()
    one.wait(20)
    other.wait(20)

    assert len(service.paid) == 20
    assert states(one) == states(other) == [State.DONE] * 20
    assert other.progress.phase is RunPhase.FINISHED


def test_a_view_hears_of_the_progress_and_cannot_break_the_run(service: FakeService, begin: Begin) -> None:
    """The last it hears is the end."""
    heard: list[Progress] = []
    run = begin(service)
    run.watch(heard.append)
    run.watch(lambda progress: {}["broken"])
    ended(run)

    assert heard[-1].phase is RunPhase.FINISHED
    assert heard[-1].counts.done == 3


def test_a_view_that_left_hears_nothing(service: FakeService, begin: Begin) -> None:
    """Closing a panel ends its watching."""
    heard: list[Progress] = []
    run = begin(service)
    run.watch(heard.append)()
    ended(run)

    assert heard == []


@pytest.mark.parametrize("decision", [None, "resend", {"again": True}, Resend])
def test_a_person_chooses_one_thing(service: FakeService, begin: Begin, decision: Any) -> None:
    """A decision is a value of its own; anything else is none."""
    with pytest.raises(WrongType, match="an Assign, an Unassign, a Resend or a Dismiss"):
        begin(service).resolve(1, decision)


def test_a_row_that_is_not_there_cannot_be_resolved(service: FakeService, begin: Begin) -> None:
    """A slip in the number."""
    with pytest.raises(PlanRejected, match="no row 9"):
        begin(service).resolve(9, Dismiss())


def test_the_run_says_how_it_stands(service: FakeService, begin: Begin) -> None:
    """One line, in a notebook and in a terminal."""
    assert repr(ended(begin(service))).startswith("Run('list 2edc5bf0 · EN · org1': finished: 3 of 3 done")


def test_pandas_is_imported_when_a_frame_is_asked_for() -> None:
    """`import workbench.bulk.running.run` stays cheap: measured in a fresh interpreter."""
    asked = "import sys, workbench.bulk.running.run, workbench.bulk.planning.planner; print('pandas' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, env=environment)

    assert said.stdout.strip() == "False"


def test_one_lesson_for_three_rows_is_not_believed(service: FakeService, begin: Begin) -> None:
    """A service gave one id for every row, and all were claimed as done; a person looks at the others."""
    service.one_id = True
    run = begin(service, ["Bread", "Milk", "Tea"])
    run.start().wait()

    assert sorted(run.frame()["state"]) == ["done", "unsure", "unsure"]
    assert "gave the lesson of line" in run.needs_you()["error"].iloc[0]
    assert len(service.paid) == 3
