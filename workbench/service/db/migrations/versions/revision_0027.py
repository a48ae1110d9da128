"""The process of a running call is stored, so that a call whose process has ended is taken over immediately.

Revision ID: 0027
"""

from alembic import op
from sqlalchemy import Column, Text

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.add_column("paid_key", Column("worker", Text))
