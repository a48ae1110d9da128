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
    ForeignKeyConstraint,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from workbench.service.db.metadata import Folded, Serial, Time, reference_column, tables

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
    Column("default_language", Text),
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
    reference_column("person.id"),
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
    reference_column("organization.id", primary_key=True),
    reference_column("person.id", primary_key=True),
    Column("role", Text, nullable=False),
    Column("created_at", Time, nullable=False),
    Index(None, "person_id", "organization_id", "role"),
)

invitation = Table(
    "invitation",
    tables,
    Column("id", Text, primary_key=True),
    reference_column("organization.id"),
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
    reference_column("organization.id"),
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
    reference_column("person.id", primary_key=True),
    reference_column("project.id", primary_key=True),
    Column("created_at", Time, nullable=False),
)

course = Table(
    "course",
    tables,
    Column("id", Text, primary_key=True),
    reference_column("organization.id"),
    reference_column("project.id"),
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

# A lesson repeats its organization and project, so that a page of a list is read from one index. The index for a filter
# has one more column compared for equality than the others, so that it is chosen without statistics. A lesson also
# repeats a summary of its findings (`findings_order`: smaller is worse; `found_rules`: rules between commas) and the
# state after its last review.
lesson = Table(
    "lesson",
    tables,
    Column("id", Text, primary_key=True),
    reference_column("organization.id"),
    reference_column("project.id"),
    reference_column("course.id"),
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

# The tags of lessons and courses again, one row for each tag, for lookups; `item_id` is a lesson's or course's id.
tag = Table(
    "tag",
    tables,
    Column("item_id", Text, primary_key=True),
    Column("tag_folded", Folded, primary_key=True),
    reference_column("organization.id"),
    Column("tag", Text, nullable=False),
    Index(None, "organization_id", "tag_folded", "item_id"),
)

# The terms of one language, whole, as JSON.
glossary = Table(
    "glossary",
    tables,
    reference_column("organization.id", primary_key=True),
    Column("language", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("terms", Text, nullable=False),
    Column("updated_at", Time, nullable=False),
)

tally = Table(
    "tally",
    tables,
    reference_column("project.id", primary_key=True),
    reference_column("organization.id"),
    Column("courses", Integer, nullable=False),
    Column("lessons", Integer, nullable=False),
    CheckConstraint("courses >= 0 AND lessons >= 0", name="never_negative"),
    Index(None, "organization_id"),
)

block = Table(
    "block",
    tables,
    reference_column("lesson.id", primary_key=True),
    Column("id", Text, primary_key=True),
    Column("type", Text, nullable=False),
    Column("content", Text, nullable=False),
    sqlite_with_rowid=False,
)

gone_block = Table(
    "gone_block",
    tables,
    reference_column("lesson.id", primary_key=True),
    Column("id", Text, primary_key=True),
    sqlite_with_rowid=False,
)

applied = Table(
    "applied",
    tables,
    reference_column("lesson.id", primary_key=True),
    Column("fingerprint", Text, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("at", Time, nullable=False),
    sqlite_with_rowid=False,
)

reservation = Table(
    "reservation",
    tables,
    Column("id", Text, primary_key=True),
    reference_column("organization.id"),
    Column("person_id", Text, ForeignKey("person.id")),
    Column("state", Text, nullable=False),
    Column("credits", BigInteger, nullable=False),
    Column("lease_until", Time, nullable=False),
    Column("spent_day", BigInteger, nullable=False),
    Column("run", Text),
    Column("run_row", Text),
    Column("created_at", Time, nullable=False),
    Column("closed_at", Time),
    Column("purpose", Text),
    CheckConstraint("credits >= 0", name="never_negative"),
    Index(None, "state", "lease_until"),
)

credit_entry = Table(
    "credit_entry",
    tables,
    Column("id", Serial, primary_key=True),
    reference_column("organization.id"),
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
    Column("purpose", Text),
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
    reference_column("person.id"),
    Column("fingerprint", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("lease_until", Time, nullable=False),
    Column("reservation_id", Text, ForeignKey("reservation.id")),
    Column("answer", Text),
    Column("created_at", Time, nullable=False),
    Column("expires_at", Time, nullable=False),
    Column("worker", Text),
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
    reference_column("organization.id", nullable=True),
    Column("person_id", Text, ForeignKey("person.id")),
    Column("action", Text, nullable=False),
    Column("subject", Text),
    Column("facts", Text, nullable=False),
    Column("at", Time, nullable=False),
    Index(None, "organization_id", "id"),
)

# The tables of assets. Their bytes are in the object store, under `organization_id/sha256`.
#
# `stored_at` is null until the bytes are stored; `removed_at` is set when they are about to be removed. `asset_use` has
# a row for each lesson with a revision that refers to the asset, which is kept.
asset = Table(
    "asset",
    tables,
    Column("id", Text, primary_key=True),
    reference_column("organization.id"),
    Column("sha256", Text, nullable=False),
    Column("source_sha256", Text, nullable=False),
    Column("media_type", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("width", Integer),
    Column("height", Integer),
    Column("file_name", Text, nullable=False),
    Column("alternative_text", Text, nullable=False),
    Column("created_by", Text, ForeignKey("person.id")),
    Column("created_at", Time, nullable=False),
    Column("touched_at", Time, nullable=False),
    Column("stored_at", Time),
    Column("deleted_at", Time),
    Column("removed_at", Time),
    UniqueConstraint("organization_id", "sha256", name="uq_asset_organization_id_sha256"),
    Index("ix_asset_source", "organization_id", "source_sha256"),
    Index("ix_asset_created", "organization_id", "created_at", "id"),
)

asset_use = Table(
    "asset_use",
    tables,
    reference_column("lesson.id", primary_key=True),
    reference_column("asset.id", primary_key=True),
    Index(None, "asset_id", "lesson_id"),
    sqlite_with_rowid=False,
)

# The tables of a lesson's revisions and findings.
lesson_revision = Table(
    "lesson_revision",
    tables,
    reference_column("lesson.id", primary_key=True),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("label", Text, nullable=False),
    Column("changes", Text, nullable=False),
    Column("transactions", Text, nullable=False),
    Column("inverse", Text, nullable=False),
    Column("person_id", Text, ForeignKey("person.id")),
    Column("at", Time, nullable=False),
    Column("title", Text),
    Column("title_before", Text),
    Column("change_set", Text),
    Index(
        "ix_lesson_revision_titled",
        "lesson_id",
        "revision",
        sqlite_where=text("title_before IS NOT NULL"),
        postgresql_where=text("title_before IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

lesson_milestone = Table(
    "lesson_milestone",
    tables,
    reference_column("lesson.id", primary_key=True),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("blocks", Text, nullable=False),
    sqlite_with_rowid=False,
)

# What the checks find in a lesson at a revision, with the rules of `ruleset`; one row a lesson, the latest.
lesson_finding = Table(
    "lesson_finding",
    tables,
    reference_column("lesson.id", primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("ruleset", Integer, nullable=False),
    Column("findings", Text, nullable=False),
    Index(None, "ruleset", "lesson_id"),
    sqlite_with_rowid=False,
)

# The tables of publications; the database refuses to change or remove their rows.
#
# A publication is a course's title and its lessons in order, each at a revision. `course.publication` is the number of
# the one that learners see. At that revision the lesson's blocks refer to `assets`, a JSON
# object of file names by id (a list of ids in a publication that a migration made), and to `sources`, a list of ids.
publication = Table(
    "publication",
    tables,
    reference_column("course.id", primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    reference_column("organization.id"),
    Column("title", Text, nullable=False),
    Column("lesson_count", Integer, nullable=False),
    Column("person_id", Text, ForeignKey("person.id")),
    Column("at", Time, nullable=False),
    Column("note", Text),
    Column("override_reason", Text),
    sqlite_with_rowid=False,
)

published_lesson = Table(
    "published_lesson",
    tables,
    Column("course_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    reference_column("lesson.id", primary_key=True),
    Column("position", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("assets", Text, nullable=False),
    Column("sources", Text, nullable=False),
    ForeignKeyConstraint(["course_id", "number"], ["publication.course_id", "publication.number"]),
    Index(None, "lesson_id", "course_id", "number"),
    sqlite_with_rowid=False,
)

# The tables of reviews, comments and publishing policies.
#
# A review is never changed; a lesson's row repeats the state after the last review, for lists.
# `number` counts within a lesson. A policy that was never set has no row, or version 0.
review = Table(
    "review",
    tables,
    Column("id", Text, primary_key=True),
    reference_column("organization.id"),
    reference_column("lesson.id"),
    Column("number", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("note", Text),
    Column("has_own_edits", Boolean, nullable=False),
    Column("person_id", Text, ForeignKey("person.id")),
    Column("at", Time, nullable=False),
    Index("uq_review_lesson_id_number", "lesson_id", "number", unique=True),
)

comment = Table(
    "comment",
    tables,
    Column("id", Text, primary_key=True),
    reference_column("organization.id"),
    reference_column("lesson.id"),
    Column("number", Integer, nullable=False),
    Column("block_id", Text),
    Column("text", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("person_id", Text, ForeignKey("person.id")),
    Column("at", Time, nullable=False),
    Column("resolved_by", Text, ForeignKey("person.id")),
    Column("resolved_at", Time),
    Index("uq_comment_lesson_id_number", "lesson_id", "number", unique=True),
)

publishing_policy = Table(
    "publishing_policy",
    tables,
    reference_column("organization.id", primary_key=True),
    Column("version", Integer, nullable=False),
    Column("publication", Text, nullable=False),
    Column("review_by_somebody_else", Boolean, nullable=False),
    Column("longest_share_days", Integer),
    Column("sharing_roles", Text, nullable=False),
    Column("updated_at", Time, nullable=False),
)

# The table of themes: a row for each organization that set one.
theme = Table(
    "theme",
    tables,
    reference_column("organization.id", primary_key=True),
    Column("version", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("logo_asset_id", Text, ForeignKey("asset.id"), index=True),
    Column("accent", Text),
    Column("footer", Text, nullable=False),
    Column("updated_at", Time, nullable=False),
)

# The tables of sources. A source's versions are uploaded in parts; `source.version` is the current one, 0 for none.
#
# `source_version.number` counts in a range of its organization's own, and `passage.id` is made of it (`passages`).
source = Table(
    "source",
    tables,
    Column("id", Text, primary_key=True),
    reference_column("organization.id"),
    Column("title", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("is_publishable", Boolean, nullable=False),
    Column("created_by", Text, ForeignKey("person.id")),
    Column("created_at", Time, nullable=False),
    Column("updated_at", Time, nullable=False),
    Index(None, "organization_id", "updated_at", "id"),
)

source_version = Table(
    "source_version",
    tables,
    reference_column("source.id", primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    reference_column("organization.id"),
    Column("number", BigInteger, nullable=False),
    Column("content_digest", Text, nullable=False),
    Column("file_name", Text),
    Column("media_type", Text),
    Column("passages", Integer, nullable=False),
    Column("characters", BigInteger, nullable=False),
    Column("last_passage", Integer),
    Column("is_ready", Boolean, nullable=False),
    Column("created_at", Time, nullable=False),
    Column("updated_at", Time, nullable=False),
    Index("uq_source_version_number", "number", unique=True),
)

passage = Table(
    "passage",
    tables,
    Column("id", Serial, primary_key=True, autoincrement=False),
    reference_column("organization.id"),
    Column("place", Text, nullable=False),
    Column("heading", Text),
    Column("text", Text, nullable=False),
)

# The oldest version of a source that a block cites; written with the findings of the lesson's revision.
cited_source = Table(
    "cited_source",
    tables,
    reference_column("lesson.id", primary_key=True),
    Column("block_id", Text, primary_key=True),
    Column("source_id", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# The tables of translations: a lesson is the translation of another, its blocks of that one's blocks.
#
# A digest is of the source's texts when they were translated, at the source's revision in the same row; an empty one
# matches no text, so that the block is stale. `course_translation` has a course's counterpart.
translation = Table(
    "translation",
    tables,
    reference_column("lesson.id", primary_key=True),
    reference_column("organization.id"),
    Column("source_lesson_id", Text, ForeignKey("lesson.id"), nullable=False),
    Column("language", Text, nullable=False),
    Column("source_revision", Integer, nullable=False),
    Column("title_sha256", Text, nullable=False),
    Index("ix_translation_source", "organization_id", "source_lesson_id", "language", "lesson_id"),
)

translated_block = Table(
    "translated_block",
    tables,
    reference_column("lesson.id", primary_key=True),
    Column("block_id", Text, primary_key=True),
    Column("source_block_id", Text, nullable=False),
    Column("source_sha256", Text, nullable=False),
    Column("source_revision", Integer, nullable=False, server_default="1"),
    sqlite_with_rowid=False,
)

course_translation = Table(
    "course_translation",
    tables,
    Column("source_course_id", Text, ForeignKey("course.id"), primary_key=True),
    Column("language", Text, primary_key=True),
    reference_column("course.id"),
)
