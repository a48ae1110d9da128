"""The report on lessons."""

from __future__ import annotations

from datetime import date

from tests.reports.frames import in_any_order, plain
from tests.reports.seeded import Seeded


def test_lessons_are_those_of_the_store(acme: Seeded) -> None:
    """Every field that the table holds, of both organizations."""
    names = (
        "organization",
        "lesson_id",
        "title",
        "language",
        "block_count",
        "revision",
        "topic",
        "writer",
        "created_at",
        "updated_at",
        "review_state",
        "course_id",
        "project",
        "project_id",
        "created_by",
    )
    stored = acme.sql(
        "select o.name, l.id, l.title, l.language, (select count(*) from block b where"
        " b.lesson_id = l.id), revision, topic, writer, l.created_at, l.updated_at, l.review_state, l.course_id,"
        " j.name, j.id, p.name"
        " from lesson l join organization o on o.id = l.organization_id join project j on j.id = l.project_id"
        " join person p on p.id = l.created_by where deleted_at is null"
    )

    assert in_any_order(plain(acme.report("lessons"), *names)) == in_any_order(stored)


def test_a_language_is_chosen(acme: Seeded) -> None:
    """By the service, not afterwards."""
    assert (
        len(acme.report("lessons", language="EN"))
        == acme.sql("select count(*) from lesson where language = 'EN' and deleted_at is null")[0][0]
    )


def test_days_bound_the_last_change(acme: Seeded) -> None:
    """Both included; nothing was changed before this year."""
    assert acme.report("lessons", changed_until=date(2025, 12, 31)).empty
    assert len(acme.report("lessons", changed_since=date(2026, 1, 1))) == len(acme.report("lessons"))
