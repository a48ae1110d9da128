"""Which blocks of lessons cite which versions of sources.

Revision ID: 0016
"""

from alembic import op
from sqlalchemy import Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "cited_source",
        Column("lesson_id", Text, nullable=False),
        Column("block_id", Text, nullable=False),
        Column("source_id", Text, nullable=False),
        Column("version", Integer, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_cited_source_lesson_id")),
        PrimaryKeyConstraint("lesson_id", "block_id", "source_id", name=op.f("pk_cited_source")),
        sqlite_with_rowid=False,
    )
