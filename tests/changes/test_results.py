"""What people read of change sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.changes.acme import Acme
from workbench.changes.planning import plan_changes
from workbench.changes.results import change_frame, find_change_set, find_change_sets, set_records, sets_frame
from workbench.changes.running import ChangeRun
from workbench.errors import PlanRejected


def test_sets_are_listed_with_their_states(acme: Acme) -> None:
    """As a DataFrame, and their rows as another."""
    (lesson_id,) = acme.lessons(["Tides"])
    plan = plan_changes([{"lesson_id": lesson_id, "title": "=1+1"}], acme.ana.client, name="formula")
    with ChangeRun(plan, acme.ana.client) as run:
        run.start()
    found = find_change_set("formula")
    frame = change_frame(set_records(found))

    assert sets_frame(find_change_sets())[["name", "rows", "done"]].values.tolist() == [["formula", 1, 1]]
    assert frame.loc[0, ["before", "after", "state"]].tolist() == ["Tides", "=1+1", "done"]


def test_changes_that_are_listed_name_courses_as_their_plan_did(acme: Acme) -> None:
    """By their titles, not ids, also after the set was read again."""
    sea, (lesson_id,) = acme.course("Sea", ["Tides"])
    land, _ = acme.course("Land", ["Roads"])
    plan = plan_changes([{"lesson_id": lesson_id, "course_id": land}], acme.ana.client, name="moved")
    with ChangeRun(plan, acme.ana.client) as run:
        run.start()
    records = [record for record in set_records(find_change_set("moved")) if record.before == sea]
    planned = [change for change in plan.changes if change.before == sea]

    assert [(record.before, record.after) for record in records] == [(sea, land)]
    assert [(record.shown_before, record.shown_after) for record in records] == [("Sea", "Land")]
    assert [(planned_change.shown_before, planned_change.shown_after) for planned_change in planned] == [
        ("Sea", "Land")
    ]


def test_without_sets_the_columns_are_the_same(tmp_path: Path) -> None:
    """Of both tables."""
    assert sets_frame(find_change_sets(tmp_path)).shape == (0, 10)
    assert change_frame([]).shape[0] == 0


def test_a_set_that_is_not_there_is_said(tmp_path: Path) -> None:
    """With where the others are."""
    with pytest.raises(PlanRejected, match="There is no change set named 'x'"):
        find_change_set("x", tmp_path)
