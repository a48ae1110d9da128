"""Lessons are checked in the background, by one process at a time."""

from __future__ import annotations

import pytest

from tests.service.asking import Asking
from workbench.service.lesson_checks import RULESET
from workbench.service.running.background_checks import check_some
from workbench.service.store.lessons.findings import stored_findings

pytestmark = pytest.mark.anyio


async def test_what_is_due_is_checked_once_and_by_one_process(ana: Asking) -> None:
    """The next pass has nothing to do; another process leaves it to the first."""
    made = (await ana.starter("Tides"))["lessonId"]
    first = await check_some(ana.service, "one")
    again = await check_some(ana.service, "one")
    await ana.starter("Moon")
    elsewhere = await check_some(ana.service, "two")
    stored = await ana.service.store.read(lambda db: stored_findings(db, [made], ruleset=RULESET))

    assert (first, again, elsewhere, stored[made].revision) == (1, 0, 0, 1)
