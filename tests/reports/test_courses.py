"""The report on courses and sharing."""

from __future__ import annotations

from tests.reports.frames import plain
from tests.reports.seeded import Seeded

STORED = (
    "select c.title, p.name, c.is_public, (select count(*) from lesson l where l.course_id = c.id and"
    " l.deleted_at is null), c.updated_at from course c join project p on p.id = c.project_id"
)


def test_courses_and_their_sharing_are_those_of_the_store(acme: Seeded) -> None:
    """With the project's name and the number of lessons."""
    found = acme.report("courses")
    stored = acme.sql(f"{STORED} where c.deleted_at is null")

    assert sorted(plain(found, "title", "project", "is_public", "lesson_count", "updated_at")) == sorted(stored)


def test_the_trash_is_asked_for(acme: Seeded) -> None:
    """And is otherwise not shown."""
    assert [row[0] for row in plain(acme.report("courses", in_trash=True), "title")] == [
        title for title, *_ in acme.sql(f"{STORED} where c.deleted_at is not null")
    ]
