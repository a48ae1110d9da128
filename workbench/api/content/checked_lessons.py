"""Findings of the checks in lessons as a table: a row for each finding, the most severe first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from workbench.authoring.checks import Severity
from workbench.client.lookups.filter_values import check_choice
from workbench.columns import TEXT, Column, rows_frame
from workbench.procedures.findings import CheckedLesson
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

SEVERITIES: Final = tuple(str(severity) for severity in Severity)
"""The weightiest first."""
COLUMNS: Final = (
    Column("finding", TEXT, "", "Name of the rule (docs/checks.md)."),
    Column("severity", TEXT, "", "error, warning or note."),
    Column("message", TEXT, "", "The finding in a sentence."),
    Column("title", TEXT, "", "The lesson's title."),
    Column("lesson_id", TEXT, "", "The lesson."),
    Column("block_id", TEXT, "", "The block; missing where the whole lesson is meant."),
    Column("course_id", TEXT, "", "Its course."),
    Column("language", TEXT, "", "Upper-case language code."),
)


def checks_frame(lessons: Iterable[CheckedLesson], *, severity: str | None = None) -> pandas.DataFrame:
    """Return a row for each finding of at least the given severity, errors first.

    `attrs["lessons"]` is the number of lessons checked, and `attrs["missing"]` says how many wait to be
    checked. Raises `InputRejected` for an unknown severity.
    """
    if severity is not None:
        check_choice(severity, SEVERITIES, "severity")
    wanted = SEVERITIES if severity is None else SEVERITIES[: SEVERITIES.index(severity) + 1]
    rows, checked, waiting = [], 0, 0
    for lesson in lessons:
        if lesson.findings is None:
            waiting += 1
            continue
        checked += 1
        rows += [_row(lesson, finding) for finding in lesson.findings if finding.severity in wanted]
    rows.sort(key=lambda row: SEVERITIES.index(row["severity"]))
    missing = [f"Not checked yet: {count_text(waiting, 'lesson')}. Ask again in a minute."] if waiting else []
    frame = rows_frame(COLUMNS, rows, missing=missing)
    frame.attrs["lessons"] = checked
    return frame


def _row(lesson: CheckedLesson, finding: Any) -> dict[str, Any]:
    return {
        "finding": finding.rule,
        "severity": finding.severity,
        "message": finding.message,
        "title": lesson.title,
        "lesson_id": lesson.lesson_id,
        "block_id": finding.block_id,
        "course_id": lesson.course_id,
        "language": lesson.language,
    }
