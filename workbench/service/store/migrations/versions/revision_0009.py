"""Tags of lessons and courses, and the index that lessons are searched with; `migrations/searchable.py` fills it.

Revision ID: 0009
"""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text

revision = "0009"
down_revision = "0008"

FOLDED = Text().with_variant(Text(collation="C"), "postgresql")


def upgrade() -> None:
    for table in ("course", "lesson"):
        op.add_column(table, Column("tags", Text, nullable=False, server_default="[]"))
        op.add_column(table, Column("tags_version", Integer, nullable=False, server_default="1"))
    op.create_table(
        "tag",
        Column("item_id", Text, nullable=False),
        Column("tag_folded", FOLDED, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("tag", Text, nullable=False),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_tag_organization_id")),
        PrimaryKeyConstraint("item_id", "tag_folded", name=op.f("pk_tag")),
    )
    op.create_index(
        op.f("ix_tag_organization_id_tag_folded_item_id"), "tag", ["organization_id", "tag_folded", "item_id"]
    )
    op.add_column("lesson", Column("number", BigInteger, nullable=False, server_default="0"))
    op.execute(
        "UPDATE lesson SET number = aged.number FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS number "
        "FROM lesson) AS aged WHERE aged.id = lesson.id"
    )
    op.create_index("uq_lesson_number", "lesson", ["number"], unique=True)
    if op.get_context().dialect.name == "postgresql":
        op.execute("CREATE SEQUENCE lesson_number")
        op.execute("SELECT setval('lesson_number', (SELECT count(*) + 1 FROM lesson))")
        op.execute("CREATE TABLE search_text (rowid BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)")
        op.execute("CREATE INDEX ix_search_text_words ON search_text USING gin (words)")
    else:
        op.execute("CREATE VIRTUAL TABLE search_text USING fts5(words, tokenize='ascii')")
