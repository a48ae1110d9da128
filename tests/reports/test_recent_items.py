"""The report on recent items."""

from __future__ import annotations

from tests.reports.frames import answers, plain, told
from tests.reports.seeded import Seeded
from workbench.reports.recent_items import REPORT, ask, frame
from workbench.reports.scope import Scope


def test_it_has_the_lessons_that_the_store_holds(acme: Seeded) -> None:
    """Newest first, of both organizations, without the trash; counted by SQL."""
    found = acme.report("recent-items")
    stored = acme.sql(
        "select id, title, updated_at from lesson where deleted_at is null order by updated_at desc, id desc"
    )
    lessons = found[found["item_type"] == "lesson"]

    assert sorted(plain(lessons, "lesson_id", "title", "updated_at")) == sorted(stored)


def test_a_field_of_another_service_is_kept() -> None:
    """In `extra`; a field of another kind than expected too."""
    asked = ask(Scope())[0]
    found = frame(answers([told(asked, {"title": "A", "stars": 3, "updatedAt": "yesterday", "language": 7})]))

    assert plain(found, "title", "updated_at", "language", "extra") == [
        ("A", None, None, '{"language": 7, "stars": 3, "updatedAt": "yesterday"}')
    ]


def test_nothing_gives_the_same_columns() -> None:
    """So that what is built on it holds."""
    assert list(frame(answers([])).columns) == [each.name for each in REPORT.columns]
