"""A run in its journal: rows, approval, and what people decide. Further decisions: test_resolve.py."""

from __future__ import annotations

from tests.bulk.fake_service import FakeService
from workbench.bulk.journal.row import State
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.run_summaries import RunSummary, find_runs
from workbench.bulk.running.run import Run
from workbench.bulk.running.stored_run import open_run, read_run_rows


def test_its_rows_are_read_from_the_journal(broken_off: RunSummary) -> None:
    """In order, with their states."""
    rows = read_run_rows(broken_off)

    assert [row.topic for row in rows] == ["Bread", "Milk", "Salt"]
    assert sorted(row.state for row in rows) == [State.DONE, State.PLANNED, State.PLANNED]


def test_nothing_refused_and_tries_left_is_nothing_to_retry(broken_off: RunSummary) -> None:
    """What is planned continues by itself."""
    with open_run(broken_off) as stored:
        assert stored.retry([]) == 0


def test_what_was_approved_is_in_the_journal(service: FakeService, broken_off: RunSummary) -> None:
    """For the page that the person reads who approved it; nothing is made up where no price is announced."""
    bare = FakeService(keys=False, announced=False, shows_fields=False)
    Run(plan_topics(["Bread"], bare, language="EN", name="bare"), bare).close()
    unpriced = next(run for run in find_runs() if run.name == "bare")

    with open_run(broken_off) as stored, open_run(unpriced) as other:
        assert (stored.approved_credits(), other.approved_credits()) == (3 * service.price_credits, None)
