"""A report as CSV: UTF-8 with a mark for spreadsheets, every text safe to open in one.

The same report gives the same bytes.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import IO

from workbench.reports.files.formula import defused
from workbench.reports.tables.finished import FinishedReport, text_of


def write_csv(report: FinishedReport, path: Path) -> None:
    """Write the rows under their column names. Raises `OSError`."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        _write(report, file)


def as_csv(report: FinishedReport) -> bytes:
    """The same bytes as in the file."""
    text = io.StringIO(newline="")
    _write(report, text)
    return text.getvalue().encode("utf-8-sig")


def _write(report: FinishedReport, file: IO[str]) -> None:
    lines = csv.writer(file, lineterminator="\r\n")
    lines.writerow([defused(each.name) for each in report.columns])
    for row in report.printable_rows():
        lines.writerow([defused(each) if isinstance(each, str) else text_of(each) for each in row])
