"""A topic list to fill in: the columns that are recognised, with two example lines."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final

from workbench.client.atomic_write import write_new_text
from workbench.errors import PlanRejected
from workbench.spreadsheet_text import WORKBOOK_OPTIONS, TextFormat, csv_text

COLUMNS: Final = (
    *("topic", "language", "description", "audience", "tone", "reading level", "words", "questions", "objectives"),
    *("sources", "like", "project", "course"),
)
EXAMPLES: Final = (
    (
        *("Reading a bus timetable", "EN", "Routes, symbols and connections", "newcomers", "friendly", "A2"),
        *("", "", "", "", "", "", ""),
    ),
    (
        *("Storing food safely", "EN", "Temperature, time and clean hands", "kitchen staff", "", "", "600", "4"),
        *("Say how long food keeps; Read a label", "", "", "", ""),
    ),
)
JOINED: Final = "{topic}: {description}"
"""A template for `plan_topics` that joins the columns of this list into the topic's text."""


def write_template(path: str | Path) -> Path:
    """Write the list as CSV, or as XLSX by its suffix, and return the path. An existing file is never replaced."""
    path = Path(path)
    if path.exists():
        raise PlanRejected(f"{path} already exists, and may hold your topics. Name another file.")
    try:
        if path.suffix.lower() == ".xlsx":
            with path.open("xb") as file:
                file.write(_spreadsheet())
        else:
            write_new_text(path, template_csv())
    except OSError as refused:
        raise PlanRejected(f"{path} cannot be written: {refused.strerror}.") from None
    return path


def template_csv() -> str:
    """Return the list as CSV text that a spreadsheet opens."""
    return csv_text([COLUMNS, *EXAMPLES])


def _spreadsheet() -> bytes:
    try:
        from xlsxwriter import Workbook
    except ImportError:
        raise PlanRejected("XLSX files need the extra `excel`. A name that ends in .csv needs nothing.") from None
    out = io.BytesIO()
    book = Workbook(out, WORKBOOK_OPTIONS)
    sheet = book.add_worksheet("topics")
    head, plain = TextFormat(book, bold=True), TextFormat(book)
    for row, texts in enumerate([COLUMNS, *EXAMPLES]):
        for column, text in enumerate(texts):
            (plain if row else head).write(sheet, row, column, text)
    sheet.set_column(0, 0, 40)
    sheet.set_column(2, 2, 50)
    sheet.freeze_panes(1, 0)
    book.close()
    return out.getvalue()
