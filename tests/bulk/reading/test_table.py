"""Cells as text, and how many lines a plan can hold."""

from __future__ import annotations

from datetime import date
from typing import Any

import pandas
import pytest

from workbench.bulk.reading.table import MAX_CELL_CHARACTERS, MAX_LINES, TopicLine, cell_text, checked_lines
from workbench.errors import PlanRejected


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (float("nan"), ""),
        (pandas.NA, ""),
        (pandas.NaT, ""),
        (2654.0, "2654"),
        (2.5, "2.5"),
        (True, "TRUE"),
        (date(2026, 1, 2), "2026-01-02"),
        ("  bread \n", "bread"),
    ],
)
def test_a_cell_is_text_as_a_person_reads_it(value: Any, text: str) -> None:
    """Missing values are empty, whole numbers have no point."""
    assert cell_text(value) == text


def test_a_huge_cell_is_cut_far_behind_what_a_topic_may_have() -> None:
    """It is still seen to be too long, and costs no memory."""
    assert len(cell_text("x" * 1_000_000)) == MAX_CELL_CHARACTERS


def test_more_lines_than_a_plan_holds_are_refused() -> None:
    """The lines are counted while they are read."""
    with pytest.raises(PlanRejected, match="100,000"):
        checked_lines(TopicLine(number, ("x",)) for number in range(MAX_LINES + 1))
