"""Help with one block costs one credit, where no price was set for it.

Revision ID: 0014
"""

from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    row = "VALUES ('lesson.suggestBlock', 0, 1) ON CONFLICT DO NOTHING"
    op.execute(f"INSERT INTO rate_card (procedure, valid_from, credits) {row}")
