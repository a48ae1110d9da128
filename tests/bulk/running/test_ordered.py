"""What was ordered, kept beside a run's rows."""

from __future__ import annotations

from tests.bulk.fake_service import FakeService
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.results.runs import find_runs
from workbench.bulk.running.ordered import Skipped
from workbench.bulk.running.resume import order_of, replanned
from workbench.bulk.running.run import Run

TOPICS = ["Bread", "", "Milk", "bread", "\ud800 half"]


def test_a_journal_forgot_who_ordered_and_what_was_skipped(service: FakeService) -> None:
    """Without the list and without a session, as `workbench runs report` has it."""
    Run(plan_topics(TOPICS, service, language="EN"), service).start().wait().close()
    ordered = order_of(find_runs()[0])

    assert [(each.line, each.topic) for each in ordered.skipped] == [(2, ""), (4, "bread"), (5, "\\ud800 half")]
    assert "duplicate" in ordered.skipped[1].reason
    assert all((ordered.person, ordered.organization, ordered.service))


def test_the_skipped_rows_are_those_of_the_last_list(service: FakeService) -> None:
    """A row that is in the run by now was not skipped."""
    plan = plan_topics(TOPICS, service, language="EN", name="larder")
    Run(plan.sample(1), service).close()
    before = order_of(find_runs()[0]).skipped
    Run(plan, service).close()
    after = order_of(find_runs()[0]).skipped

    assert Skipped(3, "Milk", "EN", "not in the sample: not among the first 1") in before
    assert [each.line for each in after] == [2, 4, 5]


def test_a_run_that_is_resumed_keeps_what_was_skipped(service: FakeService) -> None:
    """Resumed from the journal there is no list, which says nothing about what was in it."""
    Run(plan_topics(TOPICS, service, language="EN"), service).close()
    Run(replanned(find_runs()[0], service), service).close()

    assert [each.line for each in order_of(find_runs()[0]).skipped] == [2, 4, 5]
