"""Tallies of courses and lessons kept by the database, milestones of long histories, and courses listed off an index.

Revision ID: 0002
"""

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text

from workbench.service.store.migrations.tallies import first_tallies, triggers

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for name, column in {"created": "created_at", "title": "title_folded"}.items():
        op.create_index(f"ix_course_{name}", "course", ["organization_id", "deleted_at", column, "id"])
    op.create_table(
        "tally",
        Column("project_id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("courses", Integer, nullable=False),
        Column("lessons", Integer, nullable=False),
        CheckConstraint("courses >= 0 AND lessons >= 0", name=op.f("ck_tally_never_negative")),
        ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_tally_project_id")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_tally_organization_id")),
        PrimaryKeyConstraint("project_id", name=op.f("pk_tally")),
    )
    op.create_index(op.f("ix_tally_organization_id"), "tally", ["organization_id"])
    op.create_table(
        "lesson_milestone",
        Column("lesson_id", Text, nullable=False),
        Column("revision", Integer, autoincrement=False, nullable=False),
        Column("blocks", Text, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_lesson_milestone_lesson_id")),
        PrimaryKeyConstraint("lesson_id", "revision", name=op.f("pk_lesson_milestone")),
        sqlite_with_rowid=False,
    )
    op.execute(first_tallies())
    for statement in triggers(op.get_context().dialect.name):
        op.execute(statement)
