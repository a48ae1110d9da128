"""Idempotency keys that the members of an organization share; every key there is stays its person's.

Revision ID: 0003
"""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text

revision = "0003"
down_revision = "0002"

_COLUMNS = (
    "person_id, procedure, key, fingerprint, state, attempt, lease_until, reservation_id, answer, "
    "created_at, expires_at"
)


def upgrade() -> None:
    op.execute("CREATE TABLE paid_key_before AS SELECT * FROM paid_key")  # SQLite changes no primary key in place
    op.drop_table("paid_key")
    op.create_table(
        "paid_key",
        Column("owner_id", Text, nullable=False),
        Column("procedure", Text, nullable=False),
        Column("key", Text, nullable=False),
        Column("identity", Text, nullable=False),
        Column("person_id", Text, nullable=False),
        Column("fingerprint", Text, nullable=False),
        Column("state", Text, nullable=False),
        Column("attempt", Integer, nullable=False),
        Column("lease_until", BigInteger, nullable=False),
        Column("reservation_id", Text),
        Column("answer", Text),
        Column("created_at", BigInteger, nullable=False),
        Column("expires_at", BigInteger, nullable=False),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_paid_key_person_id")),
        ForeignKeyConstraint(["reservation_id"], ["reservation.id"], name=op.f("fk_paid_key_reservation_id")),
        PrimaryKeyConstraint("owner_id", "procedure", "key", "identity", name=op.f("pk_paid_key")),
    )
    op.create_index(op.f("ix_paid_key_expires_at"), "paid_key", ["expires_at"])
    op.execute(
        f"INSERT INTO paid_key (owner_id, identity, {_COLUMNS}) "  # noqa: S608  # the names above
        f"SELECT person_id, '', {_COLUMNS} FROM paid_key_before"
    )
    op.drop_table("paid_key_before")
