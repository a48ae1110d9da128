"""A run's decisions are in the log `workbench.bulk`, and nothing of a topic or a session is."""

from __future__ import annotations

import logging
from collections import deque

import pytest

from tests.bulk.conftest import Begin
from tests.bulk.fake_service import FakeService, refusal
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.run_summaries import find_runs
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.resolve import Resend
from workbench.bulk.running.resume import replan
from workbench.bulk.running.run import Run
from workbench.errors import Unreachable

CANARY = "Canary7f3a"
TOPICS = [f"{CANARY} bread", f"{CANARY} milk", f"{CANARY} salt"]


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Everything that bulk logs."""
    caplog.set_level(logging.DEBUG, logger="workbench.bulk")
    return caplog


def lines(log: pytest.LogCaptureFixture) -> list[str]:
    """The messages of `workbench.bulk`."""
    return [record.getMessage() for record in log.records if record.name == "workbench.bulk"]


def test_a_run_logs_its_plan_approval_claims_and_rows(
    service: FakeService, begin: Begin, log: pytest.LogCaptureFixture
) -> None:
    """In the order in which they were decided."""
    run = begin(service)
    rows = [row.row_id for row in run.start().wait().rows()]
    logged = "\n".join(lines(log))
    order = ["planned: 3 rows, 3 to make, credits: 3", "3 lessons are approved, 3 in total", "started: "]

    for row_id in rows:
        assert f"row {row_id}: claimed" in logged
        assert f"row {row_id}: made, now done (no code)" in logged
    places = [logged.index(text) for text in (*order, f"row {rows[0]}: claimed", "ends: finished")]
    assert places == sorted(places)


def test_a_stop_and_a_resume_are_logged(service: FakeService, begin: Begin, log: pytest.LogCaptureFixture) -> None:
    """The run that is taken up from its journal says so."""
    begin(service).stop().close()
    with Run(replan(find_runs()[0], service), service) as run:
        run.start().wait()

    assert [line for line in lines(log) if "a stop was requested" in line]
    assert [line for line in lines(log) if " resumed: " in line]


def test_a_pause_is_logged_with_its_reason(service: FakeService, begin: Begin, log: pytest.LogCaptureFixture) -> None:
    """In words of ours."""
    service.script = deque([refusal(403, "FORBIDDEN")] * 3)
    begin(service).start().wait()

    assert [line for line in lines(log) if "ends: paused (not allowed)" in line]


def test_a_slower_pace_is_logged(service: FakeService, begin: Begin, log: pytest.LogCaptureFixture) -> None:
    """With the number of sends at the same time, and the one before."""
    service.script = deque([refusal(503)])
    begin(service).start().wait()

    assert [line for line in lines(log) if " at once, before " in line]


def test_a_decision_of_a_person_is_logged(
    service_without_keys: FakeService, quick: RunRetryPolicy, log: pytest.LogCaptureFixture
) -> None:
    """With the row's id."""
    service_without_keys.script = deque([Unreachable()])
    plan = plan_topics(["Bread"], service_without_keys, language="EN", name="in doubt")
    with Run(plan, service_without_keys, retry_policy=quick) as run:
        row = run.start().wait().rows()[0]
        run.resolve(row.position, Resend(force=True))

    assert f"row {row.row_id}: a person decided Resend" in lines(log)


def test_no_topic_and_no_message_of_the_service_is_logged(
    service: FakeService, quick: RunRetryPolicy, log: pytest.LogCaptureFixture
) -> None:
    """A refusal may repeat the topic, and so may what pauses a run."""
    refused = refusal(400, "BAD_REQUEST", message=f"{CANARY} is too vague.")
    service.script = deque([refused, refusal(403, "FORBIDDEN", message=f"You may not write about {CANARY}.")])
    plan = plan_topics(TOPICS, service, language="EN", name="a run")
    with Run(plan, service, retry_policy=quick) as run:
        run.start().wait()

    assert len(lines(log)) > 5
    assert [line for line in lines(log) if CANARY in line] == []
