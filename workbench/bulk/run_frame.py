"""A run's rows as a DataFrame, always with the same columns. Source: ours (bulk)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from workbench.authoring.checks import Severity
from workbench.bulk.journal.missing_lessons import MISSING
from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.journal.row import State
from workbench.bulk.lesson_options import OPTION_COLUMNS
from workbench.columns import FLAG, INTEGER, MOMENT, NUMBER, TEXT, Column, rows_frame
from workbench.spreadsheet_text import csv_text
from workbench.wording import counted_are

if TYPE_CHECKING:
    import pandas

    from workbench.procedures.findings import CheckedLesson


COLUMNS: Final = (
    Column("row", INTEGER, "", "The line of the list, as a spreadsheet or an editor shows it."),
    Column("topic", TEXT, "", "The topic as it was sent."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column("copy", INTEGER, "", "The number of the copy, from 1."),
    Column("project", TEXT, "", "The project that it goes into: name or id; missing for the default one."),
    Column("course", TEXT, "", "The course that it goes into; missing if it gets its own."),
    Column("state", TEXT, "", "planned, sending, done, refused or unsure."),
    Column("needs_you", FLAG, "", "Whether it needs your attention: see `error` and `choices`."),
    Column("lesson_id", TEXT, "", "The lesson, when the row is done."),
    Column("title", TEXT, "", "Its title."),
    Column("credits", INTEGER, "credits", "Its price; missing if it isn't done or no price was announced."),
    Column(
        "proof",
        TEXT,
        "",
        "answered, replayed, joined (made and paid for by another member), matched (not proven) or confirmed "
        "by a person.",
    ),
    Column("attempts", INTEGER, "", "How often it was sent."),
    Column("first_sent_at", MOMENT, "UTC", "When it was first sent."),
    Column("settled_at", MOMENT, "UTC", "When it was done or refused."),
    Column("seconds", NUMBER, "seconds", "From the first send to the end."),
    Column("code", TEXT, "", "The error's code."),
    Column("error", TEXT, "", "The message from the service or from a check."),
    Column("choices", TEXT, "", "What you can do about it."),
    *OPTION_COLUMNS,
    Column("findings", INTEGER, "findings", "Findings of the checks in the lesson; missing unless requested."),
    Column("worst", TEXT, "", "The worst of them: error, warning or note."),
)
_SEVERITIES: Final = tuple(str(severity) for severity in Severity)


def run_frame(rows: Sequence[RowRecord], checked: Mapping[str, CheckedLesson] | None = None) -> pandas.DataFrame:
    """Return the rows in order, in the columns of COLUMNS; without rows, the same columns.

    A journal has all columns but the findings. `checked` are the lessons by id, with their findings;
    `attrs["missing"]` says how many were not checked.
    """
    values = [row_values(row) | _findings(row, checked or {}) for row in rows]
    waiting = sum(value["findings"] is None and value["state"] == State.DONE for value in values)
    missing = (
        [f"{counted_are(waiting, 'lesson')} not checked yet, or deleted."] if waiting and checked is not None else []
    )
    return rows_frame(COLUMNS, values, missing=missing)


def _findings(row: RowRecord, checked: Mapping[str, CheckedLesson]) -> dict[str, Any]:
    lesson = checked.get(row.lesson_id or "") if row.state is State.DONE else None
    if lesson is None or lesson.findings is None:
        return {"findings": None, "worst": None}
    there = {finding.severity for finding in lesson.findings}
    worst = next((severity for severity in _SEVERITIES if severity in there), None)
    return {"findings": len(lesson.findings), "worst": worst}


def choices(row: RowRecord) -> str:
    """Return what a person can do about the row; empty if there is nothing to do."""
    name = row.name if row.name.isdigit() else repr(row.name)
    again = f"`run.resolve({name}, Resend())`"
    taken = f"`run.resolve({name}, Assign('…'))`"
    if row.state is State.UNSURE and row.code == MISSING:
        return f"To create and pay for it again: {again}. To leave it: `run.resolve({name}, Dismiss())`"
    if row.state is State.UNSURE and row.keyed and not row.held:
        return f"`run.start()` asks again with its key; or {taken}"
    if row.state is State.UNSURE:
        return f"If you found the lesson: {taken}. To create it again, possibly paying twice: {again}"
    if row.needs_person:
        return f"Check the lessons. To remove it from this list: `run.resolve({name}, Dismiss())`"
    if row.state is State.REFUSED:
        return f"`run.retry({name})`"
    if row.proof == "matched":
        return f"If this is not its lesson: `run.resolve({name}, Unassign())`"
    return ""


def row_values(row: RowRecord) -> dict[str, Any]:
    """Return the row's values by column name; times in UTC, `None` for missing values."""
    sent, settled = row.first_sent_at, row.settled_at
    is_done = row.state is State.DONE
    return {
        "row": row.position,
        "topic": row.topic,
        "language": row.language,
        "copy": row.copy,
        "project": row.destination.project_label,
        "course": row.destination.course_label,
        "state": str(row.state),
        "needs_you": row.needs_person,
        "lesson_id": row.lesson_id,
        "title": row.title,
        "credits": row.credits if is_done else None,
        "proof": row.proof,
        "attempts": row.attempts,
        "first_sent_at": _time(sent),
        "settled_at": _time(settled),
        "seconds": (settled - sent) / 1000 if sent is not None and settled is not None else None,
        "code": row.code,
        "error": error_message(row),
        "choices": choices(row) or None,
        **row.options.values,
        "findings": None,
        "worst": None,
    }


def error_message(row: RowRecord) -> str | None:
    """Return sentences on a row that needs explaining, or None."""
    sentences = [row.message] if row.message else []
    if row.also_made:
        sentences.append(f"It also created {', '.join(row.also_made)}.")
    if row.earlier_unsure:
        sentences.append("An earlier request may have created one more lesson.")
    if row.owner:
        sentences.append(f"Being created by {row.owner}.")
    return " ".join(sentences) or None


def _time(epoch_ms: int | None) -> datetime | None:
    return None if epoch_ms is None else datetime.fromtimestamp(epoch_ms / 1000, UTC)


def rows_csv(rows: Sequence[RowRecord]) -> str:
    """CSV with the columns of `workbench.bulk.run_frame.COLUMNS`; UTF-8 with a byte order mark, for Excel."""
    names = [column.name for column in COLUMNS]
    return csv_text([names, *([_cell(row_values(row)[name]) for name in names] for row in rows)])


def _cell(value: Any) -> Any:
    """Return the value as written to the file: times in UTC, lists joined by semicolons, others unchanged."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return "; ".join(value) if isinstance(value, list) else value
