"""Links to courses end, are embedded by chosen pages only, and are listed by search engines: each course's settings.

Revision ID: 0020
"""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Text, false

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("course", Column("expires_at", BigInteger))
    op.add_column("course", Column("embed_origins", Text))
    op.add_column("course", Column("indexing", Boolean, nullable=False, server_default=false()))
