"""A run taken up again from its journal alone."""

from __future__ import annotations

from collections import deque

import pytest

from tests.bulk.fake_service import FakeService, refusal
from workbench.bulk.journal.row import State
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.results.runs import RunSummary, find_runs
from workbench.bulk.running.resume import approved_credits, replanned, retry_rows, rows_of
from workbench.bulk.running.run import Run
from workbench.errors import PlanRejected


@pytest.fixture
def broken_off(service: FakeService) -> RunSummary:
    """A run whose session ended after its first lesson."""
    service.script = deque([None, refusal(401, "UNAUTHORIZED"), refusal(401, "UNAUTHORIZED")])
    Run(plan_topics(["Bread", "Milk", "Salt"], service, language="EN"), service).start().wait().close()
    service.script.clear()
    return find_runs()[0]


def test_its_rows_are_read_from_the_journal(broken_off: RunSummary) -> None:
    """In order, with their states."""
    rows = rows_of(broken_off)

    assert [row.topic for row in rows] == ["Bread", "Milk", "Salt"]
    assert sorted(row.state for row in rows) == [State.DONE, State.PLANNED, State.PLANNED]


def test_it_goes_on_without_the_list(service: FakeService, broken_off: RunSummary) -> None:
    """The same rows, the same keys: nothing is made twice."""
    plan = replanned(broken_off, service)
    Run(plan, service).start().wait().close()

    assert len(plan.ready) == 2
    assert len(service.made) == 3


def test_another_person_does_not_take_it_up(service: FakeService, broken_off: RunSummary) -> None:
    """A run belongs to one person."""
    service.person = "bob"

    with pytest.raises(PlanRejected):
        replanned(broken_off, service)


def test_nothing_refused_and_tries_left_is_nothing_to_retry(broken_off: RunSummary) -> None:
    """What is planned goes on by itself."""
    assert retry_rows(broken_off, []) == 0


def test_what_was_approved_is_in_the_journal(service: FakeService, broken_off: RunSummary) -> None:
    """For the page that the person reads who approved it; nothing is made up where no price is announced."""
    bare = FakeService(keys=False, announced=False, shows_fields=False)
    Run(plan_topics(["Bread"], bare, language="EN", name="bare"), bare).close()
    unpriced = next(each for each in find_runs() if each.name == "bare")

    assert (approved_credits(broken_off), approved_credits(unpriced)) == (3 * service.price_credits, None)
