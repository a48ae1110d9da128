"""Members of one organization with one list: each lesson is made and paid once, and who comes second has joined it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bulk.fake_service import FakeService, MadeThen, refusal
from tests.bulk.started_runs import TOPICS, ended, states
from workbench.bulk.journal.row import Proof, State
from workbench.bulk.planning.planner import PlanOptions, plan_topics
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.run import Run
from workbench.bulk.running.undo import to_undo
from workbench.errors import CallFailed, Unreachable


@pytest.fixture
def shared(service: FakeService) -> FakeService:
    """A service whose members share keys."""
    service.shares_keys = True
    return service


RunAs = Callable[[FakeService, str], Run]


@pytest.fixture
def run_as(tmp_path: Path, quick: RunRetryPolicy) -> RunAs:
    """Runs the list as a member of the service's organization, on a computer of their own; the run has ended."""

    def run(service: FakeService, person: str) -> Run:
        service.person = person
        plan = plan_topics(TOPICS, service, language="EN", name="a run", options=PlanOptions(skip_existing=False))
        return ended(Run(plan, service, retry_policy=quick, folder=tmp_path / person))

    return run


def run_in_doubt(service: FakeService, run_as: RunAs) -> Run:
    """Ada's run, whose lessons were made and whose answers were lost; from now on the service answers."""
    service.script = deque([MadeThen(Unreachable("No answer came."))] * 15)
    run = run_as(service, "ada")
    service.script.clear()
    return run


def test_two_members_with_one_list_paid_twice(shared: FakeService, run_as: RunAs) -> None:
    """Regression: keys held the person, so that the second member's were others."""
    first, second = run_as(shared, "ada"), run_as(shared, "bob")

    assert len(shared.made) == 3
    assert [row.lesson_id for row in first.rows()] == [row.lesson_id for row in second.rows()]
    assert [(row.proof, row.credits) for row in second.rows()] == [(Proof.JOINED, 0)] * 3
    assert [(row.proof, row.credits) for row in first.rows()] == [(Proof.ANSWERED, 1)] * 3
    assert all(call.is_shared for call in shared.paid)


def test_members_who_retry_a_refused_draft_come_to_one_lesson(shared: FakeService, run_as: RunAs) -> None:
    """Two drafts about Milk are no lessons: both members meet the same refusals; the second joins what then comes."""
    shared.bad_drafts = {"Milk": 2}
    first, second = run_as(shared, "ada"), run_as(shared, "bob")
    assert states(first) == states(second) == [State.DONE, State.REFUSED, State.DONE]

    for run, person in ((first, "ada"), (first, "ada"), (second, "bob"), (second, "bob")):
        shared.person = person
        assert run.retry() == 1
        ended(run)

    assert (len(shared.made), shared.balance_credits) == (3, 997)
    assert [row.proof for row in (*first.rows(), *second.rows()) if row.topic == "Milk"] == [
        Proof.ANSWERED,
        Proof.JOINED,
    ]


def test_what_was_joined_is_not_undone(shared: FakeService, run_as: RunAs) -> None:
    """Only who paid for a lesson trashes it with the run."""
    first, second = run_as(shared, "ada"), run_as(shared, "bob")

    assert (len(to_undo(first.rows())), to_undo(second.rows())) == (3, [])


def test_what_was_joined_uses_nothing_of_the_approval(shared: FakeService, run_as: RunAs) -> None:
    """It was no lesson that this run caused."""
    run_as(shared, "ada")
    second = run_as(shared, "bob")

    assert (second.progress.counts.committed, second.progress.counts.spent_credits) == (0, 0)


def test_where_nothing_is_announced_keys_stay_a_persons(service: FakeService, run_as: RunAs) -> None:
    """No member joins what the service would not tell apart."""
    run_as(service, "ada")
    run_as(service, "bob")

    assert len(service.made) == 6
    assert not any(call.is_shared for call in service.paid)


def test_a_sent_row_keeps_its_key_when_keys_are_shared_later(service: FakeService, run_as: RunAs) -> None:
    """Its answer was lost under the person's key; under another it would be paid again."""
    run = run_in_doubt(service, run_as)
    service.shares_keys = True
    ended(run)

    assert states(run) == [State.DONE] * 3
    assert len(service.made) == 3
    assert not any(call.is_shared for call in service.paid)


def test_a_shared_key_is_not_sent_where_keys_are_shared_no_more(shared: FakeService, run_as: RunAs) -> None:
    """There it would be a new key, and the row paid again: a person decides."""
    run = run_in_doubt(shared, run_as)
    in_doubt = {row.topic for row in run.rows() if row.state is State.UNSURE}
    shared.paid.clear()
    shared.shares_keys = False
    ended(run)

    assert in_doubt
    assert not in_doubt & shared.went_to.keys()
    assert in_doubt == {row.topic for row in run.rows() if row.needs_person}


def test_a_joined_lesson_in_the_trash_is_for_a_person(shared: FakeService, run_as: RunAs) -> None:
    """It is neither made again nor requested again and again."""
    facts = {"reason": "lessonInTrash", "lessonId": "lesson9"}
    trashed = CallFailed("It is in the trash.", code="CONFLICT", http_status=409, facts=facts)
    shared.script = deque([trashed] * 3)
    run = run_as(shared, "bob")

    assert (len(shared.paid), len(run.needs_you())) == (3, 3)


def test_what_another_member_is_having_made_is_waited_for(shared: FakeService, run_as: RunAs) -> None:
    """409 is no end: it is asked again, and then joined."""
    run_as(shared, "ada")
    shared.script = deque([refusal(409, "CONFLICT", retry_after_seconds=0.001)] * 3)
    second = run_as(shared, "bob")

    assert {row.proof for row in second.rows()} == {Proof.JOINED}
