"""Each report is a method of `wb.reports`."""

from __future__ import annotations

from inspect import signature

import pytest

from workbench.api.reports import Reports
from workbench.api.workbench import Workbench
from workbench.reports import REPORTS
from workbench.reports.report import Report


@pytest.mark.parametrize("name", [report.replace("-", "_") for report in REPORTS])
def test_each_report_is_a_method(workbench: Workbench, name: str) -> None:
    """It gives the report of its name; one that is added is requested here."""
    assert getattr(workbench.reports, name)().attrs["report"] == name.replace("_", "-")


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_method_names_the_parameters_of_its_report(report: Report) -> None:
    """In the declaration's order, so that completion and type checkers see them; no other is taken."""
    method = getattr(Reports, report.name.replace("-", "_"))
    named = [parameter for parameter in signature(method).parameters if parameter not in ("self", "organization")]

    assert named == [parameter.name for parameter in report.parameters]
