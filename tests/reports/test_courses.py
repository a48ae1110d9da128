"""The report on courses and sharing."""

from __future__ import annotations

from tests.reports.frames import in_any_order, plain
from tests.reports.seeded import Seeded

NAMES = ("organization", "title", "course_id", "project", "project_id", "is_public", "can_be_shared", "lesson_count")
TIMES = ("created_at", "updated_at", "created_by")
STORED = (
    "select o.name, c.title, c.id, p.name, p.id, c.publication is not null, exists (select 1 from lesson l join block b"
    " on b.lesson_id = l.id where l.course_id = c.id and l.deleted_at is null) and o.status = 'Active'"
    " and not exists (select 1 from lesson l join block b on b.lesson_id = l.id where l.course_id = c.id"
    " and l.deleted_at is null and b.type = 'authorNote'),"
    " (select count(*) from lesson l where l.course_id = c.id and l.deleted_at is null), c.created_at, c.updated_at,"
    " w.name from course c join project p on p.id = c.project_id join organization o on o.id = c.organization_id"
    " left join person w on w.id = c.created_by"
)


def test_courses_and_their_sharing_are_those_of_the_store(acme: Seeded) -> None:
    """Every column; the link ends with the course's id."""
    found = acme.report("courses")
    stored = acme.sql(f"{STORED} where c.deleted_at is null")

    assert in_any_order(plain(found, *NAMES, *TIMES)) == in_any_order(stored)
    assert [url.rpartition("/s/")[2] for url in found["share_url"]] == list(found["course_id"])


def test_the_trash_is_asked_for(acme: Seeded) -> None:
    """And is otherwise not shown."""
    stored = acme.sql("select title from course where deleted_at is not null")

    assert plain(acme.report("courses", in_trash=True), "title") == stored


def test_public_courses_say_whether_they_differ_from_what_learners_see(acme: Seeded) -> None:
    """Private ones say nothing."""
    found = acme.report("courses")

    assert list(found["has_unpublished_changes"].notna()) == list(found["is_public"])
