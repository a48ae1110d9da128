"""What each lesson weighs: the bytes of its blocks' contents, so that a read knows it before it reads them.

Revision ID: 0005
"""

from alembic import op
from sqlalchemy import Column, Integer

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("lesson", Column("weight", Integer, nullable=False, server_default="0"))
    size = "length(CAST(content AS BLOB))" if op.get_context().dialect.name == "sqlite" else "octet_length(content)"
    weighed = f"SELECT coalesce(sum({size}), 0) FROM block WHERE block.lesson_id = lesson.id"  # noqa: S608  (no input)
    op.execute(f"UPDATE lesson SET weight = ({weighed})")  # noqa: S608
