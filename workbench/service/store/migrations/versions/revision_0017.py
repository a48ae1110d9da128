"""Assets: pictures, recordings and files of an organization, and the lessons that refer to them.

Revision ID: 0017
"""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKeyConstraint,
    Integer,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
)

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "asset",
        Column("id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("sha256", Text, nullable=False),
        Column("source_sha256", Text, nullable=False),
        Column("media_type", Text, nullable=False),
        Column("size", BigInteger, nullable=False),
        Column("width", Integer),
        Column("height", Integer),
        Column("file_name", Text, nullable=False),
        Column("alternative_text", Text, nullable=False),
        Column("created_by", Text),
        Column("created_at", BigInteger, nullable=False),
        Column("touched_at", BigInteger, nullable=False),
        Column("stored_at", BigInteger),
        Column("deleted_at", BigInteger),
        Column("removed_at", BigInteger),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_asset_organization_id")),
        ForeignKeyConstraint(["created_by"], ["person.id"], name=op.f("fk_asset_created_by")),
        PrimaryKeyConstraint("id", name=op.f("pk_asset")),
        UniqueConstraint("organization_id", "sha256", name="uq_asset_organization_id_sha256"),
    )
    op.create_index("ix_asset_source", "asset", ["organization_id", "source_sha256"])
    op.create_index("ix_asset_created", "asset", ["organization_id", "created_at", "id"])
    op.create_table(
        "asset_use",
        Column("lesson_id", Text, nullable=False),
        Column("asset_id", Text, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_asset_use_lesson_id")),
        ForeignKeyConstraint(["asset_id"], ["asset.id"], name=op.f("fk_asset_use_asset_id")),
        PrimaryKeyConstraint("lesson_id", "asset_id", name=op.f("pk_asset_use")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_asset_use_asset_id_lesson_id"), "asset_use", ["asset_id", "lesson_id"])
