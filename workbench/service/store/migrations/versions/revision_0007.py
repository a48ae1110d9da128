"""The project that a lesson was paid for in, kept with its ledger entry.

Filled in for what was never moved since, so that it is known; for a lesson that was moved it is not, and stays empty.

Revision ID: 0007
"""

from alembic import op
from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text

revision = "0007"
down_revision = "0006"

_COLUMNS = (
    "id, organization_id, kind, credits, balance_after, person_id, lesson_id, reservation_id, run, run_row, reason, at"
)
_MOVED = "(SELECT audit.subject FROM audit WHERE audit.action = '{}' AND audit.subject IS NOT NULL)"
_PROJECT = (
    "(SELECT lesson.project_id FROM lesson WHERE lesson.id = {}.lesson_id "  # noqa: S608  # names from here
    f"AND lesson.id NOT IN {_MOVED.format('lesson.moveLesson')} "
    f"AND lesson.course_id NOT IN {_MOVED.format('courseRouter.moveCourse')})"
)


def upgrade() -> None:
    _on_a_server() if op.get_context().dialect.name == "postgresql" else _in_a_file()


def _on_a_server() -> None:
    op.add_column("credit_entry", Column("project_id", Text))
    op.execute("ALTER TABLE credit_entry DISABLE TRIGGER credit_entry_no_update")
    op.execute(
        f"UPDATE credit_entry SET project_id = {_PROJECT.format('credit_entry')} WHERE kind = 'settle'"  # noqa: S608
    )
    op.execute("ALTER TABLE credit_entry ENABLE TRIGGER credit_entry_no_update")


def _in_a_file() -> None:
    """Made anew: SQLite would write the new column behind the constraints."""
    op.execute("CREATE TABLE entry_before AS SELECT * FROM credit_entry")
    op.drop_table("credit_entry")
    op.create_table(
        "credit_entry",
        Column("id", Integer, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("credits", BigInteger, nullable=False),
        Column("balance_after", BigInteger, nullable=False),
        Column("person_id", Text),
        Column("lesson_id", Text),
        Column("reservation_id", Text),
        Column("run", Text),
        Column("run_row", Text),
        Column("reason", Text),
        Column("at", BigInteger, nullable=False),
        Column("project_id", Text),
        CheckConstraint("balance_after >= 0", name=op.f("ck_credit_entry_never_negative")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_credit_entry_organization_id")),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_credit_entry_person_id")),
        ForeignKeyConstraint(["reservation_id"], ["reservation.id"], name=op.f("fk_credit_entry_reservation_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_credit_entry")),
    )
    op.execute(
        f"INSERT INTO credit_entry ({_COLUMNS}, project_id) "  # noqa: S608  # names from above
        f"SELECT {_COLUMNS}, CASE WHEN kind = 'settle' THEN {_PROJECT.format('entry_before')} END FROM entry_before"
    )
    op.drop_table("entry_before")
    op.create_index(op.f("ix_credit_entry_organization_id_id"), "credit_entry", ["organization_id", "id"])
    op.create_index(
        op.f("ix_credit_entry_organization_id_person_id_id"), "credit_entry", ["organization_id", "person_id", "id"]
    )
    for event in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER credit_entry_no_{event.lower()} BEFORE {event} ON credit_entry "
            "BEGIN SELECT RAISE(ABORT, 'append only'); END"
        )
