"""The first schema.

Revision ID: 0001
"""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKeyConstraint,
    Integer,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
    text,
)

revision = "0001"
down_revision = None

FOLDED = Text().with_variant(Text(collation="C"), "postgresql")
SERIAL = BigInteger().with_variant(Integer(), "sqlite")
APPEND_ONLY = ("credit_entry", "audit")


def upgrade() -> None:
    _organizations_and_people()
    _projects_and_courses()
    _lessons()
    _blocks_and_history()
    _credits()
    _keys_and_traces()
    _first_prices()
    _append_only(op.get_context().dialect.name)


def _organizations_and_people() -> None:
    op.create_table(
        "organization",
        Column("id", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("name_folded", FOLDED, nullable=False),
        Column("tier", Text, nullable=False),
        Column("status", Text, nullable=False),
        Column("credit_balance", BigInteger, nullable=False),
        Column("daily_cap_credits", BigInteger),
        Column("spent_day", BigInteger, nullable=False),
        Column("spent_day_credits", BigInteger, nullable=False),
        Column("created_at", BigInteger, nullable=False),
        CheckConstraint("credit_balance >= 0", name=op.f("ck_organization_never_negative")),
        PrimaryKeyConstraint("id", name=op.f("pk_organization")),
    )
    op.create_index(op.f("ix_organization_name_folded"), "organization", ["name_folded"])
    op.create_table(
        "person",
        Column("id", Text, nullable=False),
        Column("email", Text, nullable=False),
        Column("email_folded", FOLDED, nullable=False),
        Column("name", Text, nullable=False),
        Column("referral_id", Text, nullable=False),
        Column("last_organization_id", Text),
        Column("disabled_at", BigInteger),
        Column("created_at", BigInteger, nullable=False),
        ForeignKeyConstraint(
            ["last_organization_id"], ["organization.id"], name=op.f("fk_person_last_organization_id")
        ),
        PrimaryKeyConstraint("id", name=op.f("pk_person")),
        UniqueConstraint("email_folded", name=op.f("uq_person_email_folded")),
        UniqueConstraint("referral_id", name=op.f("uq_person_referral_id")),
    )
    op.create_table(
        "membership",
        Column("organization_id", Text, nullable=False),
        Column("person_id", Text, nullable=False),
        Column("role", Text, nullable=False),
        Column("created_at", BigInteger, nullable=False),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_membership_organization_id")),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_membership_person_id")),
        PrimaryKeyConstraint("organization_id", "person_id", name=op.f("pk_membership")),
    )
    op.create_index(
        op.f("ix_membership_person_id_organization_id_role"), "membership", ["person_id", "organization_id", "role"]
    )
    op.create_table(
        "session",
        Column("id", Text, nullable=False),
        Column("token_sha256", Text, nullable=False),
        Column("person_id", Text, nullable=False),
        Column("label", Text, nullable=False),
        Column("created_at", BigInteger, nullable=False),
        Column("last_seen_at", BigInteger, nullable=False),
        Column("idle_until", BigInteger, nullable=False),
        Column("absolute_until", BigInteger, nullable=False),
        Column("revoked_at", BigInteger),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_session_person_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_session")),
        UniqueConstraint("token_sha256", name=op.f("uq_session_token_sha256")),
    )
    op.create_index(op.f("ix_session_person_id"), "session", ["person_id"])


def _projects_and_courses() -> None:
    op.create_table(
        "project",
        Column("id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("name_folded", FOLDED, nullable=False),
        Column("is_default", Boolean, nullable=False),
        Column("created_by", Text),
        Column("created_at", BigInteger, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        Column("archived_at", BigInteger),
        ForeignKeyConstraint(["created_by"], ["person.id"], name=op.f("fk_project_created_by")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_project_organization_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_project")),
    )
    op.create_index(op.f("ix_project_organization_id"), "project", ["organization_id"])
    op.create_index(
        "uq_project_default",
        "project",
        ["organization_id"],
        unique=True,
        sqlite_where=text("is_default"),
        postgresql_where=text("is_default"),
    )
    op.create_table(
        "favorite",
        Column("person_id", Text, nullable=False),
        Column("project_id", Text, nullable=False),
        Column("created_at", BigInteger, nullable=False),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_favorite_person_id")),
        ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_favorite_project_id")),
        PrimaryKeyConstraint("person_id", "project_id", name=op.f("pk_favorite")),
    )
    op.create_table(
        "course",
        Column("id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("project_id", Text, nullable=False),
        Column("title", Text, nullable=False),
        Column("title_folded", FOLDED, nullable=False),
        Column("is_public", Boolean, nullable=False),
        Column("created_by", Text),
        Column("created_at", BigInteger, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        Column("deleted_at", BigInteger),
        ForeignKeyConstraint(["created_by"], ["person.id"], name=op.f("fk_course_created_by")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_course_organization_id")),
        ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_course_project_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_course")),
    )
    op.create_index("ix_course_updated", "course", ["organization_id", "deleted_at", "updated_at", "id"])
    op.create_index("ix_course_project", "course", ["organization_id", "project_id", "deleted_at", "updated_at", "id"])


def _lessons() -> None:
    op.create_table(
        "lesson",
        Column("id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("project_id", Text, nullable=False),
        Column("course_id", Text, nullable=False),
        Column("title", Text, nullable=False),
        Column("title_folded", FOLDED, nullable=False),
        Column("language", Text, nullable=False),
        Column("writer", Text),
        Column("input_tokens", Integer),
        Column("output_tokens", Integer),
        Column("revision", Integer, nullable=False),
        Column("block_count", Integer, nullable=False),
        Column("created_by", Text),
        Column("created_at", BigInteger, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        Column("deleted_at", BigInteger),
        Column("topic_sha256", Text),
        Column("topic", Text),
        Column("ord", Text, nullable=False),
        ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_lesson_course_id")),
        ForeignKeyConstraint(["created_by"], ["person.id"], name=op.f("fk_lesson_created_by")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_lesson_organization_id")),
        ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_lesson_project_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_lesson")),
    )
    for name, column in {"updated": "updated_at", "created": "created_at", "title": "title_folded"}.items():
        op.create_index(f"ix_lesson_{name}", "lesson", ["organization_id", "deleted_at", column, "id"])
    for name, column in {
        "project": "project_id",
        "course": "course_id",
        "language": "language",
    }.items():
        op.create_index(f"ix_lesson_{name}", "lesson", ["organization_id", column, "deleted_at", "updated_at", "id"])
    op.create_index("ix_lesson_topic", "lesson", ["topic_sha256", "organization_id", "deleted_at"])


def _blocks_and_history() -> None:
    op.create_table(
        "block",
        Column("lesson_id", Text, nullable=False),
        Column("id", Text, nullable=False),
        Column("type", Text, nullable=False),
        Column("content", Text, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_block_lesson_id")),
        PrimaryKeyConstraint("lesson_id", "id", name=op.f("pk_block")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "gone_block",
        Column("lesson_id", Text, nullable=False),
        Column("id", Text, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_gone_block_lesson_id")),
        PrimaryKeyConstraint("lesson_id", "id", name=op.f("pk_gone_block")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "applied",
        Column("lesson_id", Text, nullable=False),
        Column("fingerprint", Text, nullable=False),
        Column("revision", Integer, nullable=False),
        Column("at", BigInteger, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_applied_lesson_id")),
        PrimaryKeyConstraint("lesson_id", "fingerprint", name=op.f("pk_applied")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "lesson_revision",
        Column("lesson_id", Text, nullable=False),
        Column("revision", Integer, autoincrement=False, nullable=False),
        Column("label", Text, nullable=False),
        Column("changes", Text, nullable=False),
        Column("transactions", Text, nullable=False),
        Column("inverse", Text, nullable=False),
        Column("person_id", Text),
        Column("at", BigInteger, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_lesson_revision_lesson_id")),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_lesson_revision_person_id")),
        PrimaryKeyConstraint("lesson_id", "revision", name=op.f("pk_lesson_revision")),
        sqlite_with_rowid=False,
    )


def _credits() -> None:
    op.create_table(
        "reservation",
        Column("id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("person_id", Text),
        Column("state", Text, nullable=False),
        Column("credits", BigInteger, nullable=False),
        Column("lease_until", BigInteger, nullable=False),
        Column("spent_day", BigInteger, nullable=False),
        Column("run", Text),
        Column("run_row", Text),
        Column("created_at", BigInteger, nullable=False),
        Column("closed_at", BigInteger),
        CheckConstraint("credits >= 0", name=op.f("ck_reservation_never_negative")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_reservation_organization_id")),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_reservation_person_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_reservation")),
    )
    op.create_index(op.f("ix_reservation_state_lease_until"), "reservation", ["state", "lease_until"])
    op.create_table(
        "credit_entry",
        Column("id", SERIAL, nullable=False),
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
        CheckConstraint("balance_after >= 0", name=op.f("ck_credit_entry_never_negative")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_credit_entry_organization_id")),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_credit_entry_person_id")),
        ForeignKeyConstraint(["reservation_id"], ["reservation.id"], name=op.f("fk_credit_entry_reservation_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_credit_entry")),
    )
    op.create_index(op.f("ix_credit_entry_organization_id_id"), "credit_entry", ["organization_id", "id"])
    op.create_index(
        op.f("ix_credit_entry_organization_id_person_id_id"), "credit_entry", ["organization_id", "person_id", "id"]
    )
    op.create_table(
        "rate_card",
        Column("procedure", Text, nullable=False),
        Column("valid_from", BigInteger, autoincrement=False, nullable=False),
        Column("credits", BigInteger, nullable=False),
        PrimaryKeyConstraint("procedure", "valid_from", name=op.f("pk_rate_card")),
    )


def _keys_and_traces() -> None:
    op.create_table(
        "paid_key",
        Column("person_id", Text, nullable=False),
        Column("procedure", Text, nullable=False),
        Column("key", Text, nullable=False),
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
        PrimaryKeyConstraint("person_id", "procedure", "key", name=op.f("pk_paid_key")),
    )
    op.create_index(op.f("ix_paid_key_expires_at"), "paid_key", ["expires_at"])
    op.create_table(
        "audit",
        Column("id", SERIAL, nullable=False),
        Column("organization_id", Text),
        Column("person_id", Text),
        Column("action", Text, nullable=False),
        Column("subject", Text),
        Column("facts", Text, nullable=False),
        Column("at", BigInteger, nullable=False),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_audit_organization_id")),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_audit_person_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index(op.f("ix_audit_organization_id_id"), "audit", ["organization_id", "id"])
    op.create_table(
        "service",
        Column("key", Text, nullable=False),
        Column("value", Text, nullable=False),
        PrimaryKeyConstraint("key", name=op.f("pk_service")),
    )


def _first_prices() -> None:
    op.execute("INSERT INTO rate_card (procedure, valid_from, credits) VALUES ('lesson.createStarterLesson', 0, 1)")


def _append_only(dialect: str) -> None:
    """The ledger and the audit log refuse change and removal, whoever asks."""
    if dialect == "postgresql":
        op.execute(
            "CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'append only'; END $$"
        )
    for table in APPEND_ONLY:
        for event in ("UPDATE", "DELETE"):
            head = f"CREATE TRIGGER {table}_no_{event.lower()} BEFORE {event} ON {table}"
            if dialect == "postgresql":
                op.execute(f"{head} FOR EACH ROW EXECUTE FUNCTION append_only()")
            else:
                op.execute(f"{head} BEGIN SELECT RAISE(ABORT, 'append only'); END")
        if dialect == "postgresql":
            op.execute(
                f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION append_only()"
            )
