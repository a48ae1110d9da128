"""The report on tags: how many lessons and courses have each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.columns import EXTRA, INTEGER, ORGANIZATION, TEXT, Column, arrow_frame
from workbench.procedures.organization import list_tags
from workbench.procedures.tags import MAX_TAG_PAGE
from workbench.reports.report import Answers, Report, ReportCall
from workbench.reports.scope import Scope
from workbench.reports.tables.listing import list_rows

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    *ORGANIZATION,
    Column("tag", TEXT, "", "The tag, in one of the spellings that it has; capitals make no other tag."),
    Column("lesson_count", INTEGER, "lessons", "Lessons that have it, those in the trash not counted."),
    Column("course_count", INTEGER, "courses", "Courses that have it, those in the trash not counted."),
    EXTRA,
)


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return one call for each organization."""
    calls = [
        (list_tags(organization_id=organization.organization_id, limit=MAX_TAG_PAGE), organization)
        for organization in scope.organizations
    ]
    return [ReportCall(call, organization, "tags", COLUMNS) for call, organization in calls]


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per tag, in alphabetical order."""
    return arrow_frame(COLUMNS, list_rows(answers, list_tags.name, COLUMNS))


REPORT: Final = Report(
    "tags",
    "tags, and how many lessons and courses have each",
    COLUMNS,
    ask,
    frame,
    listed=("tag", "lesson_count", "course_count"),
)
