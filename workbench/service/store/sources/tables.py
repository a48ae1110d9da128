"""The tables of sources. A source's versions are uploaded in parts; `source.version` is the current one, 0 for none.

`source_version.number` counts in a range of its organization's own, and `passage.id` is made of it (`passages`).
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text

from workbench.service.store.db.metadata import Serial, Time, id_of, tables

source = Table(
    "source",
    tables,
    Column("id", Text, primary_key=True),
    id_of("organization.id"),
    Column("title", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("is_publishable", Boolean, nullable=False),
    Column("created_by", Text, ForeignKey("person.id")),
    Column("created_at", Time, nullable=False),
    Column("updated_at", Time, nullable=False),
    Index(None, "organization_id", "updated_at", "id"),
)

source_version = Table(
    "source_version",
    tables,
    id_of("source.id", primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    id_of("organization.id"),
    Column("number", BigInteger, nullable=False),
    Column("content_digest", Text, nullable=False),
    Column("file_name", Text),
    Column("media_type", Text),
    Column("passages", Integer, nullable=False),
    Column("characters", BigInteger, nullable=False),
    Column("last_passage", Integer),
    Column("is_ready", Boolean, nullable=False),
    Column("created_at", Time, nullable=False),
    Column("updated_at", Time, nullable=False),
    Index("uq_source_version_number", "number", unique=True),
)

passage = Table(
    "passage",
    tables,
    Column("id", Serial, primary_key=True, autoincrement=False),
    id_of("organization.id"),
    Column("place", Text, nullable=False),
    Column("heading", Text),
    Column("text", Text, nullable=False),
)

# The oldest version of a source that a block cites; written with the findings of the lesson's revision.
cited_source = Table(
    "cited_source",
    tables,
    id_of("lesson.id", primary_key=True),
    Column("block_id", Text, primary_key=True),
    Column("source_id", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    sqlite_with_rowid=False,
)
