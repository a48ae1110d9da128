"""The report on projects: names, favorites, how much is in them. Source: interface 4.2; columns ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.columns import EXTRA, FLAG, INTEGER, MOMENT, ORGANIZATION, TEXT, Column, arrow_frame
from workbench.procedures.organization import get_organization_projects
from workbench.reports.report import Answers, Report, ReportCall
from workbench.reports.scope import SWITCH, Parameter, ReportOrganization, Scope
from workbench.reports.tables.figures import LAST_CHANGE, PROJECT_COUNT, Figure
from workbench.reports.tables.listing import list_rows, names_by_id

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    *ORGANIZATION,
    Column("name", TEXT, "", "Its name."),
    Column("project_id", TEXT, "", "The project."),
    Column("is_favorite", FLAG, "", "Whether you marked it."),
    Column("is_archived", FLAG, "", "Whether it is archived."),
    Column("course_count", INTEGER, "courses", "Courses in it, those in the trash not counted."),
    Column("lesson_count", INTEGER, "lessons", "Lessons in it, those in the trash not counted."),
    Column("created_at", MOMENT, "UTC", "When it was created; missing where the service does not say."),
    Column("updated_at", MOMENT, "UTC", "Last change of it, or of anything in it outside the trash."),
    EXTRA,
)


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return one call for each organization."""
    return [
        projects_call(organization, include_archived=scope.get("include_archived"))
        for organization in scope.organizations
    ]


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per project, in the service's order: by name."""
    return arrow_frame(COLUMNS, list_rows(answers, get_organization_projects.name, COLUMNS))


def projects_call(
    organization: ReportOrganization, *, include_archived: bool | None = None, beside: bool = False
) -> ReportCall:
    """Return a call for the projects of one organization; other reports add it for their names."""
    call = get_organization_projects(organization_id=organization.organization_id, include_archived=include_archived)
    return ReportCall(call, organization, "projects", COLUMNS, beside)


def project_names(answers: Answers) -> dict[str, str]:
    """Map the ids of the projects in the answers to their names.

    Equal names are distinguished by their first day.
    """
    return names_by_id(answers, get_organization_projects.name, "project_id", "name")


REPORT: Final = Report(
    "projects",
    "projects, and how much is in them",
    COLUMNS,
    ask,
    frame,
    (Parameter("include_archived", SWITCH, "Archived projects too."),),
    key=("project_id",),
    listed=(
        "name",
        "course_count",
        "lesson_count",
        "is_favorite",
        "is_archived",
        "updated_at",
        "created_at",
        "project_id",
    ),
    figures=(
        Figure("lesson_count", "sum", "lessons"),
        Figure("course_count", "sum", "courses"),
        Figure("is_archived", "true", "archived"),
        PROJECT_COUNT,
        LAST_CHANGE,
    ),
)
