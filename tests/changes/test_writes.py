"""Rows to calls."""

from __future__ import annotations

from dataclasses import replace

from tests.changes.states import BLOCK, state
from tests.changes.test_settling import RECORD
from workbench.changes.row import ChangeConditions, PlannedOrder
from workbench.changes.writes import plan_writes


def test_the_rows_of_a_lesson_are_one_write() -> None:
    """With the revision that it is made on, and the course that it is moved from."""
    rows = [
        RECORD,
        replace(RECORD, row_id=2, field="course", before="c1", after="c2"),
        replace(RECORD, row_id=3, field="markdown", block_id=BLOCK, before="The moon pulls.", after="Both pull."),
        replace(RECORD, row_id=4, lesson_id="l2"),
    ]
    first, second = plan_writes(rows, state(), ChangeConditions())
    sent = first.call.wire_input()

    assert isinstance(sent, dict)
    assert (sent["baseRevision"], sent["title"], sent["courseId"], sent["baseCourseId"]) == (3, "Ebb", "c2", "c1")
    assert sent["transactions"][0]["mutations"][0]["content"] == {"markdown": "Both pull."}
    assert [record.row_id for record in first.records] == [1, 2, 3]
    assert second.call.wire_input() == {"lessonId": "l2", "baseRevision": 3, "title": "Ebb"}


def test_the_project_of_a_course_is_a_write_of_its_own() -> None:
    """From the project that it was in."""
    row = replace(RECORD, lesson_id="", course_id="c1", field="project", before="p1", after="p2")

    (written,) = plan_writes([row], None, ChangeConditions())

    assert written.call.wire_input() == {"courseId": "c1", "projectId": "p2", "baseProjectId": "p1"}


def test_the_positions_of_a_course_are_one_write() -> None:
    """On the version of the order that was read."""
    rows = [replace(RECORD, course_id="c1", lesson_id=text, field="position", base_revision=7) for text in ("l1", "l2")]
    conditions = ChangeConditions((PlannedOrder("c1", 7, ("l1", "l2"), ("l2", "l1")),))
    (written,) = plan_writes(rows, None, conditions)

    assert written.call.wire_input() == {"courseId": "c1", "lessonIds": ["l2", "l1"], "baseVersion": 7}
