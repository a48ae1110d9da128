"""A row of a plan: whether it is in the run, and its verdict in words."""

from __future__ import annotations

import pytest

from tests.bulk.plans import row
from workbench.bulk.planning.plan_row import Verdict


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_row_is_in_the_run_when_it_is_to_be_made_or_begun(verdict: Verdict) -> None:
    """Everything else is left out of it."""
    assert row(1, verdict=verdict).is_in_run == (verdict in (Verdict.READY, Verdict.BEGUN, Verdict.MISSING))


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("", "duplicate"),
        ("duplicate of line 3", "duplicate of line 3"),
        ("similar to line 3", "duplicate: similar to line 3"),
    ],
)
def test_a_verdict_is_not_repeated_by_its_reason(reason: str, text: str) -> None:
    """A reason that begins with the verdict is alone."""
    assert row(2, verdict=Verdict.DUPLICATE, reason=reason).verdict_text == text
