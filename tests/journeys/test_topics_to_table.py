"""The first walk, whole: a topic list becomes lessons on our own service, paid once, and comes back as a table.

The service is a process of its own; it may be killed in the middle.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.bulk import Plan, Run, plan_topics
from workbench.bulk.journal.row import State
from workbench.bulk.planning.existing_lessons import all_lessons
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.progress import Progress, RunPhase
from workbench.client.sync import Client
from workbench.embedded import life
from workbench.embedded.record import EmbeddedService
from workbench.procedures.organization import get_user_data

OPENING_CREDITS = 10_000
IMPATIENT = RunRetryPolicy(
    first_wait_seconds=0.01, longest_wait_seconds=0.05, breaker_seconds=(0.01, 0.02), poll_seconds=0.05
)

pytestmark = pytest.mark.usefixtures("fresh_folder")


@pytest.fixture
def service() -> EmbeddedService:
    """The service of this computer, fresh."""
    return life.start()


@pytest.fixture
def client(service: EmbeddedService) -> Iterator[Client]:
    """A session of its owner."""
    with Client(service.base_url, service.token) as session:
        yield session


def balance(client: Client) -> int:
    """The organization's credits."""
    return client.call(get_user_data()).ai_credit_balance or 0


def topics_made(client: Client, plan: Plan) -> list[str]:
    """The topics of every lesson that the service has."""
    return [lesson.topic or "" for lesson in all_lessons(client, plan.place)]


def test_a_csv_becomes_lessons_and_a_table(client: Client, tmp_path: Path) -> None:
    """Planned, approved, run, read: each line that is ready is one lesson and one credit."""
    path = tmp_path / "occupations.csv"
    lines = ["PREFERREDLABEL,CODE", *(f"occupation {number},{number}" for number in range(40)), "Occupation  7,x", ",y"]
    path.write_text("\n".join(lines), encoding="utf-8")
    plan = plan_topics(path, client, language="EN")
    with Run(plan, client, plan.approve(credits=40)) as run:
        frame = run.start().wait(60).frame()

    assert frame["state"].tolist() == ["done"] * 40
    assert frame["lesson_id"].is_unique
    assert (frame["credits"].sum(), balance(client)) == (40, OPENING_CREDITS - 40)
    assert sorted(topics_made(client, plan)) == sorted(frame["topic"])


def test_a_service_that_is_killed_makes_nothing_twice(service: EmbeddedService, client: Client) -> None:
    """kill -9 in the middle of 800 rows; a new process continues, with another address and the same rows."""
    plan = plan_topics([f"topic {number}" for number in range(800)], client, language="EN")

    def kill_it(progress: Progress) -> None:
        if 0 < progress.counts.done < 800:
            os.kill(service.pid, signal.SIGKILL)

    with Run(plan, client, plan.approve(credits=800), retry_policy=IMPATIENT) as run:
        leave = run.watch(kill_it)
        broken_off = run.start().wait(60).progress
        leave()
        again = life.start()
        with Client(again.base_url, again.token) as other:
            run.start(other).wait(120)

            assert broken_off.phase is RunPhase.PAUSED
            assert {row.state for row in run.rows()} == {State.DONE}
            assert len(topics_made(other, plan)) == len(set(topics_made(other, plan))) == 800
            assert balance(other) == OPENING_CREDITS - 800
