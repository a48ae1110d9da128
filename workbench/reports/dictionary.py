"""The data dictionary: every report's columns with dtype, unit and meaning, as a table and for a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from workbench.columns import TEXT, Column, frame_of, table_of
from workbench.reports.catalogue import REPORTS
from workbench.reports.report import Report

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    Column("report", TEXT, "", "The report."),
    Column("column", TEXT, "", "The column."),
    Column("dtype", TEXT, "", "Its dtype in Arrow's words."),
    Column("unit", TEXT, "", "Its unit; missing when it has none."),
    Column("meaning", TEXT, "", "What it says."),
)


def dictionary(reports: Iterable[Report] | None = None) -> pandas.DataFrame:
    """A row for each column of each report."""
    rows = [
        {"report": report.name, "column": name, "dtype": dtype, "unit": unit or None, "meaning": meaning}
        for report in (REPORTS.values() if reports is None else reports)
        for name, dtype, unit, meaning in report.columns
    ]
    return frame_of(COLUMNS, table_of(COLUMNS, rows))
