"""A run that is taken up again, for the tests of this folder."""

from __future__ import annotations

from collections import deque

import pytest

from tests.bulk.fake_service import FakeService, refusal
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.run_summaries import RunSummary, find_runs
from workbench.bulk.running.run import Run


@pytest.fixture
def broken_off(service: FakeService) -> RunSummary:
    """A run whose session ended after its first lesson."""
    service.script = deque([None, refusal(401, "UNAUTHORIZED"), refusal(401, "UNAUTHORIZED")])
    Run(plan_topics(["Bread", "Milk", "Salt"], service, language="EN"), service).start().wait().close()
    service.script.clear()
    return find_runs()[0]
