"""A bulk run whose rows ask for more than their topics, and whose process is killed on the way."""

from __future__ import annotations

import signal

import pytest

from tests.databases import SERVER_LATER
from tests.faults.crashes import topics
from tests.faults.hosts import host
from tests.faults.ordering import ordering
from tests.people import owner_of
from workbench.bulk.planning.planner import PlanOptions, PlanTarget, plan_topics
from workbench.bulk.reading.option_columns import option_cells
from workbench.bulk.running.run import Run
from workbench.client.sync import Client
from workbench.procedures.lesson import list_lessons
from workbench.procedures.organization import get_audit_log, get_user_data

pytestmark = pytest.mark.slow  # `make test` kills the journal of a run in test_many_kills.py

ROWS = 12
NAME = "killed with options"


@pytest.mark.parametrize("dialect", SERVER_LATER)
def test_a_run_that_is_killed_asks_for_the_same_in_each_row(database_url: str) -> None:
    """From the journal alone; each row is made once, as its line said, and paid once."""
    added = owner_of(database_url, credits_at_start=ROWS)
    rows = [{"topic": topic, "audience": f"readers {index}"} for index, topic in enumerate(topics(ROWS))]
    wanted = {f"{row['audience']}": row["topic"] for row in rows}
    with host(database_url) as service, Client(service.base_url, added.session_token) as client:
        here = {"organization_id": added.organization_id}
        options = PlanOptions(lesson=option_cells(words=300, objectives=["Say; then do"]))
        target = PlanTarget(organization_id=added.organization_id)
        Run(plan_topics(rows, client, language="EN", name=NAME, target=target, options=options), client).close()
        going_on = {"url": service.base_url, "token": added.session_token, "name": NAME}

        end = ordering(**going_on, die_after=3)
        ended = ordering(**going_on)
        made = {lesson.lesson_id: lesson.topic for lesson in client.call(list_lessons(limit=100, **here)).lessons}
        entries = client.call(get_audit_log(action="lesson.createStarterLesson", limit=100, **here)).entries
        asked = [(entry.facts["style"], entry.facts["objectives"], made[entry.subject or ""]) for entry in entries]

        assert (end, ended) == (-signal.SIGKILL, 0)
        assert {style["audience"]: topic for style, _, topic in asked} == wanted
        assert (len(made), len(asked)) == (ROWS, ROWS)
        assert all(style["words"] == 300 and objectives == ["Say; then do"] for style, objectives, _ in asked)
        assert client.call(get_user_data(**here)).ai_credit_balance == 0
