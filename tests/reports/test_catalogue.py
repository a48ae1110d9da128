"""Reports are found by name."""

from __future__ import annotations

import pytest

from tests.reports.frames import answers
from workbench.errors import InputRejected
from workbench.reports.catalogue import REPORTS, find_report


def test_the_reports_are_these() -> None:
    """Names are a promise."""
    assert list(REPORTS) == [
        *("recent-items", "projects", "courses", "lessons", "tags", "members", "ledger", "credits", "runs", "coverage"),
        *("findings", "duplicates", "forecast", "monthly-forecast", "reconciliation", "audit"),
    ]


@pytest.mark.parametrize("name", REPORTS)
def test_an_empty_answer_has_the_same_columns_and_dtypes(name: str) -> None:
    """Whatever was told."""
    report = REPORTS[name]
    found = report.frame(answers([]))

    assert [(each, str(found[each].dtype)) for each in found.columns] == [
        (each.name, f"{each.dtype}[pyarrow]") for each in report.columns
    ]


@pytest.mark.parametrize("name", REPORTS)
def test_every_column_is_explained(name: str) -> None:
    """In a sentence."""
    assert [each.name for each in REPORTS[name].columns if not each.meaning.endswith(".")] == []


def test_a_python_name_finds_its_report() -> None:
    """`recent_items` is what can be written after a dot."""
    assert find_report("recent_items") is REPORTS["recent-items"]


def test_an_unknown_name_suggests_the_nearest() -> None:
    """Or lists all."""
    with pytest.raises(InputRejected, match="Did you mean 'lessons'"):
        find_report("lesson")
    with pytest.raises(InputRejected, match="recent-items, projects"):
        find_report("xyz")
