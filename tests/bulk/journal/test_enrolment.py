"""What shaped a row lives with it."""

from __future__ import annotations

from collections import deque

import pytest

from tests.bulk.fake_service import FakeService, project, refusal
from tests.bulk.started_runs import TOPICS, Begin, ended, states
from workbench.bulk.journal.destination import Destination
from workbench.bulk.journal.enrolment import NewRow, enrol
from workbench.bulk.journal.idempotency import RunIdentity
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.journal.row import State
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.reading.topic_columns import ColumnMapping
from workbench.bulk.results.runs import find_runs
from workbench.bulk.running.resume import replanned
from workbench.bulk.running.run import Run
from workbench.bulk.running.stored_run import rows_of
from workbench.errors import PlanRejected

UNTIL_SIGNED_OUT = (None, *[refusal(401, "UNAUTHORIZED")] * 8)


@pytest.fixture
def projects(service: FakeService) -> FakeService:
    """The service with two projects."""
    service.projects = [project("p1", "Larder"), project("p2", "Cellar")]
    return service


@pytest.fixture
def broken_off(projects: FakeService, begin: Begin) -> FakeService:
    """A run into the larder whose session ended after its first lesson."""
    projects.script = deque(UNTIL_SIGNED_OUT)
    ended(begin(projects, project="Larder"))
    projects.script.clear()
    return projects


def test_resume_forgot_the_destination(broken_off: FakeService) -> None:
    """Regression: what was left of a run went into "Starter lessons" when it was resumed."""
    plan = replanned(find_runs()[0], broken_off)
    ended(Run(plan, broken_off)).close()

    assert plan.destination == Destination("p1", "Larder")
    assert broken_off.went_to == dict.fromkeys(TOPICS, "p1")
    assert len(broken_off.made) == 3


def test_the_same_list_without_a_project_forgot_the_destination(broken_off: FakeService, begin: Begin) -> None:
    """Regression: planned again without a word of it, rows that were not sent lost where they go."""
    run = ended(begin(broken_off))

    assert "Project: Larder" in str(run.plan)
    assert broken_off.went_to == dict.fromkeys(TOPICS, "p1")


def test_another_destination_holds_for_every_row_that_was_never_sent(broken_off: FakeService, begin: Begin) -> None:
    """Also for those that the later plan leaves out."""
    done = next(row for row in rows_of(find_runs()[0]) if row.state is State.DONE)
    begin(broken_off, project="Cellar")
    there = {row.topic: str(row.destination) for row in rows_of(find_runs()[0])}

    assert there == {**dict.fromkeys(TOPICS, "Cellar"), done.topic: "Larder"}


def test_a_wrong_destination_stuck_for_ever(projects: FakeService, begin: Begin) -> None:
    """Regression: rows that were refused for their project were sent there again, whatever a later plan said."""
    projects.script = deque([refusal(404, "NOT_FOUND")] * 3)
    run = ended(begin(projects, project="Larder"))
    refused_keys = {each.key for each in projects.paid}
    refused = states(run)
    projects.script.clear()
    again = ended(begin(projects, project="Cellar"))

    assert State.REFUSED in refused
    assert states(again) == [State.DONE] * 3
    assert projects.went_to == dict.fromkeys(TOPICS, "p2")
    assert not refused_keys & {key for _, _, key in projects.made}


def test_a_row_that_may_have_been_made_keeps_its_destination_and_key(
    journal_file: JournalFile, identity: RunIdentity
) -> None:
    """Sent again elsewhere it would be paid twice."""
    with journal_file.begin() as db:
        enrol(db, identity, "", [NewRow(1, "Bread", "EN", 1)], 0, destination=Destination("p1"))
        db.execute("update row set state = 'unsure', attempts = 1, key = 'k'")
        enrol(db, identity, "", [NewRow(1, "Bread", "EN", 1)], 0, destination=Destination("p2"))
        kept = db.execute("select destination, key from row").fetchone()

    assert kept == (Destination("p1").stored(), "k")


def test_a_stale_plan_does_not_send_elsewhere(projects: FakeService, begin: Begin) -> None:
    """What was approved said another project than the run has by now."""
    first = begin(projects, project="Larder")
    begin(projects, project="Cellar")

    with pytest.raises(PlanRejected, match="into Cellar"):
        first.start()
    assert projects.paid == []


def test_a_plan_made_before_there_was_a_destination_is_made_anew(
    journal_file: JournalFile, identity: RunIdentity
) -> None:
    """It knows of none, and its rows must not go elsewhere than its card said."""
    with journal_file.begin() as db:
        enrol(db, identity, "", [], 0, destination=Destination("p1", "Larder"))

    with pytest.raises(PlanRejected, match="Plan again"), journal_file.begin() as db:
        enrol(db, identity, "", [NewRow(1, "Bread", "EN", 1)], 0)


def test_the_template_stands_on_the_card_again(service: FakeService) -> None:
    """A run that is taken up says how its topics were made."""
    rows = [{"title": "Bread", "about": "yeast"}, {"title": "Milk", "about": "foam"}]
    plan = plan_topics(rows, service, language="EN", columns=ColumnMapping(template="{title}: {about}"), name="joined")
    Run(plan, service).close()

    assert "Template: {title}: {about}" in str(replanned(find_runs()[0], service))
