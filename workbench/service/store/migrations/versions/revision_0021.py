"""Publications: what learners see of a course. Every public course gets one of its state as it stands.

Revision ID: 0021
"""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text

revision = "0021"
down_revision = "0020"

APPEND_ONLY = ("publication", "published_lesson")
_REFERRED_TO = (
    "FROM asset_use WHERE asset_use.lesson_id = lesson.id AND EXISTS (SELECT 1 FROM block "
    "WHERE block.lesson_id = lesson.id AND block.content LIKE '%\"' || asset_use.asset_id || '\"%')"
)
_CITED = "FROM (SELECT DISTINCT source_id FROM cited_source WHERE cited_source.lesson_id = lesson.id) AS cited"


def upgrade() -> None:
    op.create_table(
        "publication",
        Column("course_id", Text, nullable=False),
        Column("number", Integer, nullable=False, autoincrement=False),
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
        Column("number", Integer, nullable=False, autoincrement=False),
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
        op.f("ix_published_lesson_lesson_id_course_id_number"),
        "published_lesson",
        ["lesson_id", "course_id", "number"],
    )
    op.add_column("course", Column("publication", Integer))
    dialect = op.get_context().dialect.name
    _publish("json_agg({})::text" if dialect == "postgresql" else "json_group_array({})")
    op.drop_column("course", "is_public")
    _guard(dialect)


def _publish(json_list: str) -> None:
    """A publication of every public course; nobody did it, and it is as old as the course's last change."""
    assets, sources = (
        f"COALESCE((SELECT {json_list.format(column)} {found}), '[]')"  # names from here
        for column, found in (("asset_id", _REFERRED_TO), ("source_id", _CITED))
    )
    op.execute(
        "INSERT INTO publication (course_id, number, organization_id, title, lesson_count, at) "
        "SELECT id, 1, organization_id, title, (SELECT count(*) FROM lesson WHERE lesson.course_id = course.id "
        "AND lesson.deleted_at IS NULL), updated_at FROM course WHERE is_public"
    )
    op.execute(
        "INSERT INTO published_lesson "  # noqa: S608  # names from here
        "(course_id, number, lesson_id, position, revision, title, language, assets, sources) "
        "SELECT lesson.course_id, 1, lesson.id, row_number() OVER (PARTITION BY lesson.course_id "
        "ORDER BY lesson.position, lesson.created_at, lesson.id), lesson.revision, lesson.title, lesson.language, "
        f"{assets}, {sources} FROM lesson JOIN publication ON publication.course_id = lesson.course_id "
        "WHERE lesson.deleted_at IS NULL"
    )
    op.execute("UPDATE course SET publication = 1 WHERE is_public")


def _guard(dialect: str) -> None:
    """No row of a publication is changed or removed, whoever asks."""
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
