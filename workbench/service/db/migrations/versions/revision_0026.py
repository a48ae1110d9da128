"""Store the purpose of charges; old ones get it from the lesson or translation that they are linked to.

Revision ID: 0026
"""

from alembic import op
from sqlalchemy import Column, Text

revision = "0026"
down_revision = "0025"

# The former reasons of charges are purposes too. The audit log records what made a lesson, also where the lesson is
# permanently deleted; a drafted lesson that is not known to be a translation is a starter lesson.
SETTLED = """
UPDATE credit_entry SET purpose = CASE
    WHEN reason = 'help with a block' THEN 'block help'
    WHEN reason = 'course outline' THEN 'outline'
    WHEN reason = 'help with a translation' THEN 'update'
    WHEN lesson_id IN (SELECT lesson_id FROM translation) THEN 'translation'
    WHEN lesson_id IN (SELECT subject FROM audit WHERE action = 'lesson.createTranslation') THEN 'translation'
    WHEN lesson_id IN (SELECT subject FROM audit WHERE action = 'lesson.createStarterLesson') THEN 'starter lesson'
    WHEN lesson_id IN (SELECT id FROM lesson WHERE writer IS NOT NULL) THEN 'starter lesson'
    ELSE 'unknown' END
WHERE kind = 'settle'
"""
RESERVATIONS = """
UPDATE reservation SET purpose = COALESCE((
    SELECT credit_entry.purpose FROM credit_entry
    WHERE credit_entry.reservation_id = reservation.id AND credit_entry.kind = 'settle'
), 'unknown')
"""
OTHERS = """
UPDATE credit_entry SET purpose = (SELECT purpose FROM reservation WHERE reservation.id = credit_entry.reservation_id)
WHERE reservation_id IS NOT NULL AND kind <> 'settle'
"""


NO_UPDATE = """
CREATE TRIGGER credit_entry_no_update BEFORE UPDATE ON credit_entry BEGIN SELECT RAISE(ABORT, 'append only'); END
"""


def upgrade() -> None:
    on_a_server = op.get_context().dialect.name == "postgresql"
    op.add_column("reservation", Column("purpose", Text))
    op.add_column("credit_entry", Column("purpose", Text))
    off = "ALTER TABLE credit_entry DISABLE TRIGGER credit_entry_no_update"
    op.execute(off if on_a_server else "DROP TRIGGER credit_entry_no_update")
    op.execute(SETTLED)
    op.create_index("ix_purpose_migration", "credit_entry", ["reservation_id", "kind"])
    op.execute(RESERVATIONS)
    op.drop_index("ix_purpose_migration", "credit_entry")
    op.execute(OTHERS)
    op.execute(off.replace("DISABLE", "ENABLE") if on_a_server else NO_UPDATE)
