"""The outline of a course costs one credit, where no price was set for it.

Revision ID: 0012
"""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    row = "VALUES ('courseRouter.proposeOutline', 0, 1) ON CONFLICT DO NOTHING"
    op.execute(f"INSERT INTO rate_card (procedure, valid_from, credits) {row}")
