"""The tables of translations: a lesson is the translation of another, its blocks of that one's blocks.

A digest is that of the source's texts when they were translated, at the source's revision beside it; an empty one is
that of no text, so that the block is stale. `course_translation` has a course's counterpart.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text

from workbench.service.store.db.metadata import id_of, tables

translation = Table(
    "translation",
    tables,
    id_of("lesson.id", primary_key=True),
    id_of("organization.id"),
    Column("source_lesson_id", Text, ForeignKey("lesson.id"), nullable=False),
    Column("language", Text, nullable=False),
    Column("source_revision", Integer, nullable=False),
    Column("title_sha256", Text, nullable=False),
    Index("ix_translation_source", "organization_id", "source_lesson_id", "language", "lesson_id"),
)

translated_block = Table(
    "translated_block",
    tables,
    id_of("lesson.id", primary_key=True),
    Column("block_id", Text, primary_key=True),
    Column("source_block_id", Text, nullable=False),
    Column("source_sha256", Text, nullable=False),
    Column("source_revision", Integer, nullable=False, server_default="1"),
    sqlite_with_rowid=False,
)

course_translation = Table(
    "course_translation",
    tables,
    Column("source_course_id", Text, ForeignKey("course.id"), primary_key=True),
    Column("language", Text, primary_key=True),
    id_of("course.id"),
)
