"""Glossaries: the terms that an organization's lessons use or avoid, by language.

Revision ID: 0015
"""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "glossary",
        Column("organization_id", Text, nullable=False),
        Column("language", Text, nullable=False),
        Column("version", Integer, nullable=False),
        Column("terms", Text, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_glossary_organization_id")),
        PrimaryKeyConstraint("organization_id", "language", name=op.f("pk_glossary")),
    )
