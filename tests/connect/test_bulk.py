"""Bulk generation from the workbench object."""

from __future__ import annotations

from pathlib import Path

from workbench.connect import Workbench


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
