"""What was ordered, stored next to a run's rows, and the public links of its lessons.

`tests/api/test_run.py` follows a link on a real service.
"""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.bulk.fake_service import FakeService
from tests.bulk.plans import place
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.run_summaries import find_runs
from workbench.bulk.running.resume import replan
from workbench.bulk.running.run import Run
from workbench.bulk.running.run_request import RunLinks, RunRequest, Skipped, find_links
from workbench.bulk.running.stored_run import open_run
from workbench.client.sync import Client
from workbench.errors import SignInNeeded
from workbench.procedures.course import list_courses

TOPICS = ["Bread", "", "Milk", "bread", "\ud800 half"]


def newest_request() -> RunRequest:
    """What was ordered in the newest run."""
    with open_run(find_runs()[0]) as stored:
        return stored.request()


def test_a_journal_forgot_who_ordered_and_what_was_skipped(service: FakeService) -> None:
    """Without the list and without a session, as `workbench runs report` has it."""
    Run(plan_topics(TOPICS, service, language="EN"), service).start().wait().close()
    ordered = newest_request()

    assert [(skipped_row.line, skipped_row.topic) for skipped_row in ordered.skipped] == [
        (2, ""),
        (4, "bread"),
        (5, "\\ud800 half"),
    ]
    assert "duplicate" in ordered.skipped[1].reason
    assert all((ordered.person, ordered.organization, ordered.service))


def test_the_skipped_rows_are_those_of_the_last_list(service: FakeService) -> None:
    """A row that is in the run now was not skipped."""
    plan = plan_topics(TOPICS, service, language="EN", name="larder")
    Run(plan.sample(1), service).close()
    before = newest_request().skipped
    Run(plan, service).close()
    after = newest_request().skipped

    assert Skipped(3, "Milk", "EN", "not in the sample: not among the first 1") in before
    assert [skipped_row.line for skipped_row in after] == [2, 4, 5]


def test_a_run_that_is_resumed_keeps_what_was_skipped(service: FakeService) -> None:
    """Resumed from the journal there is not a list, which says nothing about what was in it."""
    Run(plan_topics(TOPICS, service, language="EN"), service).close()
    Run(replan(find_runs()[0], service), service).close()

    assert [skipped_row.line for skipped_row in newest_request().skipped] == [2, 4, 5]


def test_a_service_that_lists_no_courses_has_no_links(service: FakeService) -> None:
    """It is reported, and nothing is guessed from ids."""
    service.takes_courses = False

    assert find_links(cast("Client", service), place(), ["lesson0"]) == RunLinks(
        fault="This service does not list lessons and courses."
    )


def test_a_session_that_ended_leaves_a_page_without_links(
    service: FakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of a run is worth having anyway."""

    def ended(*_: Any) -> None:
        raise SignInNeeded("The session has ended.", code="UNAUTHORIZED", http_status=401)

    known = service.capabilities()
    assert known is not None
    known.procedures.append(list_courses.name)
    monkeypatch.setattr(service, "capabilities", lambda: known)
    monkeypatch.setattr(service, "call", ended)

    assert find_links(cast("Client", service), place(lists_lessons=True), ["lesson0"]).fault == "The session has ended."
