"""The report on projects."""

from __future__ import annotations

from tests.reports.frames import in_any_order, plain
from tests.reports.seeded import Seeded

NAMES = (
    "organization",
    "name",
    "project_id",
    "is_favorite",
    "is_archived",
    "course_count",
    "lesson_count",
    "updated_at",
)
STORED = (
    "select o.name, p.name, p.id, exists (select 1 from favorite f join person w on w.id = f.person_id where"
    " f.project_id = p.id and w.email = 'ana@example.org'), p.archived_at is not null,"
    " (select count(*) from course c where c.project_id = p.id and c.deleted_at is null),"
    " (select count(*) from lesson l where l.project_id = p.id and l.deleted_at is null),"
    " (select max(t.at) from (select p.updated_at as at union all select c.updated_at from course c"
    " where c.project_id = p.id"
    " and c.deleted_at is null) t)"
    " from project p join organization o on o.id = p.organization_id"
)


def test_counts_are_those_of_the_store(acme: Seeded) -> None:
    """Courses and lessons outside the trash, marks of the person, the last change inside; told by SQL."""
    found = plain(acme.report("projects", include_archived=True), *NAMES)

    assert in_any_order(found) == in_any_order(acme.sql(STORED))


def test_what_was_put_away_is_asked_for(acme: Seeded) -> None:
    """And is otherwise not shown."""
    found = plain(acme.report("projects"), *NAMES)

    assert in_any_order(found) == in_any_order(acme.sql(f"{STORED} where p.archived_at is null"))
