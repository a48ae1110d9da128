"""Lessons have a position in their course, by age until somebody orders them; and a revision names its change set.

Revision ID: 0008
"""

from alembic import op
from sqlalchemy import Column, Integer, Text

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("lesson", Column("position", Integer, nullable=False, server_default="1"))
    op.add_column("course", Column("order_version", Integer, nullable=False, server_default="1"))
    op.add_column("lesson_revision", Column("change_set", Text))
    op.execute(
        "UPDATE lesson SET position = aged.position FROM (SELECT id, "
        "row_number() OVER (PARTITION BY course_id ORDER BY created_at, id) AS position FROM lesson) AS aged "
        "WHERE aged.id = lesson.id AND aged.position > 1"
    )
