"""The report on findings in lessons, a row for each. It makes no final judgement."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from workbench.columns import FLAG, MOMENT, ORGANIZATION, TEXT, Column, arrow_frame, fit_columns, rows_frame
from workbench.procedures.course import MAX_COURSE_PAGE, list_courses
from workbench.procedures.lesson import MAX_LESSON_PAGE, list_contents, list_findings
from workbench.reports.contents import contents_call, with_contents
from workbench.reports.coverage import STALE_DAYS, coverage_rows
from workbench.reports.lessons import all_lessons, lessons_call
from workbench.reports.projects import projects_call
from workbench.reports.report import IN_PROJECT, Answers, Report, ReportCall
from workbench.reports.scope import COUNT, Parameter, Scope
from workbench.reports.tables.figures import LANGUAGE_COUNT, LAST_CHANGE, Figure
from workbench.reports.tables.listing import list_rows
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

UNTOUCHED_DAYS: Final = 365
COLUMNS: Final = (
    *ORGANIZATION,
    Column(
        "finding",
        TEXT,
        "",
        "Name of a rule (docs/checks.md); or no blocks, open places, same title, untouched, behind.",
    ),
    Column("severity", TEXT, "", "error, warning or note."),
    Column("message", TEXT, "", "The finding in a sentence."),
    Column("title", TEXT, "", "The lesson's title."),
    Column("lesson_id", TEXT, "", "The lesson."),
    Column("block_id", TEXT, "", "The block; missing where the whole lesson is meant."),
    Column("course_id", TEXT, "", "Its course."),
    Column("project", TEXT, "", "Name of its project."),
    Column("project_id", TEXT, "", "The project."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column("updated_at", MOMENT, "UTC", "Its last change."),
)
_PUBLIC: Final = (
    *ORGANIZATION,
    Column("course_id", TEXT, "", "The course."),
    Column("is_public", FLAG, "", "Whether anyone with the link may read it."),
)
_STORED: Final = (
    *ORGANIZATION,
    Column("lesson_id", TEXT, "", "The lesson."),
    Column("findings", TEXT, "JSON", "What the checks found; missing while the lesson waits to be checked."),
)
_FOUND: Final = tuple(
    Column(name, TEXT, "", "") for name in ("lesson_id", "block_id", "finding", "severity", "message")
)
_SEVERITIES: Final = ("error", "warning", "note")
_Finding = tuple[str, str, "pandas.Series", "pandas.Series | str"]


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return the calls for each organization's lessons, their findings, open places and project names."""
    which = [(organization, filters) for organization in scope.organizations for filters in scope.filters("project_id")]
    calls = [lessons_call(organization, **filters) for organization, filters in which]
    calls += [contents_call(organization, **filters) for organization, filters in which]
    for organization, filters in which:
        call = list_findings(organization_id=organization.organization_id, limit=MAX_LESSON_PAGE, **filters)
        calls.append(ReportCall(call, organization, "lessons", _STORED, beside=True))
        courses = list_courses(organization_id=organization.organization_id, limit=MAX_COURSE_PAGE, **filters)
        calls.append(ReportCall(courses, organization, "courses", _PUBLIC, beside=True))
    return [
        *calls,
        *(projects_call(organization, include_archived=True, beside=True) for organization in scope.organizations),
    ]


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per lesson and finding, by organization, severity, finding and title."""
    import pandas

    lessons = with_contents(all_lessons(answers), answers)
    findings = [*_of_time_and_title(lessons, answers), *_newer_findings(lessons, answers)]
    if answers.of(list_contents.name):
        findings += _with_open_places(lessons, answers)
    rows = [
        lessons.assign(finding=name, severity=severity, message=message)[which.fillna(False)]
        for name, severity, which, message in findings
    ]
    stored, missing = _stored_findings(answers)
    rows.append(lessons.merge(stored, on="lesson_id"))
    table = pandas.concat(rows, ignore_index=True)
    weight = table["severity"].map({name: str(index) for index, name in enumerate(_SEVERITIES)})
    order = ["organization", "weight", "finding", "title", "lesson_id"]
    return fit_columns(COLUMNS, table.assign(weight=weight).sort_values(order, kind="stable"), missing=missing)


def _stored_findings(answers: Answers) -> tuple[pandas.DataFrame, list[str]]:
    """Return one row per finding of the checks, and what is missing."""
    table = list_rows(answers, list_findings.name, _STORED)
    rows, waiting = [], 0
    for lesson_id, text in zip(table["lesson_id"].to_pylist(), table["findings"].to_pylist(), strict=True):
        waiting += text is None
        for finding in json.loads(text or "[]"):
            names = {"block_id": "blockId", "finding": "rule", "severity": "severity", "message": "message"}
            rows.append({"lesson_id": lesson_id, **{name: finding.get(wire) for name, wire in names.items()}})
    missing = [f"Not checked yet: {count_text(waiting, 'lesson')}. Ask again in a minute."] if waiting else []
    return rows_frame(_FOUND, rows), missing


def _of_time_and_title(lessons: pandas.DataFrame, answers: Answers) -> Iterator[_Finding]:
    days = answers.scope.get("untouched_days", UNTOUCHED_DAYS)
    untouched = lessons["updated_at"] < answers.scope.now - timedelta(days=days)
    yield "untouched", "note", untouched, f"Not changed for more than {count_text(days, 'day')}."
    title = lessons["title"].str.strip().str.lower()
    same = lessons.assign(title=title).duplicated(["organization_id", "language", "title"], keep=False)
    yield "same title", "warning", same & title.notna(), "Another lesson in this language has the same title."
    yield "no blocks", "warning", lessons["block_count"] == 0, "It is empty."


def _with_open_places(lessons: pandas.DataFrame, answers: Answers) -> Iterator[_Finding]:
    sentence = _open(lessons["open_places"], lessons["course_id"], answers)
    yield "open places", "warning", lessons["open_places"] > 0, sentence


def _open(counts: pandas.Series, course_ids: pandas.Series, answers: Answers) -> pandas.Series:
    courses = arrow_frame(_PUBLIC, list_rows(answers, list_courses.name, _PUBLIC))
    public = list(courses.loc[courses["is_public"].fillna(False), "course_id"])
    places = (counts == 1).map({True: " place is", False: " places are"}).astype("string")
    who = course_ids.isin(public).map({True: ", and anyone with the link can read it.", False: "."}).astype("string")
    return counts.astype("string") + places + " left for the author (✎)" + who


def _newer_findings(lessons: pandas.DataFrame, answers: Answers) -> Iterator[_Finding]:
    # Without other languages requested, a lesson is behind none.
    coverage = coverage_rows(lessons, [], timedelta(days=answers.scope.get("behind_days", STALE_DAYS)))
    stale = coverage[coverage["state"] == "stale"]
    days = lessons["lesson_id"].map(dict(zip(stale["lesson_id"], stale["behind_days"], strict=True)))
    message = "Its topic was changed " + days.astype("Int64").astype("string") + " days later in another language."
    yield "behind", "note", days.notna(), message


REPORT: Final = Report(
    "findings",
    "what may need attention: check findings, placeholders, titles, age",
    COLUMNS,
    ask,
    frame,
    (
        IN_PROJECT,
        Parameter("untouched_days", COUNT, f"Not changed for more days than this; default {UNTOUCHED_DAYS}."),
        Parameter("behind_days", COUNT, f"Behind another language by more days than this; default {STALE_DAYS}."),
    ),
    figures=(LANGUAGE_COUNT, Figure("finding", "values"), LAST_CHANGE),
)
