"""The report on recent items."""

from __future__ import annotations

from tests.reports.frames import answer_with, answers, in_any_order, plain
from tests.reports.seeded import Seeded
from workbench.reports.recent_items import REPORT, ask, frame
from workbench.reports.scope import Scope


def test_it_has_the_lessons_that_the_store_holds(acme: Seeded) -> None:
    """Every column, of both organizations, without the trash; told by SQL."""
    names = ("organization", "organization_id", "item_type", "title", "language", "lesson_id", "course_id")
    times = ("project_id", "created_at", "updated_at", "created_by")
    stored = acme.sql(
        "select o.name, o.id, 'lesson', l.title, l.language, l.id, l.course_id, l.project_id, l.created_at,"
        " l.updated_at, p.name from lesson l join organization o on o.id = l.organization_id"
        " join person p on p.id = l.created_by where l.deleted_at is null"
    )

    assert in_any_order(plain(acme.report("recent-items"), *names, *times)) == in_any_order(stored)


def test_the_newest_is_first(acme: Seeded) -> None:
    """Organization by organization, as the store sorts them."""
    stored = acme.sql(
        "select l.id from lesson l join organization o on o.id = l.organization_id where deleted_at is null"
        " order by o.name, l.updated_at desc, l.id desc"
    )

    assert plain(acme.report("recent-items"), "lesson_id") == stored


def test_a_field_of_another_service_is_kept() -> None:
    """In `extra`; a field of another kind than expected too."""
    asked = ask(Scope())[0]
    found = frame(answers([answer_with(asked, {"title": "A", "stars": 3, "updatedAt": "yesterday", "language": 7})]))

    assert plain(found, "title", "updated_at", "language", "extra") == [
        ("A", None, None, '{"language": 7, "stars": 3, "updatedAt": "yesterday"}')
    ]


def test_nothing_gives_the_same_columns() -> None:
    """So that what is built on it holds."""
    assert list(frame(answers([])).columns) == [column.name for column in REPORT.columns]
