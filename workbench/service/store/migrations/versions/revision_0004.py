"""Titles in a lesson's history: what a revision renamed it to, and what it was called before.

Both are null for a revision that kept the title, as all until now did.

Revision ID: 0004
"""

from alembic import op
from sqlalchemy import Column, Text, text

revision = "0004"
down_revision = "0003"

TITLED = text("title_before IS NOT NULL")


def upgrade() -> None:
    op.add_column("lesson_revision", Column("title", Text))
    op.add_column("lesson_revision", Column("title_before", Text))
    op.create_index(
        "ix_lesson_revision_titled",
        "lesson_revision",
        ["lesson_id", "revision"],
        sqlite_where=TITLED,
        postgresql_where=TITLED,
    )
