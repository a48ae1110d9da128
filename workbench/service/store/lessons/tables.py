"""The tables of what a lesson went through and what was found in it; `store.tables` has the lesson itself."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text, text

from workbench.service.store.db.metadata import Time, id_of, tables

lesson_revision = Table(
    "lesson_revision",
    tables,
    id_of("lesson.id", primary_key=True),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("label", Text, nullable=False),
    Column("changes", Text, nullable=False),
    Column("transactions", Text, nullable=False),
    Column("inverse", Text, nullable=False),
    Column("person_id", Text, ForeignKey("person.id")),
    Column("at", Time, nullable=False),
    Column("title", Text),
    Column("title_before", Text),
    Column("change_set", Text),
    Index(
        "ix_lesson_revision_titled",
        "lesson_id",
        "revision",
        sqlite_where=text("title_before IS NOT NULL"),
        postgresql_where=text("title_before IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

lesson_milestone = Table(
    "lesson_milestone",
    tables,
    id_of("lesson.id", primary_key=True),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("blocks", Text, nullable=False),
    sqlite_with_rowid=False,
)

# What the checks find in a lesson at a revision, with the rules of `ruleset`; one row a lesson, the latest.
lesson_finding = Table(
    "lesson_finding",
    tables,
    id_of("lesson.id", primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("ruleset", Integer, nullable=False),
    Column("findings", Text, nullable=False),
    Index(None, "ruleset", "lesson_id"),
    sqlite_with_rowid=False,
)
