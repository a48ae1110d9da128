"""The whole schema: every table, index, trigger and first price, on either database.

It replaces the 24 steps that led to it; a database at step 0024 has exactly this schema.

Revision ID: 0024
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
    false,
    text,
)

from workbench.service.db.migrations.tallies import triggers

revision = "0024"
down_revision = None

FOLDED = Text().with_variant(Text(collation="C"), "postgresql")
SERIAL = BigInteger().with_variant(Integer(), "sqlite")
APPEND_ONLY = ("credit_entry", "audit", "publication", "published_lesson")
PAID_PROCEDURES = (
    "lesson.createStarterLesson",
    "courseRouter.proposeOutline",
    "lesson.suggestBlock",
    "lesson.createTranslation",
    "lesson.suggestTranslation",
)
SEARCH_TABLES = ("search_text", "search_passage")


def upgrade() -> None:
    _organizations_and_people()
    _sources_and_assets()
    _projects_and_courses()
    _credits()
    _lessons_and_blocks()
    _reviews_and_publications()
    _translations()
    dialect = op.get_context().dialect.name
    _search_tables(dialect)
    for statement in triggers(dialect):
        op.execute(statement)
    _append_only(dialect)
    for procedure in PAID_PROCEDURES:
        op.execute(f"INSERT INTO rate_card (procedure, valid_from, credits) VALUES ('{procedure}', 0, 1)")  # noqa: S608


def _search_tables(dialect: str) -> None:
    if dialect == "postgresql":
        op.execute("CREATE SEQUENCE lesson_number")
        op.execute("SELECT setval('lesson_number', 1)")
    for table in SEARCH_TABLES:
        if dialect == "postgresql":
            op.execute(f"CREATE TABLE {table} (rowid BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)")
            # A search reads the pending list from its beginning to its end: 128 kB of it instead of 4 MB.
            op.execute(
                f"CREATE INDEX ix_{table}_words ON {table} USING gin (words) WITH (gin_pending_list_limit = 128)"
            )
        else:
            op.execute(f"CREATE VIRTUAL TABLE {table} USING fts5(words, tokenize='ascii')")


def _append_only(dialect: str) -> None:
    """Make the database refuse to change or remove rows of the ledger, the audit log and publications."""
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
        "invitation",
        Column("id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("email", Text, nullable=False),
        Column("email_folded", FOLDED, nullable=False),
        Column("role", Text, nullable=False),
        Column("invited_by", Text),
        Column("created_at", BigInteger, nullable=False),
        ForeignKeyConstraint(["invited_by"], ["person.id"], name=op.f("fk_invitation_invited_by")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_invitation_organization_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
        UniqueConstraint("organization_id", "email_folded", name="uq_invitation_organization_id_email_folded"),
    )
    op.create_index(op.f("ix_invitation_email_folded"), "invitation", ["email_folded"])
    op.create_table(
        "service",
        Column("key", Text, nullable=False),
        Column("value", Text, nullable=False),
        PrimaryKeyConstraint("key", name=op.f("pk_service")),
    )
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


def _sources_and_assets() -> None:
    op.create_table(
        "source",
        Column("id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("title", Text, nullable=False),
        Column("version", Integer, nullable=False),
        Column("is_publishable", Boolean, nullable=False),
        Column("created_by", Text),
        Column("created_at", BigInteger, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        ForeignKeyConstraint(["created_by"], ["person.id"], name=op.f("fk_source_created_by")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_source_organization_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_source")),
    )
    op.create_index(op.f("ix_source_organization_id_updated_at_id"), "source", ["organization_id", "updated_at", "id"])
    op.create_table(
        "source_version",
        Column("source_id", Text, nullable=False),
        Column("version", Integer, autoincrement=False, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("content_digest", Text, nullable=False),
        Column("file_name", Text),
        Column("media_type", Text),
        Column("passages", Integer, nullable=False),
        Column("characters", BigInteger, nullable=False),
        Column("last_passage", Integer),
        Column("is_ready", Boolean, nullable=False),
        Column("created_at", BigInteger, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_source_version_organization_id")),
        ForeignKeyConstraint(["source_id"], ["source.id"], name=op.f("fk_source_version_source_id")),
        PrimaryKeyConstraint("source_id", "version", name=op.f("pk_source_version")),
    )
    op.create_index("uq_source_version_number", "source_version", ["number"], unique=True)
    op.create_table(
        "passage",
        Column("id", SERIAL, autoincrement=False, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("place", Text, nullable=False),
        Column("heading", Text),
        Column("text", Text, nullable=False),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_passage_organization_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_passage")),
    )
    op.create_table(
        "asset",
        Column("id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("sha256", Text, nullable=False),
        Column("source_sha256", Text, nullable=False),
        Column("media_type", Text, nullable=False),
        Column("size", BigInteger, nullable=False),
        Column("width", Integer),
        Column("height", Integer),
        Column("file_name", Text, nullable=False),
        Column("alternative_text", Text, nullable=False),
        Column("created_by", Text),
        Column("created_at", BigInteger, nullable=False),
        Column("touched_at", BigInteger, nullable=False),
        Column("stored_at", BigInteger),
        Column("deleted_at", BigInteger),
        Column("removed_at", BigInteger),
        ForeignKeyConstraint(["created_by"], ["person.id"], name=op.f("fk_asset_created_by")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_asset_organization_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_asset")),
        UniqueConstraint("organization_id", "sha256", name="uq_asset_organization_id_sha256"),
    )
    op.create_index("ix_asset_created", "asset", ["organization_id", "created_at", "id"])
    op.create_index("ix_asset_source", "asset", ["organization_id", "source_sha256"])


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
        Column("created_by", Text),
        Column("created_at", BigInteger, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        Column("deleted_at", BigInteger),
        Column("order_version", Integer, server_default="1", nullable=False),
        Column("tags", Text, server_default="[]", nullable=False),
        Column("tags_version", Integer, server_default="1", nullable=False),
        Column("expires_at", BigInteger),
        Column("embed_origins", Text),
        Column("indexing", Boolean, server_default=false(), nullable=False),
        Column("publication", Integer),
        ForeignKeyConstraint(["created_by"], ["person.id"], name=op.f("fk_course_created_by")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_course_organization_id")),
        ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_course_project_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_course")),
    )
    # Before the indexes of filters: without statistics, PostgreSQL takes the newest of those that cost the same.
    op.create_index("ix_course_updated", "course", ["organization_id", "deleted_at", "updated_at", "id"])
    op.create_index("ix_course_created", "course", ["organization_id", "deleted_at", "created_at", "id"])
    op.create_index("ix_course_project", "course", ["organization_id", "project_id", "deleted_at", "updated_at", "id"])
    op.create_index("ix_course_title", "course", ["organization_id", "deleted_at", "title_folded", "id"])
    op.create_table(
        "course_translation",
        Column("source_course_id", Text, nullable=False),
        Column("language", Text, nullable=False),
        Column("course_id", Text, nullable=False),
        ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_course_translation_course_id")),
        ForeignKeyConstraint(["source_course_id"], ["course.id"], name=op.f("fk_course_translation_source_course_id")),
        PrimaryKeyConstraint("source_course_id", "language", name=op.f("pk_course_translation")),
    )
    op.create_table(
        "tally",
        Column("project_id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("courses", Integer, nullable=False),
        Column("lessons", Integer, nullable=False),
        CheckConstraint("courses >= 0 AND lessons >= 0", name=op.f("ck_tally_never_negative")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_tally_organization_id")),
        ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_tally_project_id")),
        PrimaryKeyConstraint("project_id", name=op.f("pk_tally")),
    )
    op.create_index(op.f("ix_tally_organization_id"), "tally", ["organization_id"])
    op.create_table(
        "theme",
        Column("organization_id", Text, nullable=False),
        Column("version", Integer, nullable=False),
        Column("name", Text, nullable=False),
        Column("logo_asset_id", Text),
        Column("accent", Text),
        Column("footer", Text, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        ForeignKeyConstraint(["logo_asset_id"], ["asset.id"], name=op.f("fk_theme_logo_asset_id")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_theme_organization_id")),
        PrimaryKeyConstraint("organization_id", name=op.f("pk_theme")),
    )
    op.create_index(op.f("ix_theme_logo_asset_id"), "theme", ["logo_asset_id"])
    op.create_table(
        "glossary",
        Column("organization_id", Text, nullable=False),
        Column("language", Text, nullable=False),
        Column("version", Integer, nullable=False),
        Column("terms", Text, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_glossary_organization_id")),
        PrimaryKeyConstraint("organization_id", "language", name=op.f("pk_glossary")),
    )
    op.create_table(
        "publishing_policy",
        Column("organization_id", Text, nullable=False),
        Column("version", Integer, nullable=False),
        Column("publication", Text, nullable=False),
        Column("review_by_somebody_else", Boolean, nullable=False),
        Column("longest_share_days", Integer),
        Column("sharing_roles", Text, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        ForeignKeyConstraint(
            ["organization_id"], ["organization.id"], name=op.f("fk_publishing_policy_organization_id")
        ),
        PrimaryKeyConstraint("organization_id", name=op.f("pk_publishing_policy")),
    )
    op.create_table(
        "tag",
        Column("item_id", Text, nullable=False),
        Column("tag_folded", FOLDED, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("tag", Text, nullable=False),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_tag_organization_id")),
        PrimaryKeyConstraint("item_id", "tag_folded", name=op.f("pk_tag")),
    )
    op.create_index(
        op.f("ix_tag_organization_id_tag_folded_item_id"), "tag", ["organization_id", "tag_folded", "item_id"]
    )


def _credits() -> None:
    op.create_table(
        "rate_card",
        Column("procedure", Text, nullable=False),
        Column("valid_from", BigInteger, autoincrement=False, nullable=False),
        Column("credits", BigInteger, nullable=False),
        PrimaryKeyConstraint("procedure", "valid_from", name=op.f("pk_rate_card")),
    )
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
        Column("project_id", Text),
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
    op.create_index(
        "ix_credit_entry_run",
        "credit_entry",
        ["organization_id", "run", "lesson_id"],
        sqlite_where=text("lesson_id IS NOT NULL"),
        postgresql_where=text("lesson_id IS NOT NULL"),
    )
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


def _lessons_and_blocks() -> None:
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
        Column("weight", Integer, server_default="0", nullable=False),
        Column("position", Integer, server_default="1", nullable=False),
        Column("tags", Text, server_default="[]", nullable=False),
        Column("tags_version", Integer, server_default="1", nullable=False),
        Column("number", BigInteger, server_default="0", nullable=False),
        Column("checked_revision", Integer, server_default="0", nullable=False),
        Column("errors", Integer, server_default="0", nullable=False),
        Column("warnings", Integer, server_default="0", nullable=False),
        Column("hints", Integer, server_default="0", nullable=False),
        Column("findings_order", BigInteger, server_default="0", nullable=False),
        Column("review_state", Text, server_default="draft", nullable=False),
        Column("review_id", Text),
        Column("reviewed_at", BigInteger, server_default="0", nullable=False),
        Column("approved_revision", Integer),
        Column("found_rules", Text, server_default="", nullable=False),
        ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_lesson_course_id")),
        ForeignKeyConstraint(["created_by"], ["person.id"], name=op.f("fk_lesson_created_by")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_lesson_organization_id")),
        ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_lesson_project_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_lesson")),
    )
    # Before the indexes of filters: without statistics, PostgreSQL takes the newest of those that cost the same.
    op.create_index("ix_lesson_updated", "lesson", ["organization_id", "deleted_at", "updated_at", "id"])
    op.create_index("ix_lesson_course", "lesson", ["organization_id", "course_id", "deleted_at", "updated_at", "id"])
    op.create_index("ix_lesson_created", "lesson", ["organization_id", "deleted_at", "created_at", "id"])
    op.create_index("ix_lesson_language", "lesson", ["organization_id", "language", "deleted_at", "updated_at", "id"])
    op.create_index("ix_lesson_project", "lesson", ["organization_id", "project_id", "deleted_at", "updated_at", "id"])
    op.create_index(
        "ix_lesson_review",
        "lesson",
        ["organization_id", "review_state", "findings_order", "reviewed_at", "number", "found_rules"],
        sqlite_where=text("review_state <> 'draft' AND deleted_at IS NULL"),
        postgresql_where=text("review_state <> 'draft' AND deleted_at IS NULL"),
    )
    op.create_index("ix_lesson_title", "lesson", ["organization_id", "deleted_at", "title_folded", "id"])
    op.create_index("ix_lesson_topic", "lesson", ["topic_sha256", "organization_id", "deleted_at"])
    op.create_index(
        "ix_lesson_unchecked",
        "lesson",
        ["id"],
        sqlite_where=text("checked_revision <> revision AND deleted_at IS NULL"),
        postgresql_where=text("checked_revision <> revision AND deleted_at IS NULL"),
    )
    op.create_index("uq_lesson_number", "lesson", ["number"], unique=True)
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
        Column("title", Text),
        Column("title_before", Text),
        Column("change_set", Text),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_lesson_revision_lesson_id")),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_lesson_revision_person_id")),
        PrimaryKeyConstraint("lesson_id", "revision", name=op.f("pk_lesson_revision")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_lesson_revision_titled",
        "lesson_revision",
        ["lesson_id", "revision"],
        sqlite_where=text("title_before IS NOT NULL"),
        postgresql_where=text("title_before IS NOT NULL"),
    )
    op.create_table(
        "lesson_milestone",
        Column("lesson_id", Text, nullable=False),
        Column("revision", Integer, autoincrement=False, nullable=False),
        Column("blocks", Text, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_lesson_milestone_lesson_id")),
        PrimaryKeyConstraint("lesson_id", "revision", name=op.f("pk_lesson_milestone")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "lesson_finding",
        Column("lesson_id", Text, nullable=False),
        Column("revision", Integer, nullable=False),
        Column("ruleset", Integer, nullable=False),
        Column("findings", Text, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_lesson_finding_lesson_id")),
        PrimaryKeyConstraint("lesson_id", name=op.f("pk_lesson_finding")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_lesson_finding_ruleset_lesson_id"), "lesson_finding", ["ruleset", "lesson_id"])
    op.create_table(
        "cited_source",
        Column("lesson_id", Text, nullable=False),
        Column("block_id", Text, nullable=False),
        Column("source_id", Text, nullable=False),
        Column("version", Integer, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_cited_source_lesson_id")),
        PrimaryKeyConstraint("lesson_id", "block_id", "source_id", name=op.f("pk_cited_source")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "asset_use",
        Column("lesson_id", Text, nullable=False),
        Column("asset_id", Text, nullable=False),
        ForeignKeyConstraint(["asset_id"], ["asset.id"], name=op.f("fk_asset_use_asset_id")),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_asset_use_lesson_id")),
        PrimaryKeyConstraint("lesson_id", "asset_id", name=op.f("pk_asset_use")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_asset_use_asset_id_lesson_id"), "asset_use", ["asset_id", "lesson_id"])


def _reviews_and_publications() -> None:
    op.create_table(
        "review",
        Column("id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("lesson_id", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("revision", Integer, nullable=False),
        Column("verdict", Text, nullable=False),
        Column("note", Text),
        Column("has_own_edits", Boolean, nullable=False),
        Column("person_id", Text),
        Column("at", BigInteger, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_review_lesson_id")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_review_organization_id")),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_review_person_id")),
        PrimaryKeyConstraint("id", name=op.f("pk_review")),
    )
    op.create_index("uq_review_lesson_id_number", "review", ["lesson_id", "number"], unique=True)
    op.create_table(
        "comment",
        Column("id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("lesson_id", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("block_id", Text),
        Column("text", Text, nullable=False),
        Column("revision", Integer, nullable=False),
        Column("person_id", Text),
        Column("at", BigInteger, nullable=False),
        Column("resolved_by", Text),
        Column("resolved_at", BigInteger),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_comment_lesson_id")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_comment_organization_id")),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_comment_person_id")),
        ForeignKeyConstraint(["resolved_by"], ["person.id"], name=op.f("fk_comment_resolved_by")),
        PrimaryKeyConstraint("id", name=op.f("pk_comment")),
    )
    op.create_index("uq_comment_lesson_id_number", "comment", ["lesson_id", "number"], unique=True)
    op.create_table(
        "publication",
        Column("course_id", Text, nullable=False),
        Column("number", Integer, autoincrement=False, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("title", Text, nullable=False),
        Column("lesson_count", Integer, nullable=False),
        Column("person_id", Text),
        Column("at", BigInteger, nullable=False),
        Column("note", Text),
        Column("override_reason", Text),
        ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_publication_course_id")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_publication_organization_id")),
        ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_publication_person_id")),
        PrimaryKeyConstraint("course_id", "number", name=op.f("pk_publication")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "published_lesson",
        Column("course_id", Text, nullable=False),
        Column("number", Integer, autoincrement=False, nullable=False),
        Column("lesson_id", Text, nullable=False),
        Column("position", Integer, nullable=False),
        Column("revision", Integer, nullable=False),
        Column("title", Text, nullable=False),
        Column("language", Text, nullable=False),
        Column("assets", Text, nullable=False),
        Column("sources", Text, nullable=False),
        ForeignKeyConstraint(
            ["course_id", "number"],
            ["publication.course_id", "publication.number"],
            name=op.f("fk_published_lesson_course_id"),
        ),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_published_lesson_lesson_id")),
        PrimaryKeyConstraint("course_id", "number", "lesson_id", name=op.f("pk_published_lesson")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_published_lesson_lesson_id_course_id_number"), "published_lesson", ["lesson_id", "course_id", "number"]
    )


def _translations() -> None:
    op.create_table(
        "translation",
        Column("lesson_id", Text, nullable=False),
        Column("organization_id", Text, nullable=False),
        Column("source_lesson_id", Text, nullable=False),
        Column("language", Text, nullable=False),
        Column("source_revision", Integer, nullable=False),
        Column("title_sha256", Text, nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_translation_lesson_id")),
        ForeignKeyConstraint(["organization_id"], ["organization.id"], name=op.f("fk_translation_organization_id")),
        ForeignKeyConstraint(["source_lesson_id"], ["lesson.id"], name=op.f("fk_translation_source_lesson_id")),
        PrimaryKeyConstraint("lesson_id", name=op.f("pk_translation")),
    )
    op.create_index(
        "ix_translation_source", "translation", ["organization_id", "source_lesson_id", "language", "lesson_id"]
    )
    op.create_table(
        "translated_block",
        Column("lesson_id", Text, nullable=False),
        Column("block_id", Text, nullable=False),
        Column("source_block_id", Text, nullable=False),
        Column("source_sha256", Text, nullable=False),
        Column("source_revision", Integer, server_default="1", nullable=False),
        ForeignKeyConstraint(["lesson_id"], ["lesson.id"], name=op.f("fk_translated_block_lesson_id")),
        PrimaryKeyConstraint("lesson_id", "block_id", name=op.f("pk_translated_block")),
        sqlite_with_rowid=False,
    )
