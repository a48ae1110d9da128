"""Each report is a method of the room."""

from __future__ import annotations

import pytest

from workbench.api.workbench import Workbench
from workbench.reports import REPORTS


@pytest.mark.parametrize("name", [each.replace("-", "_") for each in REPORTS])
def test_each_report_is_a_method(workbench: Workbench, name: str) -> None:
    """It gives the report of its name; one that is added is asked for here."""
    assert getattr(workbench.reports, name)().attrs["report"] == name.replace("_", "-")
