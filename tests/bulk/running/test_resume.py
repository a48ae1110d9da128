"""A run taken up again from its journal alone."""

from __future__ import annotations

import pytest

from tests.bulk.fake_service import FakeService
from workbench.bulk.results.runs import RunSummary
from workbench.bulk.running.resume import replanned
from workbench.bulk.running.run import Run
from workbench.errors import PlanRejected


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
