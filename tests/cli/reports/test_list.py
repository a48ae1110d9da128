"""`workbench reports list`: which there are."""

from __future__ import annotations

import json

from tests.own_service import command
from workbench.reports import REPORTS


def test_every_report_is_listed_with_its_columns() -> None:
    """Without asking any service."""
    said = command("reports").stdout

    assert [line.partition(":")[0] for line in said.splitlines() if not line.startswith(" ")] == list(REPORTS)


def test_one_is_explained() -> None:
    """Columns with meaning, parameters with kind."""
    said = command("reports", "coverage").stdout

    assert "Days between that and the last change in any language." in said
    assert "stale_days" in said


def test_programs_get_all_of_it() -> None:
    """In JSON."""
    told = json.loads(command("reports", "--json").stdout)

    assert [report["report"] for report in told] == list(REPORTS)
    assert told[0]["columns"][0] == {
        "key": "organization", "name": "organization", "dtype": "string", "unit": "",
        "meaning": "Name of the organization.",
    }  # fmt: skip


def test_a_spreadsheet_gets_a_line_for_each_column() -> None:
    """Of the report that is named."""
    lines = command("reports", "coverage", "--output", "csv").stdout.splitlines()

    assert lines[0] == "report,name,dtype,unit,meaning"
    assert len(lines) == 1 + len(REPORTS["coverage"].columns)
