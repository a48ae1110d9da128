"""Reports are found by name."""

from __future__ import annotations

import pytest

from tests.printed import TABLES, filled
from tests.reports.frames import answers, dtype_name, plain
from workbench.columns import FLAG, INTEGER, MOMENT, TEXT
from workbench.errors import InputRejected
from workbench.reports.catalogue import REPORTS, dictionary, find_report


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

    assert [(column, str(found[column].dtype)) for column in found.columns] == [
        (column.name, dtype_name(column.dtype)) for column in report.columns
    ]


@pytest.mark.parametrize("name", REPORTS)
def test_key_and_figures_are_columns(name: str) -> None:
    """Each figure of a column that can be counted so."""
    report = REPORTS[name]
    dtypes = {column.name: column.dtype for column in report.columns}
    countable = {"sum": {INTEGER}, "true": {FLAG}, "distinct": {TEXT}, "values": {TEXT}, "last": {MOMENT}}

    assert set(report.key) <= dtypes.keys()
    assert [figure for figure in report.figures if dtypes[figure.column] not in countable[figure.how]] == []
    assert all(figure.what for figure in report.figures if figure.how != "values")


NAMED = {name: f"{name}_id" for name in ("organization", "project", "course", "created_by")} | {
    "person_name": "person_id"
}


@pytest.mark.parametrize("name", [name for name in REPORTS if name != "runs"])  # journals keep the organization's name
def test_what_is_named_has_its_id_too(name: str) -> None:
    """Names may be alike, and only an id groups rows."""
    columns = {column.name for column in REPORTS[name].columns}

    assert {id_ for named, id_ in NAMED.items() if named in columns} <= columns


@pytest.mark.parametrize("name", [name for name, report in REPORTS.items() if report.chart])
def test_a_chart_of_an_empty_report_says_so(name: str) -> None:
    """In its sentence."""
    report = REPORTS[name]
    assert report.chart is not None
    assert report.chart(report.frame(answers([]))).text


def test_the_guide_has_the_reports() -> None:
    """As `make docs` prints them."""
    page = TABLES["reports"][0].read_text("utf-8")
    assert filled("reports", page) == page


@pytest.mark.parametrize("name", REPORTS)
def test_every_column_is_explained(name: str) -> None:
    """In a sentence."""
    assert [column.name for column in REPORTS[name].columns if not column.meaning.endswith(".")] == []


def test_a_python_name_finds_its_report() -> None:
    """`recent_items` is what can be written after a dot."""
    assert find_report("recent_items") is REPORTS["recent-items"]


def test_an_unknown_name_suggests_the_nearest() -> None:
    """Or lists all."""
    with pytest.raises(InputRejected, match="Did you mean 'lessons'"):
        find_report("lesson")
    with pytest.raises(InputRejected, match="recent-items, projects"):
        find_report("xyz")


def test_every_column_of_every_report_is_told() -> None:
    """In the reports' order."""
    assert plain(dictionary(), "report", "column") == [
        (name, column.name) for name, report in REPORTS.items() for column in report.columns
    ]


def test_one_report_can_be_told_alone() -> None:
    """As a file of it does."""
    assert set(dictionary([REPORTS["runs"]])["report"]) == {"runs"}
