"""The report on lessons: language, length, topic, writer, and when they were made and changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from workbench.columns import EXTRA, INTEGER, MOMENT, ORGANIZATION, TEXT, TEXTS, Column, arrow_frame, with_names
from workbench.procedures.lesson import (
    LESSON_FILTERS,
    MAX_LESSON_PAGE,
    STATUSES,
    LessonFilter,
    LessonSummary,
    list_lessons,
)
from workbench.procedures.next_step import STATUS
from workbench.procedures.reviews import STATE
from workbench.reports.contents import COLUMNS as CONTENTS
from workbench.reports.contents import CONTENT, contents_call, with_contents
from workbench.reports.projects import project_names, projects_call
from workbench.reports.report import (
    CHANGED_AND_CREATED,
    IN_LANGUAGE,
    IN_PROJECT,
    IN_TRASH,
    TITLE_SEARCH,
    Answers,
    Report,
    ReportCall,
)
from workbench.reports.scope import COURSE, WORD, Parameter, ReportOrganization, Scope
from workbench.reports.tables.figures import AUTHOR_COUNT, LANGUAGE_COUNT, LAST_CHANGE, PROJECT_COUNT, Figure
from workbench.reports.tables.listing import changed_and_created, list_rows

if TYPE_CHECKING:
    import pandas

_DESCRIBED: Final = (
    *ORGANIZATION,
    Column("title", TEXT, "", "Its title."),
    Column("lesson_id", TEXT, "", "The lesson."),
    Column("course_id", TEXT, "", "Its course."),
    Column("position", INTEGER, "", "Lessons of a course are sorted by it, then by age; it may have gaps and repeat."),
    Column("project", TEXT, "", "Name of its project."),
    Column("project_id", TEXT, "", "The project of its course."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column("tags", TEXTS, "", "Its tags, in the order of the alphabet; missing where the service keeps none."),
    Column("block_count", INTEGER, "blocks", "Blocks (pages) in it."),
    Column("revision", INTEGER, "", "Rises by one with each change."),
    Column("topic", TEXT, "", "The topic it was generated from; missing when created manually."),
    Column("writer", TEXT, "", "Who drafted it, such as planning-sheet; missing when created manually."),
    Column("review_state", TEXT, "", f"{STATE} Missing where the service has no reviews."),
    Column("status", TEXT, "", f"{STATUS} Missing where the service does not tell it."),
    Column("errors", INTEGER, "findings", "Stored findings of severity error; missing until the first check."),
    Column("warnings", INTEGER, "findings", "Stored findings of severity warning; missing until the first check."),
    Column("hints", INTEGER, "findings", "Stored findings of severity note; missing until the first check."),
    Column("created_at", MOMENT, "UTC", "When it was made."),
    Column("updated_at", MOMENT, "UTC", "Last change."),
    Column("created_by", TEXT, "", "Name of the person who made it."),
    Column("created_by_id", TEXT, "", "The person who made it."),
)
_LISTED: Final = (
    *_DESCRIBED,
    *(
        Column(name, TEXT, "", field.description or "")
        for name, field in LessonSummary.model_fields.items()
        if name not in {column.name for column in _DESCRIBED}
    ),
    EXTRA,
)
"""Fields of a list of lessons. Those without a description here are texts with the description of their declaration."""
COLUMNS: Final = (*_LISTED[:-1], *CONTENTS, EXTRA)


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return the calls for the lessons of each organization, and for its projects for their names."""
    which = [
        (organization, filters) for organization in scope.organizations for filters in scope.filters(*LESSON_FILTERS)
    ]
    lessons = [lessons_call(organization, **filters) for organization, filters in which]
    if scope.get("content"):
        lessons += [contents_call(organization, **filters) for organization, filters in which]
    return [
        *lessons,
        *(projects_call(organization, include_archived=True, beside=True) for organization in scope.organizations),
    ]


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per lesson, last changed first."""
    return with_contents(changed_and_created(all_lessons(answers), answers), answers)


def all_lessons(answers: Answers) -> pandas.DataFrame:
    """Return every lesson in the answers, whatever the period, with its project's name."""
    table = arrow_frame(COLUMNS, list_rows(answers, list_lessons.name, COLUMNS))
    return with_names(table, "project", "project_id", project_names(answers))


def lessons_call(
    organization: ReportOrganization,
    *,
    beside: bool = False,
    **which: Any,
) -> ReportCall:
    """Return a call for the lessons of one organization; other reports add it to show what was paid for.

    `which` are fields of a `LessonFilter`.
    """
    call = list_lessons(organization_id=organization.organization_id, limit=MAX_LESSON_PAGE, **which)
    return ReportCall(call, organization, "lessons", _LISTED, beside)


def _filter(name: str) -> Parameter:
    """Return the parameter of a filter that has no separate description here."""
    return Parameter(name, WORD, LessonFilter.model_fields[name].description or "")


_FILTERS: Final = {
    parameter.name: parameter
    for parameter in (
        IN_PROJECT,
        Parameter("course_id", COURSE, "Only lessons of this course."),
        IN_LANGUAGE,
        Parameter("status", WORD, "Only lessons of this status.", STATUSES),
        TITLE_SEARCH,
        IN_TRASH,
    )
}
REPORT: Final = Report(
    "lessons",
    "lessons: language, length, topic, writer, age and content",
    COLUMNS,
    ask,
    frame,
    (
        *(_FILTERS.get(name) or _filter(name) for name in LESSON_FILTERS),
        CONTENT,
        *CHANGED_AND_CREATED,
    ),
    key=("lesson_id",),
    listed=(
        "title",
        "language",
        "project",
        "review_state",
        "block_count",
        "updated_at",
        "created_at",
        "created_by",
        "lesson_id",
        "course_id",
    ),
    figures=(Figure("block_count", "sum", "blocks"), LANGUAGE_COUNT, AUTHOR_COUNT, PROJECT_COUNT, LAST_CHANGE),
)
