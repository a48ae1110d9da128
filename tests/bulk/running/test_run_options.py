"""What rows ask for beside their topics survives whatever a run survives, and each row is paid for once."""

from __future__ import annotations

import pickle
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.bulk.fake_service import FakeService, MadeThen, refusal
from tests.bulk.plans import place
from tests.bulk.started_runs import ended, states
from workbench.bulk.journal.claims import claim
from workbench.bulk.journal.enrolment import NewRow, enrol
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.journal.queries import row_records
from workbench.bulk.journal.row import State
from workbench.bulk.lesson_options import NO_OPTIONS, LessonOptions
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_file import load_plan, save_plan
from workbench.bulk.planning.planner import PlanOptions, plan_topics
from workbench.bulk.reading.option_columns import option_cells
from workbench.bulk.run_frame import rows_csv
from workbench.bulk.run_summaries import find_runs
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.executors import InlineExecutor, send_request
from workbench.bulk.running.resume import replan
from workbench.bulk.running.run import Run
from workbench.bulk.running.stored_run import open_run
from workbench.errors import PlanRejected, Unreachable

ROWS = [
    {"topic": "Bread", "audience": "bakers", "objectives": "Knead dough; Shape a loaf"},
    {"topic": "Milk", "audience": "cooks", "objectives": ""},
    {"topic": "Salt", "audience": "", "objectives": ""},
]
ASKED = {
    "Bread": {"style": {"audience": "bakers", "words": 300}, "objectives": ["Knead dough", "Shape a loaf"]},
    "Milk": {"style": {"audience": "cooks", "words": 300}},
    "Salt": {"style": {"words": 300}},
}


@pytest.fixture
def styled() -> FakeService:
    """A service that can be told how lessons are written."""
    return FakeService(takes_options=True)


def planned(service: FakeService, rows: Any = ROWS, **given: Any) -> Plan:
    """The plan of the list, each lesson of 300 words where nothing else is reported."""
    given = given or {"words": 300}
    return plan_topics(rows, service, language="EN", name="a run", options=PlanOptions(lesson=option_cells(**given)))


def asked(service: FakeService) -> list[tuple[str, dict[str, Any]]]:
    """What each send requested next to its topic, in order."""
    inputs = [call.input.to_wire() or {} for call in service.paid]
    return [
        (input_["topic"], {name: input_[name] for name in ("style", "objectives") if name in input_})
        for input_ in inputs
    ]


def test_a_run_that_lost_its_answers_and_is_resumed_sends_the_same(styled: FakeService, quick: RunRetryPolicy) -> None:
    """From the journal alone, without the list; every send of a row with the same key, and paid once."""
    styled.script.extend([MadeThen(Unreachable()), refusal(400), Unreachable()])
    with Run(planned(styled), styled, retry_policy=replace(quick, tries=1), executor=InlineExecutor(styled)) as run:
        ended(run)
    before = dict(asked(styled))
    with open_run(find_runs()[0]) as stored:
        stored.retry([])
    with Run(replan(find_runs()[0], styled), styled, retry_policy=quick) as again:
        ended(again)

        assert states(again) == [State.DONE] * 3
    keys = {(call.input.topic, call.key) for call in styled.paid}
    assert before == ASKED and all(ASKED[topic] == fields for topic, fields in asked(styled))
    assert len(asked(styled)) > 3
    assert len({key for topic, key in keys if topic != "Milk"}) == 2
    assert styled.balance_credits == 1000 - 3


def test_a_plan_that_is_saved_is_run_elsewhere_as_it_is(
    styled: FakeService, quick: RunRetryPolicy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another computer, another journal: the same keys, so nothing is made twice."""
    path = save_plan(planned(styled), tmp_path / "plan.json")
    with Run(load_plan(path), styled, retry_policy=quick) as first:
        ended(first)
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path / "elsewhere"))
    with Run(load_plan(path), styled, retry_policy=quick) as second:
        ended(second)

        assert {row.proof for row in second.rows()} == {"replayed"}
    assert (len(styled.made), dict(asked(styled))) == (3, ASKED)


def test_the_rows_say_what_was_asked_for(styled: FakeService, quick: RunRetryPolicy) -> None:
    """In the frame and in CSV."""
    with Run(planned(styled), styled, retry_policy=quick) as run:
        frame = ended(run).frame()
        text = rows_csv(run.rows())

    assert frame["audience"].tolist()[:2] == ["bakers", "cooks"] and frame["words"].tolist() == [300] * 3
    assert list(frame["objectives"][0]) == ["Knead dough", "Shape a loaf"]
    assert "Knead dough; Shape a loaf" in text


def test_a_row_that_surely_was_not_made_takes_other_options(styled: FakeService, quick: RunRetryPolicy) -> None:
    """Its place in the run and its line stay; a list that somebody mended is one run, made once."""
    styled.script.extend([None, refusal(400), refusal(400)])
    with Run(planned(styled), styled, retry_policy=quick, executor=InlineExecutor(styled)) as run:
        ids = [row.row_id for row in ended(run).rows()]
    mended = [ROWS[0], {**ROWS[1], "audience": "young cooks"}, {**ROWS[2], "audience": "all"}]
    with Run(planned(styled, mended), styled, retry_policy=quick) as again:
        ended(again)

        assert [row.row_id for row in again.rows()] == ids
        assert states(again) == [State.DONE] * 3
    assert dict(asked(styled))["Milk"] == {"style": {"audience": "young cooks", "words": 300}}
    assert len(styled.made) == 3


def test_a_stale_plan_sends_nothing(styled: FakeService, quick: RunRetryPolicy) -> None:
    """What was approved requested something else than the run's rows do now."""
    stale, other = Run(planned(styled), styled, retry_policy=quick), Run(planned(styled, tone="calm"), styled)

    with stale, other, pytest.raises(PlanRejected, match="changed this run"):
        stale.start()
    assert styled.paid == []


def test_a_row_that_may_have_been_made_keeps_what_it_asked_for(db: sqlite3.Connection, identity: Any) -> None:
    """Asked for otherwise it would be another lesson, and paid again; both are rows then."""
    calm, lively = LessonOptions(tone="calm"), LessonOptions(tone="lively")
    selected = enrol(db, identity, "", [NewRow(1, "Bread", "EN", 1, options=calm)], 0)
    db.execute("update row set state = 'unsure', attempts = 1, key = 'k'")
    enrol(db, identity, "", [NewRow(1, "Bread", "EN", 1, options=lively)], 0)

    assert [row.options for row in row_records(db, replace(selected, last_id=9))] == [calm, lively]
    assert db.execute("select key from row order by id").fetchall() == [("k",), (None,)]


def test_rows_of_one_topic_change_their_options_one_by_one(db: sqlite3.Connection, identity: Any) -> None:
    """Those that stay the same are left alone, the others take the new ones."""
    options = [LessonOptions(audience=name) for name in ("bakers", "cooks", "all")]
    first = enrol(db, identity, "", [NewRow(1, "Bread", "EN", 1, options=option) for option in options[:2]], 0)
    enrol(db, identity, "", [NewRow(1, "Bread", "EN", 1, options=option) for option in options[1:]], 0)

    assert [row.options for row in row_records(db, first)] == [options[2], options[1]]


def test_a_send_on_another_machine_says_the_same(journal_file: JournalFile, identity: Any) -> None:
    """What is carried there holds all of it."""
    options = LessonOptions(audience="bakers", objectives=("Knead dough",), like_lesson_id="l1", like_title="Rolls")
    from tests.bulk.enrolled import enrolled

    with journal_file.write_transaction() as db:
        who = enrolled(db, identity, 0, lessons=1)
        who = replace(who, rows=enrol(db, identity, "", [NewRow(1, "Bread", "EN", 1, options=options)], 0))
        (claimed,) = claim(db, who, 0, limit=1)
    sent = pickle.loads(pickle.dumps(send_request(claimed, place())))

    assert (sent.options, sent.names_things) == (options, True)
    assert send_request(replace(claimed, options=NO_OPTIONS), place()).names_things is False


@pytest.mark.parametrize("status", [404])
def test_a_lesson_to_follow_that_is_gone_concerns_its_row_alone(
    styled: FakeService, quick: RunRetryPolicy, status: int
) -> None:
    """The others are made."""
    styled.script.append(refusal(status, "NOT_FOUND", message="There is no such lesson."))
    styled.existing = []
    rows = [{"topic": "Bread", "like": "l1"}, {"topic": "Milk", "like": ""}]
    plan = planned(styled, rows, tone="calm")
    made = replace(plan, rows=(replace(plan.rows[0], verdict=plan.rows[1].verdict, credits=1), plan.rows[1]))
    made = replace(made, rows=(replace(made.rows[0], options=LessonOptions(like_lesson_id="l1")), made.rows[1]))
    with Run(made, styled, retry_policy=quick, executor=InlineExecutor(styled)) as run:
        ended(run)

        assert states(run) == [State.REFUSED, State.DONE]
