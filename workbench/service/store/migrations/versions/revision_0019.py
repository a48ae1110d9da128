"""Translations of lessons, tied to their sources block by block. One costs one credit, where no price was set.

Revision ID: 0019
"""

from alembic import op
from sqlalchemy import Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "translation",
        Column("lesson_id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("source_lesson_id", Text, nullable=False),
        Column("language", Text, nullable=False),
        Column("source_revision", Integer, nullable=False),
        Column("title_sha256", Text, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_translation_lesson_id")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_translation_organization_id")),
        ForeignKeyConstraint(["source_lesson_id"], ["lesson.id"], name=op.f("fk_translation_source_lesson_id")),
        PrimaryKeyConstraint("lesson_id", name=op.f("pk_translation")),
    )
    op.create_index(
        "ix_translation_source",
        "translation",
        ["organization_id", "source_lesson_id", "language", "lesson_id"],
    )
    op.create_table(
        "translated_block",
        Column("lesson_id", Text, nullable=False),
        Column("block_id", Text, nullable=False),
        Column("source_block_id", Text, nullable=False),
        Column("source_sha256", Text, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_translated_block_lesson_id")),
        PrimaryKeyConstraint("lesson_id", "block_id", name=op.f("pk_translated_block")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "course_translation",
        Column("source_course_id", Text, nullable=False),
        Column("language", Text, nullable=False),
        Column("course_id", Text, nullable=False),
        ForeignKeyConstraint(["source_course_id"], ["course.id"], name=op.f("fk_course_translation_source_course_id")),
        ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_course_translation_course_id")),
        PrimaryKeyConstraint("source_course_id", "language", name=op.f("pk_course_translation")),
    )
    row = "VALUES ('lesson.createTranslation', 0, 1) ON CONFLICT DO NOTHING"
    op.execute(f"INSERT INTO rate_card (procedure, valid_from, credits) {row}")
