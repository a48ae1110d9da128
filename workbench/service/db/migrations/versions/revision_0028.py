"""Add an organization's default language, used for new lessons when none is given.

Revision ID: 0028
"""

from alembic import op
from sqlalchemy import Column, Text

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.add_column("organization", Column("default_language", Text))
