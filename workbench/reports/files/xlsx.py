"""A report as XLSX: typed cells, a frozen header, and a second sheet that explains the columns.

No text becomes a formula or a link. Needs the extra `excel`.
"""

from __future__ import annotations

from datetime import date, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from workbench.authoring.characters import without_unfit
from workbench.client.extras import how_to_install
from workbench.errors import Misconfigured, NotSent
from workbench.reports.tables.finished import FinishedReport
from workbench.spreadsheet_text import WORKBOOK_OPTIONS, TextFormat

MAX_ROWS: Final = 1_048_575
MAX_CHARACTERS: Final = 32_767
_WIDTHS: Final = {"string": 24, "timestamp[ms, tz=UTC]": 20}


def write_xlsx(report: FinishedReport, path: Path) -> None:
    """Write both sheets. Raises `OSError`, `NotSent` for too many rows, `Misconfigured` without xlsxwriter."""
    try:
        from xlsxwriter import Workbook
    except ImportError:
        raise Misconfigured(f"XLSX needs one more package. Install it with: {how_to_install('excel')}") from None
    if len(report.frame) > MAX_ROWS:
        raise NotSent(
            f"XLSX holds {MAX_ROWS:,} rows and this report has {len(report.frame):,}. Write .parquet or .csv."
        )
    buffer = BytesIO()  # so that a full disk fails in one plain write
    with Workbook(buffer, {**WORKBOOK_OPTIONS, "remove_timezone": True}) as book:
        book.set_properties({"title": report.name, "comments": report.about})
        _rows(book, report)
        _dictionary(book, report)
    path.write_bytes(buffer.getvalue())


def _rows(book: Any, report: FinishedReport) -> None:
    sheet = book.add_worksheet(report.name[:31])
    heading, formats = TextFormat(book, bold=True, bottom=1), _forms(book)
    for column_number, column in enumerate(report.columns):
        heading.write(sheet, 0, column_number, column.name)
        sheet.set_column(column_number, column_number, max(_WIDTHS.get(column.dtype, 12), len(column.name) + 2))
    for line, row in enumerate(report.printable_rows(), start=1):
        for column_number, value in enumerate(row):
            if value is not None:
                _cell(sheet, line, column_number, value, formats)
    sheet.freeze_panes(1, 0)
    if report.columns:
        sheet.autofilter(0, 0, max(1, len(report.frame)), len(report.columns) - 1)


def _forms(book: Any) -> dict[str, Any]:
    return {
        "text": TextFormat(book),
        "moment": book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"}),
        "day": book.add_format({"num_format": "yyyy-mm-dd"}),
    }


def _cell(sheet: Any, line: int, column_number: int, value: object, formats: dict[str, Any]) -> None:
    if isinstance(value, str):
        formats["text"].write(sheet, line, column_number, value[:MAX_CHARACTERS])
    elif isinstance(value, bool):
        sheet.write_boolean(line, column_number, value)
    elif isinstance(value, datetime):
        sheet.write_datetime(line, column_number, value, formats["moment"])
    elif isinstance(value, date):
        sheet.write_datetime(line, column_number, value, formats["day"])
    else:
        sheet.write_number(line, column_number, value)


def _dictionary(book: Any, report: FinishedReport) -> None:
    sheet = book.add_worksheet("data dictionary")
    heading, plain = TextFormat(book, bold=True, bottom=1), TextFormat(book)
    notes = [("report", report.name, "", report.about), ("asked", report.at, "UTC", "When the service was called.")]
    notes += [("missing", "", "", sentence) for sentence in report.missing]
    lines = [("column", "dtype", "unit", "meaning"), *report.columns, *notes]
    for line, row in enumerate(lines):
        for column_number, text in enumerate(row):
            (plain if line else heading).write(sheet, line, column_number, without_unfit(text))
    sheet.set_column(0, 2, 22)
    sheet.set_column(3, 3, 80)
    sheet.freeze_panes(1, 0)
