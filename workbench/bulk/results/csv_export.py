"""A run's rows as CSV that a spreadsheet opens without running anything in it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.results.frame import COLUMNS, row_values

BYTE_ORDER_MARK: Final = "\ufeff"
_STARTS_A_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "＝", "＋", "－", "＠")


def rows_csv(rows: Sequence[RowRecord]) -> str:
    """CSV with the columns of `workbench.bulk.results.frame.COLUMNS`; UTF-8 with a byte order mark, for Excel."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([each.name for each in COLUMNS])
    for row in rows:
        values = row_values(row)
        writer.writerow([safe_cell(values[each.name]) for each in COLUMNS])
    return BYTE_ORDER_MARK + out.getvalue()


def safe_cell(value: Any) -> str:
    """The cell's text; an apostrophe stands before text that a spreadsheet would take for a formula."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, list):
        value = "; ".join(value)
    if not isinstance(value, str):
        return str(value)
    plain = value.replace("\x00", "")
    return f"'{plain}" if plain.lstrip(" ").startswith(_STARTS_A_FORMULA) else plain
