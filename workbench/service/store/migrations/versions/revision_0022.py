"""Themes: name, logo, colour and footer of an organization's learner pages.

Revision ID: 0022
"""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.create_table(
        "theme",
        Column("organization_id", Text, nullable=False),
        Column("version", Integer, nullable=False),
        Column("name", Text, nullable=False),
        Column("logo_asset_id", Text),
        Column("accent", Text),
        Column("footer", Text, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_theme_organization_id")),
        ForeignKeyConstraint(["logo_asset_id"], ["asset.id"], name=op.f("fk_theme_logo_asset_id")),
        PrimaryKeyConstraint("organization_id", name=op.f("pk_theme")),
    )
    op.create_index(op.f("ix_theme_logo_asset_id"), "theme", ["logo_asset_id"])
