"""Ties of translated blocks know the source's revision; a proposal for blocks of a translation costs one credit.

Revision ID: 0024
"""

from alembic import op
from sqlalchemy import Column, Integer

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.add_column("translated_block", Column("source_revision", Integer, nullable=False, server_default="1"))
    op.execute(
        "UPDATE translated_block SET source_revision = (SELECT translation.source_revision FROM translation "
        "WHERE translation.lesson_id = translated_block.lesson_id)"
    )
    row = "VALUES ('lesson.suggestTranslation', 0, 1) ON CONFLICT DO NOTHING"
    op.execute(f"INSERT INTO rate_card (procedure, valid_from, credits) {row}")
