"""The data dictionary tells every column."""

from __future__ import annotations

from tests.reports.frames import plain
from workbench.reports.catalogue import REPORTS
from workbench.reports.dictionary import dictionary


def test_every_column_of_every_report_is_told() -> None:
    """In the reports' order."""
    assert plain(dictionary(), "report", "column") == [
        (name, column.name) for name, report in REPORTS.items() for column in report.columns
    ]


def test_one_report_can_be_told_alone() -> None:
    """As a file of it does."""
    assert set(dictionary([REPORTS["runs"]])["report"]) == {"runs"}
