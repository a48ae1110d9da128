"""The report on recent items: recently edited lessons and courses. Source: interface 4.1; columns ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.columns import EXTRA, MOMENT, ORGANIZATION, TEXT, Column, arrow_frame
from workbench.procedures.organization import get_dashboard_recent_items
from workbench.reports.report import Answers, Report, ReportCall
from workbench.reports.scope import Scope
from workbench.reports.tables.figures import AUTHOR_COUNT, LANGUAGE_COUNT, LAST_CHANGE, PROJECT_COUNT
from workbench.reports.tables.listing import list_rows

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    *ORGANIZATION,
    Column("item_type", TEXT, "", "lesson or course."),
    Column("title", TEXT, "", "Its title."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column("lesson_id", TEXT, "", "The lesson."),
    Column("course_id", TEXT, "", "The course it is, or belongs to."),
    Column("project_id", TEXT, "", "The project of the course."),
    Column("created_at", MOMENT, "UTC", "When it was made."),
    Column("updated_at", MOMENT, "UTC", "Last change."),
    Column("created_by", TEXT, "", "Name of the person who made it."),
    Column("created_by_id", TEXT, "", "The person who made it."),
    EXTRA,
)


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return one call for each organization."""
    return [
        ReportCall(
            get_dashboard_recent_items(organization_id=organization.organization_id),
            organization,
            "recentItems",
            COLUMNS,
        )
        for organization in scope.organizations
    ]


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per item, in the service's order: newest first."""
    return arrow_frame(COLUMNS, list_rows(answers, get_dashboard_recent_items.name, COLUMNS))


REPORT: Final = Report(
    "recent-items",
    "recently edited lessons and courses",
    COLUMNS,
    ask,
    frame,
    figures=(LANGUAGE_COUNT, AUTHOR_COUNT, PROJECT_COUNT, LAST_CHANGE),
)
