"""Contents of lessons, requested separately: words, blocks by type, empty blocks, the language of the text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from pydantic.alias_generators import to_snake

from workbench.authoring.content import CONTENT_MODELS
from workbench.columns import INTEGER, ORGANIZATION, TEXT, Column, arrow_frame
from workbench.procedures.lesson import MAX_CONTENT_PAGE, list_contents
from workbench.reports.report import Answers, ReportCall
from workbench.reports.scope import SWITCH, Parameter, ReportOrganization
from workbench.reports.tables.listing import list_rows

if TYPE_CHECKING:
    import pandas
    import pyarrow

_OTHER: Final = "other_blocks"
BLOCK_COUNTS: Final = {
    name: Column(f"{to_snake(name)}_blocks", INTEGER, "blocks", f"Blocks of type {name}; missing unless content=yes.")
    for name in CONTENT_MODELS
}
_SERVICE_COLUMNS: Final = (
    Column("word_count", INTEGER, "words", "Words that a learner reads; missing unless content=yes."),
    Column("blocks_by_type", TEXT, "JSON", "How many blocks of each type; missing unless content=yes."),
    Column("empty_blocks", INTEGER, "blocks", "Blocks without any word; missing unless content=yes."),
    Column("open_places", INTEGER, "places", "Placeholders still to be filled in; missing unless content=yes."),
    Column("text_language", TEXT, "", "The language detected in its text with certainty, if not the lesson's own."),
)
COLUMNS: Final = (
    *_SERVICE_COLUMNS,
    *BLOCK_COUNTS.values(),
    Column(_OTHER, INTEGER, "blocks", "Blocks of types that are not among these; missing unless content=yes."),
)
ANSWER_COLUMNS: Final = (*ORGANIZATION, Column("lesson_id", TEXT, "", "The lesson."), *_SERVICE_COLUMNS)
CONTENT: Final = Parameter(
    "content", SWITCH, f"Count words and blocks too: a request for each {MAX_CONTENT_PAGE} lessons."
)


def contents_call(organization: ReportOrganization, **which: Any) -> ReportCall:
    """Return a call for the contents of one organization's lessons, for supplementary columns."""
    call = list_contents(organization_id=organization.organization_id, limit=MAX_CONTENT_PAGE, **which)
    return ReportCall(call, organization, "contents", ANSWER_COLUMNS, beside=True)


def with_contents(lessons: pandas.DataFrame, answers: Answers) -> pandas.DataFrame:
    """Return the lessons with the columns of their contents; missing if these were not requested, or not given."""
    if not answers.of(list_contents.name):
        return lessons
    table = list_rows(answers, list_contents.name, ANSWER_COLUMNS)
    contents = arrow_frame((*ANSWER_COLUMNS, *COLUMNS[len(_SERVICE_COLUMNS) :]), _with_counts(table))
    contents = contents.drop(columns=["organization"])
    names = [column.name for column in COLUMNS]
    return lessons.drop(columns=names).merge(
        contents.drop_duplicates(["organization_id", "lesson_id"]), on=["organization_id", "lesson_id"], how="left"
    )[list(lessons.columns)]


def _with_counts(contents: pyarrow.Table) -> pyarrow.Table:
    """Return the contents with a column for each type of block: how many a lesson has, 0 for none."""
    import pyarrow

    counted = [None if text is None else json.loads(text) for text in contents["blocks_by_type"].to_pylist()]
    for name, column in BLOCK_COUNTS.items():
        counts = [None if tally is None else tally.pop(name, 0) for tally in counted]
        contents = contents.append_column(column.name, pyarrow.array(counts, pyarrow.int64()))
    others = [None if tally is None else sum(tally.values()) for tally in counted]
    return contents.append_column(_OTHER, pyarrow.array(others, pyarrow.int64()))
