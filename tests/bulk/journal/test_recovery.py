"""A damaged journal is kept, and a new one knows what it does not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bulk.fake_service import FakeService
from workbench.bulk.journal.journal_file import JournalDamaged, runs_folder
from workbench.bulk.journal.recovery import reset_journal
from workbench.bulk.journal.row import State
from workbench.bulk.planning.planner import PlanOptions, plan_topics
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.run import Run

TOPICS = ["Bread", "Milk"]


def damaged(service: FakeService) -> Path:
    """The journal of a finished run, torn afterwards."""
    Run(plan_topics(TOPICS, service, language="EN"), service).start().wait(20).close()
    (path,) = runs_folder().glob("*.sqlite")
    path.write_bytes(path.read_bytes()[:5000])
    return path


def states(service: FakeService, retry_policy: RunRetryPolicy) -> list[State]:
    """The rows of the same plan, run again."""
    plan = plan_topics(TOPICS, service, language="EN", options=PlanOptions(skip_existing=False))
    with Run(plan, service, retry_policy=retry_policy) as run:
        run.start().wait(20)
        return [row.state for row in run.rows()]


def test_nothing_is_planned_on_a_damaged_journal(service: FakeService) -> None:
    """What it knew decides what may be sent."""
    damaged(service)

    with pytest.raises(JournalDamaged, match="reset_journal"):
        plan_topics(TOPICS, service, language="EN")


def test_with_keys_everything_is_found_again(service: FakeService, quick: RunRetryPolicy) -> None:
    """The same rows have the same keys: all are replayed, nothing is paid."""
    reset_journal(damaged(service))

    assert states(service, quick) == [State.DONE, State.DONE]
    assert len(service.made) == 2


def test_without_keys_every_row_needs_a_person(service_without_keys: FakeService, quick: RunRetryPolicy) -> None:
    """Whether it was sent is not known, so it is not sent."""
    reset_journal(damaged(service_without_keys))
    sent = len(service_without_keys.paid)

    assert states(service_without_keys, quick) == [State.UNSURE, State.UNSURE]
    assert len(service_without_keys.paid) == sent


def test_a_person_who_has_looked_can_go_on(service_without_keys: FakeService, quick: RunRetryPolicy) -> None:
    """Rows enrolled after that are planned as usual."""
    reset_journal(damaged(service_without_keys), nothing_unknown=True)

    assert states(service_without_keys, quick) == [State.DONE, State.DONE]


def test_the_damaged_file_is_kept(service: FakeService) -> None:
    """For anyone who can read more of it."""
    path = damaged(service)
    torn = path.read_bytes()

    assert reset_journal(path).read_bytes() == torn
