"""The tables of assets. Their bytes lie in the object store, under `organization_id/sha256`.

`stored_at` is null until the bytes are there; `removed_at` is set when they are about to go. `asset_use` has a row for
each lesson a revision of which refers to the asset, and keeps it.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from workbench.service.store.db.metadata import Time, id_of, tables

asset = Table(
    "asset",
    tables,
    Column("id", Text, primary_key=True),
    id_of("organization.id"),
    Column("sha256", Text, nullable=False),
    Column("source_sha256", Text, nullable=False),
    Column("media_type", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("width", Integer),
    Column("height", Integer),
    Column("file_name", Text, nullable=False),
    Column("alternative_text", Text, nullable=False),
    Column("created_by", Text, ForeignKey("person.id")),
    Column("created_at", Time, nullable=False),
    Column("touched_at", Time, nullable=False),
    Column("stored_at", Time),
    Column("deleted_at", Time),
    Column("removed_at", Time),
    UniqueConstraint("organization_id", "sha256", name="uq_asset_organization_id_sha256"),
    Index("ix_asset_source", "organization_id", "source_sha256"),
    Index("ix_asset_created", "organization_id", "created_at", "id"),
)

asset_use = Table(
    "asset_use",
    tables,
    id_of("lesson.id", primary_key=True),
    id_of("asset.id", primary_key=True),
    Index(None, "asset_id", "lesson_id"),
    sqlite_with_rowid=False,
)
