"""A report as CSV: UTF-8 with a mark for spreadsheets, every text safe to open in one.

The same report gives the same bytes.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import IO

from workbench.reports.tables.finished import FinishedReport, value_text
from workbench.spreadsheet_text import write_csv_rows


def write_csv(report: FinishedReport, path: Path) -> None:
    """Write the rows under their column names. Raises `OSError`."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        _write(report, file)


def as_csv(report: FinishedReport) -> bytes:
    """Return the same bytes as in the file."""
    text = io.StringIO(newline="")
    _write(report, text)
    return text.getvalue().encode("utf-8-sig")


def _write(report: FinishedReport, file: IO[str]) -> None:
    write_csv_rows(file, [[column.name for column in report.columns]])
    write_csv_rows(file, (map(_cell, row) for row in report.printable_rows()))


def _cell(value: object) -> object:
    """Return numbers unchanged, so that a negative one is not taken for a formula, and anything else as text."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if is_number else value_text(value)
