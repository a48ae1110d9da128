"""A report as CSV: UTF-8 with a mark for spreadsheets, every text safe to open in one.

The same report gives the same bytes.
"""

from __future__ import annotations

import csv
from pathlib import Path

from workbench.reports.finished import Finished, said
from workbench.reports.formula import defused


def write_csv(report: Finished, path: Path) -> None:
    """Write the rows under their column names. Raises `OSError`."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        lines = csv.writer(file, lineterminator="\r\n")
        lines.writerow([each.name for each in report.columns])
        for row in report.rows():
            lines.writerow([defused(each) if isinstance(each, str) else said(each) for each in row])
