"""The tables, once, for both databases.

Ids are opaque text, times are milliseconds since the epoch (UTC), JSON is text, credits are whole numbers. A column
whose name ends in `_folded` holds the text as it is compared, and is made by `folding`.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from workbench.service.store.assets.tables import asset as asset
from workbench.service.store.assets.tables import asset_use as asset_use
from workbench.service.store.db.metadata import Folded, Serial, Time, id_of
from workbench.service.store.db.metadata import tables as tables
from workbench.service.store.lessons.tables import lesson_finding as lesson_finding
from workbench.service.store.lessons.tables import lesson_milestone as lesson_milestone
from workbench.service.store.lessons.tables import lesson_revision as lesson_revision
from workbench.service.store.publications.tables import publication as publication
from workbench.service.store.publications.tables import published_lesson as published_lesson
from workbench.service.store.reviews.tables import comment as comment
from workbench.service.store.reviews.tables import publishing_policy as publishing_policy
from workbench.service.store.reviews.tables import review as review
from workbench.service.store.sharing.tables import theme as theme
from workbench.service.store.sources.tables import cited_source as cited_source
from workbench.service.store.sources.tables import passage as passage
from workbench.service.store.sources.tables import source as source
from workbench.service.store.sources.tables import source_version as source_version
from workbench.service.store.translations.tables import course_translation as course_translation
from workbench.service.store.translations.tables import translated_block as translated_block
from workbench.service.store.translations.tables import translation as translation

service = Table(
    "service",
    tables,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

organization = Table(
    "organization",
    tables,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_folded", Folded, nullable=False),
    Column("tier", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("credit_balance", BigInteger, nullable=False),
    Column("daily_cap_credits", BigInteger),
    Column("spent_day", BigInteger, nullable=False),
    Column("spent_day_credits", BigInteger, nullable=False),
    Column("created_at", Time, nullable=False),
    CheckConstraint("credit_balance >= 0", name="never_negative"),
    Index(None, "name_folded"),
)

person = Table(
    "person",
    tables,
    Column("id", Text, primary_key=True),
    Column("email", Text, nullable=False),
    Column("email_folded", Folded, nullable=False),
    Column("name", Text, nullable=False),
    Column("referral_id", Text, nullable=False),
    Column("last_organization_id", Text, ForeignKey("organization.id")),
    Column("disabled_at", Time),
    Column("created_at", Time, nullable=False),
    UniqueConstraint("email_folded"),
    UniqueConstraint("referral_id"),
)

session = Table(
    "session",
    tables,
    Column("id", Text, primary_key=True),
    Column("token_sha256", Text, nullable=False),
    id_of("person.id"),
    Column("label", Text, nullable=False),
    Column("created_at", Time, nullable=False),
    Column("last_seen_at", Time, nullable=False),
    Column("idle_until", Time, nullable=False),
    Column("absolute_until", Time, nullable=False),
    Column("revoked_at", Time),
    UniqueConstraint("token_sha256"),
    Index(None, "person_id"),
)

membership = Table(
    "membership",
    tables,
    id_of("organization.id", primary_key=True),
    id_of("person.id", primary_key=True),
    Column("role", Text, nullable=False),
    Column("created_at", Time, nullable=False),
    Index(None, "person_id", "organization_id", "role"),
)

invitation = Table(
    "invitation",
    tables,
    Column("id", Text, primary_key=True),
    id_of("organization.id"),
    Column("email", Text, nullable=False),
    Column("email_folded", Folded, nullable=False),
    Column("role", Text, nullable=False),
    Column("invited_by", Text, ForeignKey("person.id")),
    Column("created_at", Time, nullable=False),
    UniqueConstraint("organization_id", "email_folded", name="uq_invitation_organization_id_email_folded"),
    Index(None, "email_folded"),
)

project = Table(
    "project",
    tables,
    Column("id", Text, primary_key=True),
    id_of("organization.id"),
    Column("name", Text, nullable=False),
    Column("name_folded", Folded, nullable=False),
    Column("is_default", Boolean, nullable=False),
    Column("created_by", Text, ForeignKey("person.id")),
    Column("created_at", Time, nullable=False),
    Column("updated_at", Time, nullable=False),
    Column("archived_at", Time),
    Index(None, "organization_id"),
    Index(
        "uq_project_default",
        "organization_id",
        unique=True,
        sqlite_where=text("is_default"),
        postgresql_where=text("is_default"),
    ),
)

favorite = Table(
    "favorite",
    tables,
    id_of("person.id", primary_key=True),
    id_of("project.id", primary_key=True),
    Column("created_at", Time, nullable=False),
)

course = Table(
    "course",
    tables,
    Column("id", Text, primary_key=True),
    id_of("organization.id"),
    id_of("project.id"),
    Column("title", Text, nullable=False),
    Column("title_folded", Folded, nullable=False),
    Column("created_by", Text, ForeignKey("person.id")),
    Column("created_at", Time, nullable=False),
    Column("updated_at", Time, nullable=False),
    Column("deleted_at", Time),
    Column("order_version", Integer, nullable=False, server_default="1"),
    Column("tags", Text, nullable=False, server_default="[]"),
    Column("tags_version", Integer, nullable=False, server_default="1"),
    Column("expires_at", Time),
    Column("embed_origins", Text),
    Column("indexing", Boolean, nullable=False, server_default=false()),
    Column("publication", Integer),
    Index("ix_course_updated", "organization_id", "deleted_at", "updated_at", "id"),
    Index("ix_course_created", "organization_id", "deleted_at", "created_at", "id"),
    Index("ix_course_title", "organization_id", "deleted_at", "title_folded", "id"),
    Index("ix_course_project", "organization_id", "project_id", "deleted_at", "updated_at", "id"),
)

# The organization and project stand in the lesson too, so that a page of a list is read off one index. An index that
# fits a filter has one equal column more than the others, so that it is chosen without statistics. So do what was found
# in it (`findings_order`: less where there is worse; `found_rules`: each between commas) and what its last review makes
# of it.
lesson = Table(
    "lesson",
    tables,
    Column("id", Text, primary_key=True),
    id_of("organization.id"),
    id_of("project.id"),
    id_of("course.id"),
    Column("title", Text, nullable=False),
    Column("title_folded", Folded, nullable=False),
    Column("language", Text, nullable=False),
    Column("writer", Text),
    Column("input_tokens", Integer),
    Column("output_tokens", Integer),
    Column("revision", Integer, nullable=False),
    Column("block_count", Integer, nullable=False),
    Column("created_by", Text, ForeignKey("person.id")),
    Column("created_at", Time, nullable=False),
    Column("updated_at", Time, nullable=False),
    Column("deleted_at", Time),
    Column("topic_sha256", Text),
    Column("topic", Text),
    Column("ord", Text, nullable=False),
    Column("weight", Integer, nullable=False, server_default="0"),
    Column("position", Integer, nullable=False, server_default="1"),
    Column("tags", Text, nullable=False, server_default="[]"),
    Column("tags_version", Integer, nullable=False, server_default="1"),
    Column("number", BigInteger, nullable=False, server_default="0"),
    Column("checked_revision", Integer, nullable=False, server_default="0"),
    Column("errors", Integer, nullable=False, server_default="0"),
    Column("warnings", Integer, nullable=False, server_default="0"),
    Column("hints", Integer, nullable=False, server_default="0"),
    Column("findings_order", BigInteger, nullable=False, server_default="0"),
    Column("review_state", Text, nullable=False, server_default="draft"),
    Column("review_id", Text),
    Column("reviewed_at", Time, nullable=False, server_default="0"),
    Column("approved_revision", Integer),
    Column("found_rules", Text, nullable=False, server_default=""),
    Index("uq_lesson_number", "number", unique=True),
    Index(
        "ix_lesson_unchecked",
        "id",
        sqlite_where=text("checked_revision <> revision AND deleted_at IS NULL"),
        postgresql_where=text("checked_revision <> revision AND deleted_at IS NULL"),
    ),
    Index(
        "ix_lesson_review",
        "organization_id",
        "review_state",
        "findings_order",
        "reviewed_at",
        "number",
        "found_rules",
        sqlite_where=text("review_state <> 'draft' AND deleted_at IS NULL"),
        postgresql_where=text("review_state <> 'draft' AND deleted_at IS NULL"),
    ),
    Index("ix_lesson_updated", "organization_id", "deleted_at", "updated_at", "id"),
    Index("ix_lesson_created", "organization_id", "deleted_at", "created_at", "id"),
    Index("ix_lesson_title", "organization_id", "deleted_at", "title_folded", "id"),
    Index("ix_lesson_project", "organization_id", "project_id", "deleted_at", "updated_at", "id"),
    Index("ix_lesson_course", "organization_id", "course_id", "deleted_at", "updated_at", "id"),
    Index("ix_lesson_language", "organization_id", "language", "deleted_at", "updated_at", "id"),
    Index("ix_lesson_topic", "topic_sha256", "organization_id", "deleted_at"),
)

# The tags of lessons and courses again, one row each, to look them up by; `item_id` is a lesson's id or a course's.
tag = Table(
    "tag",
    tables,
    Column("item_id", Text, primary_key=True),
    Column("tag_folded", Folded, primary_key=True),
    id_of("organization.id"),
    Column("tag", Text, nullable=False),
    Index(None, "organization_id", "tag_folded", "item_id"),
)

# The terms of one language, whole, as JSON.
glossary = Table(
    "glossary",
    tables,
    id_of("organization.id", primary_key=True),
    Column("language", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("terms", Text, nullable=False),
    Column("updated_at", Time, nullable=False),
)

tally = Table(
    "tally",
    tables,
    id_of("project.id", primary_key=True),
    id_of("organization.id"),
    Column("courses", Integer, nullable=False),
    Column("lessons", Integer, nullable=False),
    CheckConstraint("courses >= 0 AND lessons >= 0", name="never_negative"),
    Index(None, "organization_id"),
)

block = Table(
    "block",
    tables,
    id_of("lesson.id", primary_key=True),
    Column("id", Text, primary_key=True),
    Column("type", Text, nullable=False),
    Column("content", Text, nullable=False),
    sqlite_with_rowid=False,
)

gone_block = Table(
    "gone_block",
    tables,
    id_of("lesson.id", primary_key=True),
    Column("id", Text, primary_key=True),
    sqlite_with_rowid=False,
)

applied = Table(
    "applied",
    tables,
    id_of("lesson.id", primary_key=True),
    Column("fingerprint", Text, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("at", Time, nullable=False),
    sqlite_with_rowid=False,
)

reservation = Table(
    "reservation",
    tables,
    Column("id", Text, primary_key=True),
    id_of("organization.id"),
    Column("person_id", Text, ForeignKey("person.id")),
    Column("state", Text, nullable=False),
    Column("credits", BigInteger, nullable=False),
    Column("lease_until", Time, nullable=False),
    Column("spent_day", BigInteger, nullable=False),
    Column("run", Text),
    Column("run_row", Text),
    Column("created_at", Time, nullable=False),
    Column("closed_at", Time),
    CheckConstraint("credits >= 0", name="never_negative"),
    Index(None, "state", "lease_until"),
)

credit_entry = Table(
    "credit_entry",
    tables,
    Column("id", Serial, primary_key=True),
    id_of("organization.id"),
    Column("kind", Text, nullable=False),
    Column("credits", BigInteger, nullable=False),
    Column("balance_after", BigInteger, nullable=False),
    Column("person_id", Text, ForeignKey("person.id")),
    Column("lesson_id", Text),
    Column("reservation_id", Text, ForeignKey("reservation.id")),
    Column("run", Text),
    Column("run_row", Text),
    Column("reason", Text),
    Column("at", Time, nullable=False),
    Column("project_id", Text),
    CheckConstraint("balance_after >= 0", name="never_negative"),
    Index(
        "ix_credit_entry_run",
        "organization_id",
        "run",
        "lesson_id",
        sqlite_where=text("lesson_id IS NOT NULL"),
        postgresql_where=text("lesson_id IS NOT NULL"),
    ),
    Index(None, "organization_id", "id"),
    Index(None, "organization_id", "person_id", "id"),
)

# A key is a person's (`identity` is empty) or an organization's; `person_id` is who sent the attempt that counts.
paid_key = Table(
    "paid_key",
    tables,
    Column("owner_id", Text, primary_key=True),
    Column("procedure", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("identity", Text, primary_key=True),
    id_of("person.id"),
    Column("fingerprint", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("lease_until", Time, nullable=False),
    Column("reservation_id", Text, ForeignKey("reservation.id")),
    Column("answer", Text),
    Column("created_at", Time, nullable=False),
    Column("expires_at", Time, nullable=False),
    Index(None, "expires_at"),
)

rate_card = Table(
    "rate_card",
    tables,
    Column("procedure", Text, primary_key=True),
    Column("valid_from", Time, primary_key=True, autoincrement=False),
    Column("credits", BigInteger, nullable=False),
)

audit = Table(
    "audit",
    tables,
    Column("id", Serial, primary_key=True),
    id_of("organization.id", nullable=True),
    Column("person_id", Text, ForeignKey("person.id")),
    Column("action", Text, nullable=False),
    Column("subject", Text),
    Column("facts", Text, nullable=False),
    Column("at", Time, nullable=False),
    Index(None, "organization_id", "id"),
)
