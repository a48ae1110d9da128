"""What the checks find in lessons, and which lessons have not been checked at their revision yet.

Revision ID: 0011
"""

from alembic import op
from sqlalchemy import Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text, text

revision = "0011"
down_revision = "0010"

UNCHECKED = text("checked_revision <> revision AND deleted_at IS NULL")


def upgrade() -> None:
    op.add_column("lesson", Column("checked_revision", Integer, nullable=False, server_default="0"))
    op.create_index("ix_lesson_unchecked", "lesson", ["id"], sqlite_where=UNCHECKED, postgresql_where=UNCHECKED)
    op.create_table(
        "lesson_finding",
        Column("lesson_id", Text, nullable=False),
        Column("revision", Integer, nullable=False),
        Column("ruleset", Integer, nullable=False),
        Column("findings", Text, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_lesson_finding_lesson_id")),
        PrimaryKeyConstraint("lesson_id", name=op.f("pk_lesson_finding")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_lesson_finding_ruleset_lesson_id"), "lesson_finding", ["ruleset", "lesson_id"])
