"""Lessons without a file: told, and put into the trash only where that is requested."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.changes.folders.conftest import Exported
from workbench.changes.results import find_change_set
from workbench.changes.row import ChangeVerdict
from workbench.changes.undo import undo_changes
from workbench.errors import PlanRejected
from workbench.procedures.lesson import create_lesson


def test_a_missing_lesson_stays_unless_it_is_to_go(exported: Exported) -> None:
    """Approved by a number of its own, undone as everything is, in its old place."""
    before = exported.acme.order(exported.course_id)
    exported.file(1).unlink()
    kept, plan = exported.plan(), exported.plan(delete=True)

    assert kept.changes == ()
    assert "“Waves”. (--delete moves them to the trash.)" in " ".join(kept.notes)
    assert [(row.lesson_id, row.field, row.reason) for row in plan.changes] == [
        (exported.lesson_ids[1], "trash", "its file is missing")
    ]
    with pytest.raises(PlanRejected, match="trash=1"):
        plan.approve(changes=1)
    exported.run(plan)
    assert exported.acme.order(exported.course_id) == [before[0], before[2]]
    assert exported.plan(delete=True).changes == ()
    undo_changes(find_change_set(plan.name), exported.acme.ana.client)
    assert exported.acme.order(exported.course_id) == before


def test_what_others_made_or_edited_since_does_not_go(exported: Exported) -> None:
    """A lesson that was never in the folder, and one that has another revision now."""
    exported.acme.ana.call(create_lesson(title="Theirs", language="EN", course_id=exported.course_id))
    exported.file(0).unlink()
    exported.acme.rename(exported.lesson_ids[0], "Ebb")
    plan = exported.plan(delete=True)

    assert plan.changes == ()
    [row] = [row for row in plan.rows if row.field == "trash"]
    assert (row.verdict, row.lesson_id) == (ChangeVerdict.CONFLICT, exported.lesson_ids[0])
    assert "revision 1 then, 2 now" in row.reason


def test_nothing_goes_from_a_course_with_a_file_that_cannot_be_read(exported: Exported) -> None:
    """The lesson may be in that file; and a link is not followed, so it may be behind that."""
    exported.file(1).write_bytes(b"\xff\xfe\x00")
    exported.file(2).rename(exported.folder / "sand.md")
    (exported.folder / "sea" / "03-sand.md").symlink_to(exported.folder / "sand.md")
    plan = exported.plan(delete=True)

    assert plan.changes == ()
    assert "A file of the course was not read" in " ".join(plan.notes)


def test_lessons_that_go_and_an_order_go_together(exported: Exported) -> None:
    """One file is gone, the others change places: one set, undone as one."""
    first, second, third = exported.lesson_ids
    exported.file(1).unlink()
    exported.file(1).rename(exported.folder / "sea" / "00-first.md")
    plan = exported.plan(delete=True)
    exported.run(plan)

    assert exported.acme.order(exported.course_id) == [third, first]
    undo_changes(find_change_set(plan.name), exported.acme.ana.client)
    assert exported.acme.order(exported.course_id) == [first, second, third]


def test_learners_see_at_once_what_goes(exported: Exported) -> None:
    """Of a public course: it is counted for the approval."""
    exported.acme.share(exported.course_id)
    exported.file(1).unlink()
    plan = exported.plan(delete=True)

    assert plan.public_changes == 1
    assert replace(plan, rows=()).public_changes == 0
