"""Tags set by a table, renamed and merged over an organization, and restored where nobody touched them since."""

from __future__ import annotations

import pytest

from tests.changes.acme import Acme
from workbench.changes.planning import plan_changes
from workbench.changes.results import find_change_set, set_records
from workbench.changes.retagging import plan_retagging, plan_tagging
from workbench.changes.row import ChangeVerdict
from workbench.changes.running import ChangeRun
from workbench.changes.undo import undo_changes
from workbench.errors import PlanRejected
from workbench.procedures.course import get_course
from workbench.procedures.course import set_tags as set_course_tags
from workbench.procedures.lesson import rename_lesson, set_tags


def tags(acme: Acme, lesson_id: str) -> list[str] | None:
    """The lesson's tags now."""
    return acme.lesson(lesson_id).tags


def test_a_tag_is_merged_while_others_set_tags_and_put_back(acme: Acme) -> None:
    """What others changed in the meantime is a conflict, what they changed since stays; courses have tags too."""
    ids = acme.lessons(["Tides", "Waves", "Sand"])
    records = [{"lesson_id": id_, "tags": ["Safty", "sea"], "title": f"L{n}"} for n, id_ in enumerate(ids)]
    first = plan_changes(records, acme.ana.client, name="set")
    with ChangeRun(first, acme.ana.client, first.approve(changes=len(first.changes))) as run:
        run.start()
    course_id = acme.lesson(ids[0]).course_id
    acme.ana.call(set_course_tags(course_id=course_id, tags=["safety", "SAFTY"]))
    plan = plan_retagging(["safty", "safe"], "safety", acme.ana.client, name="merged")
    acme.ana.call(set_tags(lesson_id=ids[2], tags=["mine"]))
    acme.ana.call(rename_lesson(lesson_id=ids[1], title="Renamed meanwhile"))
    with ChangeRun(plan, acme.ana.client, plan.approve(changes=4) if plan.needs_approval else None) as run:
        run.start()
    made = {
        record.lesson_id or record.course_id: str(record.state) for record in set_records(find_change_set("merged"))
    }
    assert made == {course_id: "done", ids[0]: "done", ids[1]: "done", ids[2]: "conflict"}
    assert [tags(acme, id_) for id_ in ids] == [["safety", "sea"], ["safety", "sea"], ["mine"]]
    assert acme.ana.call(get_course(course_id=course_id)).tags == ["safety"]

    acme.ana.call(set_tags(lesson_id=ids[1], tags=["later"]))
    result = undo_changes(find_change_set("merged"), acme.ana.client)
    assert (result.undone, len(result.left)) == (2, 1)
    assert [tags(acme, id_) for id_ in ids] == [["Safty", "sea"], ["later"], ["mine"]]
    assert acme.ana.call(get_course(course_id=course_id)).tags == ["safety", "SAFTY"]


def test_what_is_no_tag_is_refused(acme: Acme) -> None:
    """With the reason, before anything is read."""
    with pytest.raises(PlanRejected, match="comma"):
        plan_retagging(["a"], "b, c", acme.ana.client)


def test_a_tag_that_is_renamed_while_it_is_set_is_a_conflict(acme: Acme) -> None:
    """The rename stays; who set it sees both values, and sets it again."""
    (first, second) = acme.lessons(["Tides", "Tides again"])
    acme.ana.call(set_tags(lesson_id=first, tags=["safty"]))
    adding = plan_tagging(acme.ana.client, "tides", add=["Safty", "sea"], name="adding")
    renaming = plan_retagging(["safty"], "safety", acme.ana.client, name="renaming")
    for plan in (renaming, adding):
        with ChangeRun(plan, acme.ana.client) as run:
            run.start()
    made = {record.lesson_id: str(record.state) for record in set_records(find_change_set("adding"))}
    assert made == {first: "conflict", second: "done"}
    assert (tags(acme, first), tags(acme, second)) == (["safety"], ["Safty", "sea"])


def test_a_lesson_with_thirty_tags_is_left_as_it_is(acme: Acme) -> None:
    """The others get the one more."""
    full, other = acme.lessons(["Full of tides", "Tides"])
    acme.ana.call(set_tags(lesson_id=full, tags=[f"tag {number}" for number in range(30)]))
    plan = plan_tagging(acme.ana.client, "tides", add=["sea"])
    found = {row.lesson_id: (row.verdict, row.reason) for row in plan.rows}
    assert found[full] == (ChangeVerdict.NOT_ALLOWED, "there are 31 tags; at most 30 are allowed")
    assert [row.lesson_id for row in plan.changes] == [other]
