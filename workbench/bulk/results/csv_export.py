"""A run's rows as CSV that a spreadsheet opens without running anything in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.results.frame import COLUMNS, row_values
from workbench.spreadsheet_text import csv_text


def rows_csv(rows: Sequence[RowRecord]) -> str:
    """CSV with the columns of `workbench.bulk.results.frame.COLUMNS`; UTF-8 with a byte order mark, for Excel."""
    names = [column.name for column in COLUMNS]
    return csv_text([names, *([_cell(row_values(row)[name]) for name in names] for row in rows)])


def _cell(value: Any) -> Any:
    """Return the value as written to the file: times in UTC, lists joined by semicolons, others unchanged."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return "; ".join(value) if isinstance(value, list) else value
