"""The report on projects."""

from __future__ import annotations

from tests.reports.frames import plain
from tests.reports.seeded import Seeded


def test_counts_are_those_of_the_store(acme: Seeded) -> None:
    """Courses and lessons outside the trash, counted by SQL."""
    stored = acme.sql(
        "select o.name, p.name, (select count(*) from course c where c.project_id = p.id and c.deleted_at is null),"
        " (select count(*) from lesson l where l.project_id = p.id and l.deleted_at is null)"
        " from project p join organization o on o.id = p.organization_id order by 1, 2"
    )

    assert sorted(plain(acme.report("projects"), "organization", "name", "course_count", "lesson_count")) == stored
