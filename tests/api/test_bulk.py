"""Bulk generation from the workbench object."""

from __future__ import annotations

from dataclasses import fields
from inspect import signature
from pathlib import Path

from workbench.api.bulk import Bulk
from workbench.api.workbench import Workbench
from workbench.bulk.lesson_options import OPTION_COLUMNS
from workbench.bulk.planning.planner import PlanOptions, PlanTarget, plan_topics
from workbench.bulk.reading.csv_text import Form
from workbench.bulk.reading.sources import ReadOptions
from workbench.bulk.reading.topic_columns import ColumnMapping


def test_a_plan_is_made_for_the_organization_of_its_room(workbench: Workbench) -> None:
    """Whatever is selected in the meantime."""
    room = workbench.organizations["My organization"]

    assert room.bulk.plan(["Cranes"], language="EN").place.organization_id == room.organization_id


def test_a_run_is_waited_for(workbench: Workbench, tmp_path: Path) -> None:
    """The cell ends when the lessons are there."""
    run = workbench.bulk.run(workbench.bulk.plan([f"Kites {tmp_path}", f"Sails {tmp_path}"], language="EN"))

    assert run.progress.counts.done == 2
    run.close()


def test_a_template_is_written(workbench: Workbench, tmp_path: Path) -> None:
    """To be filled in."""
    assert workbench.bulk.template(tmp_path / "topics.csv").exists()


def test_a_plan_is_kept_and_taken_up_again(workbench: Workbench, tmp_path: Path) -> None:
    """Approved elsewhere, it runs as it is."""
    plan = workbench.bulk.plan(["Locks"], language="EN", name=tmp_path.name)

    assert workbench.bulk.load(workbench.bulk.save(plan, tmp_path / "plan.json")) == plan


def test_a_plan_takes_what_planning_takes() -> None:
    """By the same names, those of its records too; client and organization are the workbench's own."""
    of_planning = set(signature(plan_topics).parameters) - {"source", "client", "target", "options"}
    of_target = {"label" if field.name == "person" else field.name for field in fields(PlanTarget)} - {
        "organization_id"
    }
    of_columns = {"template" if field.name == "template" else f"{field.name}_column" for field in fields(ColumnMapping)}
    of_columns = of_columns - {"options_column"} | {"option_columns"}
    of_reading = {field.name for record in (ReadOptions, Form) for field in fields(record)} - {"form"}
    of_options = {field.name for field in fields(PlanOptions)} - {"columns", "reading", "lesson"}
    of_options |= {column.name for column in OPTION_COLUMNS}
    taken = set(signature(Bulk.plan).parameters) - {"self", "topics"}

    assert taken == of_planning | of_target | of_columns | of_reading | of_options
