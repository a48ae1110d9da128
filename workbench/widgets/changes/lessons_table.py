"""A spreadsheet of all lessons, to be changed and dropped on the panel: what can be changed, and the ids for it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from workbench.client.sync import Client
from workbench.reports import ReportOrganization, Scope, build, find_report
from workbench.reports.files.output import write_report
from workbench.reports.tables.finished import FinishedReport

FILE_NAME: Final = "lessons.xlsx"
COLUMNS: Final = ("title", "position", "tags", "course_id", "project", "language", "lesson_id", "revision")
"""Dropped again, `revision` says which changes of others the person has not seen."""


def lessons_table(client: Client, organization_id: str | None) -> bytes:
    """The bytes of an Excel file with a row for each lesson. Blocks. Raises `WorkbenchError`."""
    report = find_report("lessons")
    frame = build(client, report, Scope((ReportOrganization(organization_id),)))
    columns = tuple(next(each for each in report.columns if each.name == name) for name in COLUMNS)
    with TemporaryDirectory() as folder:
        table = FinishedReport(report.name, report.about, columns, frame[list(COLUMNS)])
        return write_report(table, Path(folder) / FILE_NAME).read_bytes()
