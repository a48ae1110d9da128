"""Reports from the workbench object."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.connect import Workbench
from workbench.errors import InputRejected


@pytest.mark.parametrize(
    "name",
    [
        "recent_items",
        "projects",
        "courses",
        "lessons",
        "members",
        "ledger",
        "credits",
        "runs",
        "coverage",
        "forecast",
        "reconciliation",
    ],
)
def test_each_report_is_a_method(workbench: Workbench, name: str) -> None:
    """It gives the report of its name."""
    assert getattr(workbench.reports, name)().attrs["report"] == name.replace("_", "-")


def test_a_report_is_about_its_room(workbench: Workbench) -> None:
    """The organization's, by name."""
    found = workbench.organizations["My organization"].reports.projects()

    assert set(found["organization"]) == {"My organization"}


def test_organizations_are_named(workbench: Workbench) -> None:
    """One, several or all; one that is not yours is refused."""
    assert workbench.reports.projects(organization="all").equals(
        workbench.reports.projects(organization=["My organization"])
    )
    with pytest.raises(InputRejected, match="Did you mean 'My organization'"):
        workbench.reports.projects(organization="My organisation")


def test_a_parameter_is_read_like_on_the_command_line(workbench: Workbench) -> None:
    """And refused with the nearest."""
    assert workbench.reports.lessons(until="2000-01-01").empty
    with pytest.raises(InputRejected, match="Did you mean 'until'"):
        workbench.reports.lessons(untill="2000-01-01")


def test_runs_of_this_computer_are_handed_in(workbench: Workbench, tmp_path: Path) -> None:
    """Reports read no ledger themselves."""
    workbench.bulk.run(workbench.bulk.plan(["Tides"], language="EN", name=tmp_path.name)).close()

    assert tmp_path.name in set(workbench.reports.runs()["name"])


def test_the_list_tells_columns(workbench: Workbench) -> None:
    """For whoever looks for one."""
    assert list(workbench.reports.list().columns) == ["report", "column", "dtype", "unit", "meaning"]
