"""The report on courses and their sharing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.columns import EXTRA, FLAG, INTEGER, MOMENT, ORGANIZATION, TEXT, TEXTS, Column, arrow_frame, with_names
from workbench.procedures.course import (
    CAN_BE_SHARED,
    MAX_COURSE_PAGE,
    OBSTACLE_LESSONS,
    SHARING_OBSTACLE,
    list_courses,
)
from workbench.reports.projects import project_names, projects_call
from workbench.reports.report import (
    CHANGED_AND_CREATED,
    IN_PROJECT,
    IN_TRASH,
    TITLE_SEARCH,
    Answers,
    Report,
    ReportCall,
)
from workbench.reports.scope import ReportOrganization, Scope
from workbench.reports.tables.figures import AUTHOR_COUNT, LAST_CHANGE, PROJECT_COUNT, Figure
from workbench.reports.tables.listing import changed_and_created, list_rows, names_by_id

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    *ORGANIZATION,
    Column("title", TEXT, "", "Its title."),
    Column("course_id", TEXT, "", "The course."),
    Column("project", TEXT, "", "Name of its project."),
    Column("project_id", TEXT, "", "Its project."),
    Column("tags", TEXTS, "", "Its tags, in the order of the alphabet; missing where the service keeps none."),
    Column("is_public", FLAG, "", "Whether anyone with the link may read it."),
    Column("can_be_shared", FLAG, "", CAN_BE_SHARED),
    Column("sharing_obstacle", TEXT, "", SHARING_OBSTACLE.replace("null", "missing")),
    Column("sharing_obstacle_lesson_ids", TEXTS, "", OBSTACLE_LESSONS.replace("null", "missing")),
    Column("share_url", TEXT, "", "Its link."),
    Column("expires_at", MOMENT, "UTC", "From when on its link opens nothing; missing: never."),
    Column("embed_origins", TEXTS, "", "The pages that may embed it, by origin; missing: any."),
    Column("indexing", FLAG, "", "Whether search engines may list it."),
    Column("has_unpublished_changes", FLAG, "", "Whether it differs from what learners see; missing if it is private."),
    Column("lesson_count", INTEGER, "lessons", "Lessons in it, those in the trash not counted."),
    Column("created_at", MOMENT, "UTC", "When it was made."),
    Column("updated_at", MOMENT, "UTC", "Last change of it or its lessons."),
    Column("created_by", TEXT, "", "Name of the person who made it."),
    Column("created_by_id", TEXT, "", "The person who made it."),
    EXTRA,
)


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return the calls for the courses of each organization, and for its projects for their names."""
    calls = []
    for organization in scope.organizations:
        calls += [
            courses_call(organization, **filters) for filters in scope.filters("project_id", "search", "in_trash")
        ]
        calls.append(projects_call(organization, include_archived=True, beside=True))
    return calls


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per course, last changed first."""
    table = arrow_frame(COLUMNS, list_rows(answers, list_courses.name, COLUMNS))
    return changed_and_created(with_names(table, "project", "project_id", project_names(answers)), answers)


def courses_call(
    organization: ReportOrganization,
    *,
    project_id: str | None = None,
    search: str | None = None,
    in_trash: bool | None = None,
    beside: bool = False,
) -> ReportCall:
    """Return a call for the courses of one organization; other reports add it for their titles."""
    call = list_courses(
        organization_id=organization.organization_id,
        project_id=project_id,
        search=search,
        in_trash=in_trash,
        unpublished_changes=None if beside else True,
        limit=MAX_COURSE_PAGE,
    )
    return ReportCall(call, organization, "courses", COLUMNS, beside)


def course_titles(answers: Answers) -> dict[str, str]:
    """Map the ids of the courses in the answers to their titles.

    Equal titles are distinguished by their first day.
    """
    return names_by_id(answers, list_courses.name, "course_id", "title")


REPORT: Final = Report(
    "courses",
    "courses, and whom they are shared with",
    COLUMNS,
    ask,
    frame,
    (
        IN_PROJECT,
        TITLE_SEARCH,
        IN_TRASH,
        *CHANGED_AND_CREATED,
    ),
    key=("course_id",),
    listed=(
        "title",
        "project",
        "lesson_count",
        "is_public",
        "has_unpublished_changes",
        "share_url",
        "expires_at",
        "updated_at",
        "created_by",
        "course_id",
    ),
    figures=(
        Figure("lesson_count", "sum", "lessons"),
        Figure("is_public", "true", "public"),
        AUTHOR_COUNT,
        PROJECT_COUNT,
        LAST_CHANGE,
    ),
)
