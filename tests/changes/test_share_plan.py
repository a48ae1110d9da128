"""Links of many courses changed by a table: planned, made, and restored where nobody touched them since."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.changes.acme import Acme
from workbench.changes.results import find_change_set, set_records
from workbench.changes.running import ChangeRun
from workbench.changes.share_plan import plan_share_settings
from workbench.changes.undo import preview_undo_changes, undo_changes
from workbench.errors import PlanRejected
from workbench.procedures.course import (
    create_course,
    get_share_settings,
    set_course_sharing,
    set_share_settings,
)
from workbench.procedures.sharing import ShareSettings


def courses(acme: Acme, count: int) -> list[str]:
    """The ids of new courses."""
    return [acme.ana.call(create_course(title=f"Course {index}")).course_id for index in range(count)]


def settings(acme: Acme, course_id: str) -> ShareSettings:
    """The settings of the course's link now."""
    return acme.ana.call(get_share_settings(course_id=course_id))


def made(acme: Acme, records: list[dict[str, Any]], name: str = "links") -> None:
    """Plans the table and carries it out."""
    plan = plan_share_settings(records, acme.ana.client, name=name)
    with ChangeRun(plan, acme.ana.client, plan.approve(changes=len(plan.changes))) as run:
        run.start()


def test_many_links_are_changed_and_put_back(acme: Acme) -> None:
    """All settings of a course are one call; what somebody changed since stays."""
    first, second = courses(acme, 2)
    table = {"expires": "2099-12-31", "embed_origins": "https://a.example", "indexing": "yes"}
    made(acme, [{"course_id": course_id, **table} for course_id in (first, second)])
    done = settings(acme, first)
    acme.ana.call(set_share_settings(course_id=second, expires_at="2098-12-31"))
    result = undo_changes(find_change_set("links"), acme.ana.client)

    assert (done.expires_at, done.embed_origins, done.indexing) == (
        datetime(2100, 1, 1, tzinfo=UTC),
        ["https://a.example"],
        True,
    )
    assert (result.undone, [change.value_now for change in result.left]) == (5, ["2098-12-31"])
    back = settings(acme, first)
    assert (back.expires_at, back.embed_origins, back.indexing) == (None, None, False)
    assert settings(acme, second).indexing is False


def test_a_public_courses_link_is_changed_after_an_approval(acme: Acme) -> None:
    """Learners see its change immediately; the preview of the undo says what would go back."""
    course_id = acme.lesson(acme.lessons(["Tides"])[0]).course_id
    acme.ana.call(set_course_sharing(course_id=course_id, is_public=True, confirm_open_places=True))
    plan = plan_share_settings([{"course_id": course_id, "expires": "2099-12-31"}], acme.ana.client, name="links")

    assert (plan.needs_approval, plan.public_changes) == (True, 1)
    made(acme, [{"course_id": course_id, "expires": "2099-12-31"}])
    assert len(preview_undo_changes(find_change_set("links"), acme.ana.client).back) == 1


def test_a_link_that_somebody_changed_meanwhile_is_a_conflict(acme: Acme) -> None:
    """With the value that it has by then."""
    (course_id,) = courses(acme, 1)
    plan = plan_share_settings([{"course_id": course_id, "expires": "2099-12-31"}], acme.ana.client, name="links")
    acme.ana.call(set_share_settings(course_id=course_id, expires_at="2098-12-31"))
    with ChangeRun(plan, acme.ana.client) as run:
        run.start()
    (record,) = set_records(find_change_set("links"))

    assert str(record.state) == "conflict"
    assert "2098-12-31" in record.message


def test_lines_that_cannot_be_changed_say_why(acme: Acme) -> None:
    """An empty cell leaves a setting as it is, and a table without a change changes nothing."""
    (course_id,) = courses(acme, 1)
    records: list[dict[str, Any]] = [
        {"course_id": course_id, "expires": None, "indexing": "no"},
        {"course_id": course_id, "expires": "2099-12-31", "indexing": None},
        {"course_id": "none", "expires": "2099-12-31", "indexing": None},
        {"course_id": "", "expires": "2099-12-31", "indexing": None},
    ]
    plan = plan_share_settings(records, acme.ana.client)

    assert [str(row.verdict) for row in plan.rows] == ["unchanged", "doubled", "name unknown", "name unknown"]
    odd = plan_share_settings([{"course_id": course_id, "embed_origins": "https://*"}], acme.ana.client)
    assert [(str(row.verdict), "wildcard" in row.reason) for row in odd.rows] == [("not allowed", True)]


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ([{"lesson_id": "x", "expires": "never"}], "no column `course_id`"),
        ([{"course_id": "x", "title": "y"}], "needs a column to change"),
        ([{"course_id": "x", "expires": "never", "expires_at": "never"}], "Several columns"),
    ],
)
def test_a_table_without_what_is_needed_is_refused(acme: Acme, table: list[dict[str, Any]], why: str) -> None:
    """Before anything is read."""
    with pytest.raises(PlanRejected, match=why):
        plan_share_settings(table, acme.ana.client)
