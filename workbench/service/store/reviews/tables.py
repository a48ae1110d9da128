"""The tables of reviews, comments and publishing policies.

A review is never changed; what the last one makes of a lesson stands in the lesson's row too, where lists find it.
`number` counts within a lesson. A policy that was never set has no row, or version 0.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, Table, Text

from workbench.service.store.db.metadata import Time, id_of, tables

review = Table(
    "review",
    tables,
    Column("id", Text, primary_key=True),
    id_of("organization.id"),
    id_of("lesson.id"),
    Column("number", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("note", Text),
    Column("has_own_edits", Boolean, nullable=False),
    Column("person_id", Text, ForeignKey("person.id")),
    Column("at", Time, nullable=False),
    Index("uq_review_lesson_id_number", "lesson_id", "number", unique=True),
)

comment = Table(
    "comment",
    tables,
    Column("id", Text, primary_key=True),
    id_of("organization.id"),
    id_of("lesson.id"),
    Column("number", Integer, nullable=False),
    Column("block_id", Text),
    Column("text", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("person_id", Text, ForeignKey("person.id")),
    Column("at", Time, nullable=False),
    Column("resolved_by", Text, ForeignKey("person.id")),
    Column("resolved_at", Time),
    Index("uq_comment_lesson_id_number", "lesson_id", "number", unique=True),
)

publishing_policy = Table(
    "publishing_policy",
    tables,
    id_of("organization.id", primary_key=True),
    Column("version", Integer, nullable=False),
    Column("publication", Text, nullable=False),
    Column("review_by_somebody_else", Boolean, nullable=False),
    Column("longest_share_days", Integer),
    Column("sharing_roles", Text, nullable=False),
    Column("updated_at", Time, nullable=False),
)
