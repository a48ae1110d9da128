"""Reviews of lessons, comments on them, and publishing policies; findings counted where lists find them.

Revision ID: 0018
"""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKeyConstraint,
    Integer,
    PrimaryKeyConstraint,
    Text,
    text,
)

revision = "0018"
down_revision = "0017"

REVIEWED = text("review_state <> 'draft' AND deleted_at IS NULL")
MADE = text("lesson_id IS NOT NULL")
COUNTED = """
UPDATE lesson SET {column} = (
    SELECT (length(findings) - length(replace(findings, '{of}', ''))) / {length}
    FROM lesson_finding WHERE lesson_finding.lesson_id = lesson.id
) WHERE id IN (SELECT lesson_id FROM lesson_finding WHERE findings LIKE '%{of}%')
"""
SEVERITIES = {"errors": "error", "warnings": "warning", "hints": "note"}


def upgrade() -> None:
    for name in SEVERITIES:
        op.add_column("lesson", Column(name, Integer, nullable=False, server_default="0"))
    op.add_column("lesson", Column("findings_order", BigInteger, nullable=False, server_default="0"))
    op.add_column("lesson", Column("review_state", Text, nullable=False, server_default="draft"))
    op.add_column("lesson", Column("review_id", Text))
    op.add_column("lesson", Column("reviewed_at", BigInteger, nullable=False, server_default="0"))
    op.add_column("lesson", Column("approved_revision", Integer))
    _tables()
    _count()
    columns = ["organization_id", "review_state", "findings_order", "reviewed_at", "id"]
    op.create_index("ix_lesson_review", "lesson", columns, sqlite_where=REVIEWED, postgresql_where=REVIEWED)
    columns = ["organization_id", "run", "lesson_id"]
    op.create_index("ix_credit_entry_run", "credit_entry", columns, sqlite_where=MADE, postgresql_where=MADE)


def _count() -> None:
    for column, severity in SEVERITIES.items():
        of = f'"severity":"{severity}"'
        op.execute(COUNTED.format(column=column, of=of, length=len(of)))
    op.execute(
        "UPDATE lesson SET findings_order = -(errors * CAST(1000000 AS BIGINT) + warnings) "
        "WHERE errors > 0 OR warnings > 0"
    )


def _tables() -> None:
    op.create_table(
        "review",
        Column("id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("lesson_id", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("revision", Integer, nullable=False),
        Column("verdict", Text, nullable=False),
        Column("note", Text),
        Column("has_own_edits", Boolean, nullable=False),
        Column("person_id", Text),
        Column("at", BigInteger, nullable=False),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_review_organization_id")),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_review_lesson_id")),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_review_person_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_review")),
    )
    op.create_index("uq_review_lesson_id_number", "review", ["lesson_id", "number"], unique=True)
    op.create_table(
        "comment",
        Column("id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("lesson_id", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("block_id", Text),
        Column("text", Text, nullable=False),
        Column("revision", Integer, nullable=False),
        Column("person_id", Text),
        Column("at", BigInteger, nullable=False),
        Column("resolved_by", Text),
        Column("resolved_at", BigInteger),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_comment_organization_id")),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_comment_lesson_id")),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_comment_person_id")),
        ForeignKeyConstraint(["resolved_by"], ["person.id"], name=op.f("fk_comment_resolved_by")),
        PrimaryKeyConstraint("id", name=op.f("pk_comment")),
    )
    op.create_index("uq_comment_lesson_id_number", "comment", ["lesson_id", "number"], unique=True)
    op.create_table(
        "publishing_policy",
        Column("organization_id", Text, nullable=False),
        Column("version", Integer, nullable=False),
        Column("publication", Text, nullable=False),
        Column("review_by_somebody_else", Boolean, nullable=False),
        Column("longest_share_days", Integer),
        Column("sharing_roles", Text, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        ForeignKeyConstraint(
            ["organization_id"], ["organization.id"], name=op.f("fk_publishing_policy_organization_id")
        ),
        PrimaryKeyConstraint("organization_id", name=op.f("pk_publishing_policy")),
    )
