"""What shaped a row lives with it."""

from __future__ import annotations

import sqlite3
from collections import deque
from pathlib import Path

import pytest

from tests.bulk.fake_service import FakeService, course, project, refusal
from tests.bulk.started_runs import TOPICS, Begin, ended, states
from workbench.bulk.journal import claims
from workbench.bulk.journal.claims import Claimer
from workbench.bulk.journal.destination import Destination
from workbench.bulk.journal.enrolment import NewRow, StoredApproval, approve, enrol
from workbench.bulk.journal.idempotency import RunIdentity
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.journal.row import State
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_file import load_plan, save_plan
from workbench.bulk.planning.plan_row import Verdict
from workbench.bulk.planning.planner import PlanOptions, plan_topics
from workbench.bulk.reading.topic_columns import ColumnMapping
from workbench.bulk.run_summaries import find_runs
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.resume import replan
from workbench.bulk.running.run import Run
from workbench.bulk.running.stored_run import read_run_rows
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
    plan = replan(find_runs()[0], broken_off)
    ended(Run(plan, broken_off)).close()

    assert plan.destination == Destination("p1", "Larder")
    assert broken_off.went_to == dict.fromkeys(TOPICS, "p1")
    assert len(broken_off.made) == 3


def test_the_same_list_without_a_project_forgot_the_destination(broken_off: FakeService, begin: Begin) -> None:
    """Regression: planned again silently of it, rows that were not sent lost where they go."""
    run = ended(begin(broken_off))

    assert "Project: Larder" in str(run.plan)
    assert broken_off.went_to == dict.fromkeys(TOPICS, "p1")


def test_another_destination_holds_for_every_row_that_was_never_sent(broken_off: FakeService, begin: Begin) -> None:
    """Also for those that the later plan leaves out."""
    done = next(row for row in read_run_rows(find_runs()[0]) if row.state is State.DONE)
    begin(broken_off, project="Cellar")
    there = {row.topic: str(row.destination) for row in read_run_rows(find_runs()[0])}

    assert there == {**dict.fromkeys(TOPICS, "Cellar"), done.topic: "Larder"}


def test_a_wrong_destination_stuck_for_ever(projects: FakeService, begin: Begin) -> None:
    """Regression: rows that were refused for their project were sent there again, whatever a later plan said."""
    projects.script = deque([refusal(404, "NOT_FOUND")] * 3)
    run = ended(begin(projects, project="Larder"))
    refused_keys = {call.key for call in projects.paid}
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
    with journal_file.write_transaction() as db:
        enrol(db, identity, "", [NewRow(1, "Bread", "EN", 1)], 0, destination=Destination("p1"))
        db.execute("update row set state = 'unsure', attempts = 1, key = 'k'")
        enrol(db, identity, "", [NewRow(1, "Bread", "EN", 1)], 0, destination=Destination("p2"))
        kept = db.execute("select destination, key from row").fetchone()

    assert kept == (Destination("p1").to_json(), "k")


def test_a_stale_plan_does_not_send_elsewhere(projects: FakeService, begin: Begin) -> None:
    """What was approved said another project than the run has now."""
    first = begin(projects, project="Larder")
    begin(projects, project="Cellar")

    with pytest.raises(PlanRejected, match="into Cellar"):
        first.start()
    assert projects.paid == []


def test_a_plan_made_before_there_was_a_destination_is_made_anew(
    journal_file: JournalFile, identity: RunIdentity
) -> None:
    """It knows of none, and its rows must not go elsewhere than its card said."""
    with journal_file.write_transaction() as db:
        enrol(db, identity, "", [], 0, destination=Destination("p1", "Larder"))

    with pytest.raises(PlanRejected, match="Plan again"), journal_file.write_transaction() as db:
        enrol(db, identity, "", [NewRow(1, "Bread", "EN", 1)], 0)


def test_the_template_stands_on_the_card_again(service: FakeService) -> None:
    """A run that is taken up says how its topics were made."""
    rows = [{"title": "Bread", "about": "yeast"}, {"title": "Milk", "about": "foam"}]
    plan = plan_topics(
        rows,
        service,
        language="EN",
        options=PlanOptions(columns=ColumnMapping(template="{title}: {about}")),
        name="joined",
    )
    Run(plan, service).close()

    assert "Template: {title}: {about}" in str(replan(find_runs()[0], service))


ROWS = [
    {"topic": "Bread", "course": "Baking"},
    {"topic": "Rolls", "course": "Baking"},
    {"topic": "Wine", "course": "Vines"},
    {"topic": "Salt", "course": ""},
]
PLACES = {"Bread": "c1", "Rolls": "c1", "Wine": "c2", "Salt": None}


@pytest.fixture
def courses(projects: FakeService) -> FakeService:
    """The service with a course in each project."""
    projects.courses = [course("c1", "Baking", "p1"), course("c2", "Vines", "p2")]
    return projects


def plan_of(service: FakeService, rows: list[dict[str, str]] = ROWS) -> Plan:
    """The plan of the rows, for one run."""
    return plan_topics(rows, service, language="EN", name="a run")


def test_rows_of_several_places_survive_whoever_goes_on(
    courses: FakeService, quick: RunRetryPolicy, tmp_path: Path
) -> None:
    """A broken run is taken up without its list; on another computer, the same rows have the same keys."""
    saved = save_plan(plan_of(courses), tmp_path / "plan.json")
    courses.script = deque(UNTIL_SIGNED_OUT)
    ended(Run(plan_of(courses), courses, retry_policy=quick)).close()
    courses.script.clear()
    ended(Run(replan(find_runs()[0], courses), courses, retry_policy=quick)).close()
    assert courses.went_into == PLACES
    assert [str(row.destination) for row in read_run_rows(find_runs()[0])][:3] == ["Larder / Baking"] * 2 + [
        "Cellar / Vines"
    ]

    with ended(Run(load_plan(saved), courses, retry_policy=quick, folder=tmp_path / "elsewhere")) as elsewhere:
        assert states(elsewhere) == [State.DONE] * 4
    assert len(courses.made) == 4


def test_a_later_plan_moves_the_rows_that_were_never_sent(courses: FakeService, quick: RunRetryPolicy) -> None:
    """Those that are made stay where they are, and keep their keys."""
    courses.script = deque(UNTIL_SIGNED_OUT)
    ended(Run(plan_of(courses), courses, retry_policy=quick)).close()
    courses.script.clear()
    made = {topic for _, topic, _ in courses.made}
    ended(Run(plan_of(courses, [row | {"course": "Vines"} for row in ROWS]), courses, retry_policy=quick)).close()

    assert 0 < len(made) < 4
    assert courses.went_into == {topic: PLACES[topic] if topic in made else "c2" for topic in PLACES}
    assert len(courses.made) == 4


def test_a_plan_is_stale_when_a_row_of_it_was_moved(courses: FakeService) -> None:
    """What was approved said another course, if only for one row."""
    first = Run(plan_of(courses), courses)
    Run(plan_of(courses, [*ROWS[:3], ROWS[3] | {"course": "Vines"}]), courses).close()

    with first, pytest.raises(PlanRejected, match="Another plan has since changed"):
        first.start()
    assert courses.paid == []


def test_a_course_that_is_deleted_before_the_run_refuses_its_rows_alone(
    courses: FakeService, quick: RunRetryPolicy
) -> None:
    """Unpaid; back from the trash, they are made."""
    plan, gone = plan_of(courses), courses.courses[0]
    courses.courses = courses.courses[1:]
    with ended(Run(plan, courses, retry_policy=quick)) as run:
        assert states(run) == [State.REFUSED, State.REFUSED, State.DONE, State.DONE]
        assert courses.balance_credits == 1000 - 2
        assert run.retry() == 2
    there = replan(find_runs()[0], courses)
    assert [row.verdict for row in there.rows[:2]] == [Verdict.DESTINATION_UNKNOWN] * 2

    courses.courses = [gone, *courses.courses]
    with ended(Run(replan(find_runs()[0], courses), courses, retry_policy=quick)) as run:
        assert states(run) == [State.DONE] * 4
    assert courses.went_into == PLACES


def test_the_same_plan_approved_again_is_not_twice_the_amount(db: sqlite3.Connection, who: Claimer) -> None:
    """A run can be started again, also when all of it is used up."""
    claims.claim(db, who, 0, limit=3)

    assert approve(db, who.run_id, StoredApproval("digest", "rows", 3), 1) == 3


def test_the_same_rows_planned_again_go_on_under_what_is_left(db: sqlite3.Connection, who: Claimer) -> None:
    """A cell that broke off is run again: the same amount for the same rows is the same approval."""
    claims.claim(db, who, 0, limit=2)

    assert approve(db, who.run_id, StoredApproval("planned again", "rows", 3), 1) == 3


def test_what_is_left_is_approved_on_top_of_what_was_made(db: sqlite3.Connection, who: Claimer) -> None:
    """Another amount, other rows, or an approval that was used up."""
    claims.claim(db, who, 0, limit=2)
    assert approve(db, who.run_id, StoredApproval("the rest", "rows", 1), 1) == 3
    assert approve(db, who.run_id, StoredApproval("others", "other rows", 3), 1) == 5

    claims.claim(db, who, 0, limit=1)
    assert approve(db, who.run_id, StoredApproval("once more", "rows", 3), 1) == 6
