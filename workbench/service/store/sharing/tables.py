"""The table of themes: a row for each organization that set one."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, Table, Text

from workbench.service.store.db.metadata import Time, id_of, tables

theme = Table(
    "theme",
    tables,
    id_of("organization.id", primary_key=True),
    Column("version", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("logo_asset_id", Text, ForeignKey("asset.id"), index=True),
    Column("accent", Text),
    Column("footer", Text, nullable=False),
    Column("updated_at", Time, nullable=False),
)
