"""Bulk generation from the workbench object."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields
from inspect import signature
from pathlib import Path

import pytest

from workbench.api.bulk import Bulk
from workbench.api.workbench import Workbench
from workbench.bulk.planning.planner import PlanSize, plan_topics
from workbench.bulk.reading.csv_text import Form
from workbench.bulk.reading.sources import ReadOptions
from workbench.bulk.reading.topic_columns import ColumnMapping
from workbench.errors import PlanRejected
from workbench.procedures.lesson import rename_lesson


def test_a_plan_is_made_for_the_organization_of_its_room(workbench: Workbench) -> None:
    """Whatever is selected meanwhile."""
    room = workbench.organizations["My organization"]

    assert room.bulk.plan(["Cranes"], language="EN").place.organization_id == room.organization_id


def test_a_run_is_waited_for(workbench: Workbench, tmp_path: Path) -> None:
    """The cell ends when the lessons are there."""
    run = workbench.bulk.run(workbench.bulk.plan([f"Kites {tmp_path}", f"Sails {tmp_path}"], language="EN"))

    assert run.progress.counts.done == 2
    run.close()


def test_runs_are_listed(workbench: Workbench, tmp_path: Path) -> None:
    """By name."""
    workbench.bulk.run(workbench.bulk.plan(["Ropes"], language="EN", name=tmp_path.name)).close()

    assert tmp_path.name in [each.name for each in workbench.bulk.runs()]


def test_a_run_is_undone_by_its_name(workbench: Workbench, tmp_path: Path) -> None:
    """Its lessons go into the trash, and nothing is refunded."""
    plan = workbench.bulk.plan([f"Barges {tmp_path}"], language="EN", name=f"undone {tmp_path.name}")
    workbench.bulk.run(plan).close()

    assert workbench.bulk.undo(plan.name, yes=True).trashed == 1


def test_undoing_leaves_what_was_edited(workbench: Workbench, tmp_path: Path) -> None:
    """Until it is said explicitly."""
    plan = workbench.bulk.plan(
        [f"Locks {tmp_path}", f"Weirs {tmp_path}"], language="EN", name=f"edited {tmp_path.name}"
    )
    run = workbench.bulk.run(plan)
    lesson_id = run.rows()[0].lesson_id or ""
    run.close()
    workbench.client.call(rename_lesson(lesson_id=lesson_id, title="By hand"))
    done = workbench.bulk.undo(plan.name, yes=True)

    assert (done.trashed, [each.title for each in done.left]) == (1, ["By hand"])
    assert workbench.bulk.undo(plan.name, include_edited=True, yes=True).trashed == 1


def test_undo_trashed_lessons_without_asking(workbench: Workbench, tmp_path: Path) -> None:
    """Regression: in Python nothing was shown and nobody was asked. Where nobody can be, nothing is changed."""
    plan = workbench.bulk.plan([f"Quays {tmp_path}"], language="EN")
    workbench.bulk.run(plan).close()

    with pytest.raises(PlanRejected, match=r"1 lesson would go into the trash.*yes=True"):
        workbench.bulk.undo(plan.name)
    assert workbench.bulk.undo(plan.name, yes=True).trashed == 1


@pytest.mark.parametrize(("typed", "stays"), [("1", 0), ("", 1), ("yes", 1)])
def test_undo_goes_on_when_the_number_is_typed(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, stays: int
) -> None:
    """As on the command line."""
    plan = workbench.bulk.plan([f"Docks {tmp_path} {typed}"], language="EN")
    workbench.bulk.run(plan).close()
    monkeypatch.setattr("builtins.input", lambda asked: typed)
    with suppress(PlanRejected):
        workbench.bulk.undo(plan.name)
    monkeypatch.undo()

    assert sum(each.topic == plan.rows[0].topic for each in workbench.lessons.iter()) == stays


def test_unnamed_lists_shared_one_run(workbench: Workbench, tmp_path: Path) -> None:
    """Regression: undoing the run of one list trashed the other's lessons."""
    first = workbench.bulk.plan([f"Piers {tmp_path}"], language="EN")
    second = workbench.bulk.plan([f"Buoys {tmp_path}"], language="EN")
    for plan in (first, second):
        workbench.bulk.run(plan).close()

    assert first.name != second.name
    assert workbench.bulk.undo(second.name, yes=True).trashed == 1


def test_a_name_that_is_nobodys_undoes_nothing(workbench: Workbench) -> None:
    """Before anything is sent."""
    with pytest.raises(PlanRejected, match="0 runs"):
        workbench.bulk.undo("never begun")


def test_a_template_is_written(workbench: Workbench, tmp_path: Path) -> None:
    """To be filled in."""
    assert workbench.bulk.template(tmp_path / "topics.csv").exists()


def test_a_plan_is_kept_and_taken_up_again(workbench: Workbench, tmp_path: Path) -> None:
    """Approved elsewhere, it runs as it is."""
    plan = workbench.bulk.plan(["Locks"], language="EN", name=tmp_path.name)

    assert workbench.bulk.load(workbench.bulk.save(plan, tmp_path / "plan.json")) == plan


def test_a_plan_takes_what_planning_takes() -> None:
    """By the same names, those of its records too; client and organization are the workbench's own."""
    of_planning = set(signature(plan_topics).parameters) - {"source", "client", "organization_id"}
    of_columns = {"template" if each.name == "template" else f"{each.name}_column" for each in fields(ColumnMapping)}
    of_reading = {each.name for record in (ReadOptions, Form) for each in fields(record)} - {"form"}
    of_size = {each.name for each in fields(PlanSize)}
    taken = set(signature(Bulk.plan).parameters) - {"self", "topics"}

    assert taken == of_planning - {"columns", "reading", "size"} | of_columns | of_reading | of_size
