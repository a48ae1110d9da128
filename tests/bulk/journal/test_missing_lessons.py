"""A lesson that a run made and the service has no more: nothing is paid again without a person's word."""

from __future__ import annotations

import pytest

from tests.bulk.fake_service import FakeService
from tests.bulk.started_runs import TOPICS, Begin, ended, states
from workbench.bulk.journal.row import State
from workbench.bulk.planning.plan_row import Verdict
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.run_summaries import find_runs
from workbench.bulk.running.progress import RunPhase
from workbench.bulk.running.resolve import Dismiss, Resend
from workbench.bulk.running.resume import replan
from workbench.bulk.running.run import Run


@pytest.fixture
def put_back(service: FakeService, begin: Begin) -> Run:
    """A run of three rows, on a service that was restored from a backup with its second lesson alone."""
    service.tells_lessons, service.epoch = True, "first"
    run = ended(begin(service))
    service.lost, service.epoch = {"lesson0", "lesson2"}, "second"
    return run


def test_a_restored_service_was_taken_to_have_the_lessons(service: FakeService, put_back: Run) -> None:
    """Regression: "3 of 3 done" with no lesson there."""
    ended(put_back)

    assert sorted(states(put_back)) == [State.DONE, State.UNSURE, State.UNSURE]
    assert put_back.progress.phase is RunPhase.PAUSED
    assert "2 lessons of this run are no longer on the service" in put_back.progress.message
    assert "restored from a backup" in put_back.progress.message
    assert len(put_back.needs_you()) == 2
    assert {row.lesson_id for row in put_back.rows()} == {"lesson1", None}


def test_nothing_is_sent_before_a_person_has_decided(service: FakeService, put_back: Run) -> None:
    """Rows that are new wait as well; however often it is started."""
    plan = plan_topics([*TOPICS, "Honey"], service, language="EN", name=put_back.plan.name)
    more = ended(ended(Run(plan, service)))

    assert more.progress.phase is RunPhase.PAUSED
    assert len(service.paid) == 3


def test_planning_says_which_lessons_are_missing(service: FakeService, put_back: Run) -> None:
    """Before, they "already" were in the run, or existed; nothing of them is ready and paid for."""
    again = plan_topics(TOPICS, service, language="EN")
    other = plan_topics(TOPICS, service, language="EN", name="another run")

    assert sorted(row.verdict for row in again.rows) == [Verdict.BEGUN, Verdict.MISSING, Verdict.MISSING]
    assert sorted(row.verdict for row in other.rows) == [
        Verdict.EXISTS,
        Verdict.OPEN_ELSEWHERE,
        Verdict.OPEN_ELSEWHERE,
    ]


def test_resuming_says_it_too(service: FakeService, put_back: Run) -> None:
    """From the journal alone."""
    put_back.close()
    plan = replan(find_runs()[0], service)

    assert plan.counts[Verdict.MISSING] == 2
    assert ended(Run(plan, service)).progress.phase is RunPhase.PAUSED


def test_a_person_has_it_made_again_or_leaves_it(service: FakeService, put_back: Run) -> None:
    """One is paid again under a new key, the other stays without a lesson."""
    ended(put_back)
    first, second = [row.position for row in put_back.rows() if row.needs_person]
    put_back.resolve(first, Resend())
    put_back.resolve(second, Dismiss())
    ended(put_back)

    assert states(put_back) == [State.DONE] * 3
    assert [row.lesson_id for row in put_back.rows()].count(None) == 1
    assert (len(service.made), len({key for _, _, key in service.made})) == (4, 4)
    assert put_back.progress.phase is RunPhase.FINISHED


def test_a_lesson_in_the_trash_is_not_missing(service: FakeService, begin: Begin) -> None:
    """Somebody put it there; it can be taken out."""
    service.tells_lessons = True
    run = ended(begin(service))
    service.trashed = {"lesson0"}
    other = plan_topics(TOPICS, service, language="EN", name="another run")

    assert ended(run).progress.phase is RunPhase.FINISHED
    assert any("which is in the trash" in row.reason for row in other.rows)
