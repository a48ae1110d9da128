"""The tables of reviews: the queue, the decisions on a lesson, its comments, and the outcome of decisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel

from workbench.client.moments import moment
from workbench.columns import FLAG, INTEGER, MOMENT, TEXT, Column, Columns, rows_frame

if TYPE_CHECKING:
    import pandas

STATE: Final = Column("state", TEXT, "", "draft, inReview, changesRequested or approved.")
_REVISION: Final = Column("revision", INTEGER, "", "Its revision when it was read.")
_APPROVED: Final = Column("approved_revision", INTEGER, "", "The revision approved last; missing for none.")
_LAST: Final = Column("last_review_id", TEXT, "", "Its last review when it was read; missing for none.")
_LESSON: Final = Column("lesson_id", TEXT, "", "The lesson.")
QUEUE_COLUMNS: Final = (
    Column("title", TEXT, "", "Its title."),
    STATE,
    Column("errors", INTEGER, "findings", "Errors that the checks found; missing until the first check."),
    Column("warnings", INTEGER, "findings", "Warnings that they found."),
    Column("hints", INTEGER, "findings", "Notes that they found."),
    Column("requested_by", TEXT, "", "Name of the person who last requested a review; missing for none."),
    Column("requested_at", MOMENT, "UTC", "When it was requested."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column("writer", TEXT, "", "The model that drafted it; missing if a person wrote it."),
    Column("course_title", TEXT, "", "Title of its course."),
    _REVISION,
    _APPROVED,
    _LESSON,
    Column("course_id", TEXT, "", "Its course."),
    Column("project_id", TEXT, "", "Its project."),
    _LAST,
)
DECISION_COLUMNS: Final = (
    _LESSON,
    STATE,
    Column("revision", INTEGER, "", "Its revision now."),
    _APPROVED,
    _LAST,
    Column("refused", TEXT, "", "The reason if it was refused; missing otherwise."),
)
REVIEW_COLUMNS: Final = (
    Column("at", MOMENT, "UTC", "When."),
    Column("person_name", TEXT, "", "Who."),
    Column("verdict", TEXT, "", "requested, approved or changesRequested."),
    Column("revision", INTEGER, "", "The revision that it is about."),
    Column("note", TEXT, "", "The note."),
    Column("has_own_edits", FLAG, "", "Whether this person had edited it since its previous approval."),
    Column("person_id", TEXT, "", "That person."),
    Column("review_id", TEXT, "", "The review."),
)
COMMENT_COLUMNS: Final = (
    Column("at", MOMENT, "UTC", "When."),
    Column("person_name", TEXT, "", "Who wrote it."),
    Column("text", TEXT, "", "Its text: plain text of a person."),
    Column("block_id", TEXT, "", "The block that it is about; missing for the whole lesson."),
    Column("is_block_deleted", FLAG, "", "Whether the block was deleted."),
    Column("resolved_by", TEXT, "", "Who resolved it; missing while it is open."),
    Column("resolved_at", MOMENT, "UTC", "When it was resolved."),
    Column("revision", INTEGER, "", "The lesson's revision when it was written."),
    Column("person_id", TEXT, "", "Who wrote it, by id."),
    Column("comment_id", TEXT, "", "The comment."),
)


def records_frame(columns: Columns, records: Iterable[BaseModel], *, missing: Sequence[str] = ()) -> pandas.DataFrame:
    """Return a row for each record, in the given columns."""
    return rows_frame(columns, [_row(columns, record) for record in records], missing=list(missing))


def decisions_frame(
    decided: Iterable[BaseModel], refused: Mapping[str, str] = MappingProxyType({})
) -> pandas.DataFrame:
    """Return a row for each lesson with its result, followed by the `refused` lessons with the reason."""
    rows = [_row(DECISION_COLUMNS, model) for model in decided]
    rows += [{"lesson_id": lesson_id, "refused": reason} for lesson_id, reason in refused.items()]
    return rows_frame(DECISION_COLUMNS, rows)


def _row(columns: Columns, record: BaseModel) -> dict[str, Any]:
    row = {column.name: getattr(record, column.name, None) for column in columns}
    moments = [column.name for column in columns if column.dtype == MOMENT]
    return row | {name: moment(row[name]) for name in moments}
