"""Lists for the tests of this package: as tables that were read, and as files."""

from __future__ import annotations

import io
from collections.abc import Sequence

from xlsxwriter import Workbook

from workbench.bulk.reading.sources import ReadOptions, read_bytes
from workbench.bulk.reading.table import Table
from workbench.bulk.reading.topic_columns import is_known_name


def table_of(text: str, name: str = "list.csv") -> Table:
    """A CSV file's text as it is read."""
    return read_bytes(text.encode(), name, ReadOptions(), is_known_name)


def workbook(rows: Sequence[Sequence[str]]) -> bytes:
    """An Excel file with these rows."""
    file = io.BytesIO()
    with Workbook(file) as book:
        sheet = book.add_worksheet()
        for index, row in enumerate(rows):
            sheet.write_row(index, 0, row)
    return file.getvalue()
