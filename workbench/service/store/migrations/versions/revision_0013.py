"""Sources: documents of an organization, their versions, their passages, and the index that these are searched with.

Revision ID: 0013
"""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text

revision = "0013"
down_revision = "0012"

SERIAL = BigInteger().with_variant(Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "source",
        Column("id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("title", Text, nullable=False),
        Column("version", Integer, nullable=False),
        Column("is_publishable", Boolean, nullable=False),
        Column("created_by", Text),
        Column("created_at", BigInteger, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_source_organization_id")),
        ForeignKeyConstraint(["created_by"], ["person.id"], name=op.f("fk_source_created_by")),
        PrimaryKeyConstraint("id", name=op.f("pk_source")),
    )
    op.create_index(op.f("ix_source_organization_id_updated_at_id"), "source", ["organization_id", "updated_at", "id"])
    op.create_table(
        "source_version",
        Column("source_id", Text, nullable=False),
        Column("version", Integer, nullable=False, autoincrement=False),
        Column("organization_id", Text, nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("content_digest", Text, nullable=False),
        Column("file_name", Text),
        Column("media_type", Text),
        Column("passages", Integer, nullable=False),
        Column("characters", BigInteger, nullable=False),
        Column("last_passage", Integer),
        Column("is_ready", Boolean, nullable=False),
        Column("created_at", BigInteger, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        ForeignKeyConstraint(["source_id"], ["source.id"], name=op.f("fk_source_version_source_id")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_source_version_organization_id")),
        PrimaryKeyConstraint("source_id", "version", name=op.f("pk_source_version")),
    )
    op.create_index("uq_source_version_number", "source_version", ["number"], unique=True)
    op.create_table(
        "passage",
        Column("id", SERIAL, nullable=False, autoincrement=False),
        Column("organization_id", Text, nullable=False),
        Column("place", Text, nullable=False),
        Column("heading", Text),
        Column("text", Text, nullable=False),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_passage_organization_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_passage")),
    )
    if op.get_context().dialect.name == "postgresql":
        op.execute("CREATE TABLE search_passage (rowid BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)")
        op.execute(
            "CREATE INDEX ix_search_passage_words ON search_passage USING gin (words) "
            "WITH (gin_pending_list_limit = 128)"
        )
    else:
        op.execute("CREATE VIRTUAL TABLE search_passage USING fts5(words, tokenize='ascii')")
