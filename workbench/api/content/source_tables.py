"""Sources and their passages as tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from workbench.client.moments import moment
from workbench.columns import FLAG, MOMENT, TEXT, WHOLE, Column, rows_frame
from workbench.procedures.source import SourcePassage, SourceSummary

if TYPE_CHECKING:
    import pandas

SOURCE_COLUMNS: Final = (
    Column("title", TEXT, "", "Its title."),
    Column("source_id", TEXT, "", "The source."),
    Column("file_name", TEXT, "", "Name of its file."),
    Column("media_type", TEXT, "", "Media type of its file."),
    Column("version", WHOLE, "", "Counts up when its file's content changes."),
    Column("passages", WHOLE, "passages", "Passages of this version; of a first upload, how many are stored."),
    Column("characters", WHOLE, "characters", "Characters of its passages together."),
    Column("is_ready", FLAG, "", "False while its first upload is not finished."),
    Column("is_publishable", FLAG, "", "Whether learners may read its passages."),
    Column("added_by", TEXT, "", "Name of the person who added it."),
    Column("created_at", MOMENT, "UTC", "When it was added."),
    Column("updated_at", MOMENT, "UTC", "Last change."),
    Column("content_digest", TEXT, "SHA-256", "Digest of its file."),
)
SOURCES_LISTED: Final = (
    "title",
    "version",
    "passages",
    "characters",
    "is_ready",
    "is_publishable",
    "file_name",
    "added_by",
    "updated_at",
    "source_id",
)
"""Those of a list, unless others are asked for."""
PASSAGE_COLUMNS: Final = (
    Column("number", WHOLE, "", "Its number in the version, from 1."),
    Column("place", TEXT, "", "Where it stands, such as page 3, slide 12 or 00:04:10."),
    Column("heading", TEXT, "", "The heading that it stands under."),
    Column("text", TEXT, "", "Its text. Plain text of the document."),
    Column("passage_id", TEXT, "", "The passage; it stays the same when the source gets a new version."),
    Column("version", WHOLE, "", "The version of the source."),
)


def sources_frame(sources: Iterable[SourceSummary]) -> pandas.DataFrame:
    """Return a row for each source."""
    rows = [
        source.model_dump(include={column.name for column in SOURCE_COLUMNS})
        | {"created_at": moment(source.created_at), "updated_at": moment(source.updated_at)}
        for source in sources
    ]
    return rows_frame(SOURCE_COLUMNS, rows)


def passages_frame(passages: Iterable[SourcePassage], *, missing: tuple[str, ...] = ()) -> pandas.DataFrame:
    """Return a row for each passage."""
    names = {column.name for column in PASSAGE_COLUMNS}
    return rows_frame(PASSAGE_COLUMNS, [passage.model_dump(include=names) for passage in passages], missing=missing)
