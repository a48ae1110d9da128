"""The rules that found something in a lesson stand in its row; of a queue's equals the lesson made first comes first.

Revision ID: 0023
"""

from alembic import op
from sqlalchemy import Column, Text, text

revision = "0023"
down_revision = "0022"

REVIEWED = text("review_state <> 'draft' AND deleted_at IS NULL")
IN_A_FILE = """
UPDATE lesson SET found_rules = (
    SELECT ',' || group_concat(rule, ',') || ',' FROM (
        SELECT DISTINCT json_extract(found.value, '$.rule') AS rule
        FROM lesson_finding, json_each(lesson_finding.findings) AS found
        WHERE lesson_finding.lesson_id = lesson.id ORDER BY rule
    )
) WHERE id IN (SELECT lesson_id FROM lesson_finding WHERE findings <> '[]')
"""
ON_A_SERVER = """
UPDATE lesson SET found_rules = known.rules FROM (
    SELECT lesson_id, ',' || string_agg(DISTINCT found ->> 'rule', ',' ORDER BY found ->> 'rule') || ',' AS rules
    FROM lesson_finding, json_array_elements(CAST(findings AS json)) AS found GROUP BY lesson_id
) AS known WHERE known.lesson_id = lesson.id
"""


def upgrade() -> None:
    op.add_column("lesson", Column("found_rules", Text, nullable=False, server_default=""))
    op.execute(ON_A_SERVER if op.get_context().dialect.name == "postgresql" else IN_A_FILE)
    op.drop_index("ix_lesson_review", "lesson")
    columns = ["organization_id", "review_state", "findings_order", "reviewed_at", "number", "found_rules"]
    op.create_index("ix_lesson_review", "lesson", columns, sqlite_where=REVIEWED, postgresql_where=REVIEWED)
