"""Two dates of a report are compared row by row."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reports.frames import plain
from workbench.columns import arrow_frame, arrow_table
from workbench.errors import InputRejected
from workbench.reports.catalogue import REPORTS
from workbench.reports.lessons import COLUMNS
from workbench.reports.report import Report
from workbench.reports.snapshots.comparison import compare_frames


def lessons(*rows: dict[str, Any]) -> Any:
    """A lessons report."""
    return arrow_frame(COLUMNS, arrow_table(COLUMNS, rows))


A = {"lesson_id": "a", "title": "A", "project_id": "p", "project": "P", "revision": 1}


@pytest.mark.parametrize(
    "report", [report for report in REPORTS.values() if report.key], ids=lambda report: report.name
)
def test_rows_of_every_report_with_a_key_are_told_apart(report: Report) -> None:
    """A row that is new is one difference, under its key."""
    rows = [{name: f"{name} {number}" for name in report.key} for number in (1, 2)]
    before, after = (arrow_frame(report.columns, arrow_table(report.columns, some)) for some in (rows[:1], rows))
    found = compare_frames(report.name, before, after)

    assert plain(found, "change", "id") == [("new", ":".join(rows[1].values()))]


@pytest.mark.parametrize(
    ("before", "after", "difference"),
    [
        ([], [A], ("new", "a", "A", None, None)),
        ([A], [], ("gone", "a", "A", None, None)),
        ([A], [{**A, "title": "B"}], ("changed", "a", "B", ["title"], '{"title": "A"}')),
        ([A], [{**A, "project_id": "q"}], ("moved", "a", "A", ["project_id"], '{"project_id": "p"}')),
        ([A], [{**A, "topic": "T"}], ("changed", "a", "A", ["topic"], '{"topic": ""}')),
        (
            [{**A, "tags": ["ebb", "sea"]}, {"lesson_id": "b", "tags": ["ebb", "sea"]}],
            [{**A, "tags": ["ebb"]}, {"lesson_id": "b", "tags": ["ebb", "sea"]}],
            ("changed", "a", "A", ["tags"], '{"tags": "ebb, sea"}'),
        ),
    ],
)
def test_each_difference_is_a_row(before: list[Any], after: list[Any], difference: tuple[Any, ...]) -> None:
    """With what was there before."""
    found = compare_frames("lessons", lessons(*before), lessons(*after))

    assert plain(found, "change", "id", "name", "columns", "before") == [difference]


def test_what_is_the_same_is_no_row() -> None:
    """A project that was renamed changes no lesson."""
    assert compare_frames("lessons", lessons(A), lessons({**A, "project": "Q"})).empty


def test_a_report_without_ids_is_refused() -> None:
    """There is nothing to compare by."""
    with pytest.raises(InputRejected, match="These have: projects"):
        compare_frames("credits", lessons(), lessons())
