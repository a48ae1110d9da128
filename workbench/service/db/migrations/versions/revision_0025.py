"""A lesson's approved revision is that of its last approval that was not withdrawn.

Revision ID: 0025
"""

from alembic import op

revision = "0025"
down_revision = "0024"

_SET_APPROVED = """
UPDATE lesson SET approved_revision = (
    SELECT review.revision FROM review WHERE review.lesson_id = lesson.id AND review.verdict = 'approved'
    AND NOT EXISTS (
        SELECT 1 FROM review AS later WHERE later.lesson_id = review.lesson_id AND later.revision = review.revision
        AND later.number > review.number AND later.verdict = 'changesRequested'
    )
    ORDER BY review.number DESC LIMIT 1
)
WHERE approved_revision IS NOT NULL
"""


def upgrade() -> None:
    op.execute(_SET_APPROVED)
