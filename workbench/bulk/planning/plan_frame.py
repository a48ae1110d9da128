"""A plan's rows as a DataFrame: always the same columns. Source: ours (bulk)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.bulk.lesson_options import OPTION_COLUMNS
from workbench.bulk.planning.plan_row import PlanRow
from workbench.columns import TEXT, WHOLE, Column, rows_frame

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    Column("row", WHOLE, "", "The line of the list, as a spreadsheet or an editor shows it."),
    Column("topic", TEXT, "", "What the lesson would be about."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column("copy", WHOLE, "", "Which of the copies asked for, from 1."),
    Column("verdict", TEXT, "", "ready, or why it is not made: already exists, duplicate, empty and so on."),
    Column("reason", TEXT, "", "The verdict explained; empty where it says all."),
    Column("credits", WHOLE, "credits", "What it would cost; missing where no price is announced."),
    Column("warning", TEXT, "", "What deserves a look and stops nothing; or empty."),
    Column("lesson_id", TEXT, "", "The lesson that is there already."),
    Column("project", TEXT, "", "The project that it goes into: name or id; missing for the default one."),
    Column("course", TEXT, "", "The course that it goes into; missing where it gets one of its own."),
    *OPTION_COLUMNS,
)


def plan_frame(rows: Sequence[PlanRow]) -> pandas.DataFrame:
    """Return the rows in order, in the columns of COLUMNS; without rows, the same columns."""
    return rows_frame(
        COLUMNS,
        [
            {
                "row": row.line,
                "topic": row.topic,
                "language": row.language,
                "copy": row.copy,
                "verdict": str(row.verdict),
                "reason": row.reason,
                "credits": row.credits,
                "warning": row.warning,
                "lesson_id": row.lesson_id,
                "project": row.destination.project_label,
                "course": row.destination.course_label,
                **row.options.values,
            }
            for row in rows
        ],
    )
