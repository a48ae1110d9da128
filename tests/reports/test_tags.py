"""The report on tags."""

from __future__ import annotations

from tests.reports.frames import answer_with, answers, plain
from workbench.reports.catalogue import REPORTS
from workbench.reports.scope import Scope
from workbench.reports.tables.figures import figures
from workbench.reports.tags import COLUMNS, ask, frame


def test_each_tag_has_a_row() -> None:
    """In the order of the answer."""
    (call,) = ask(Scope())
    found = frame(answers([answer_with(call, {"tag": "sea", "lessonCount": 2, "courseCount": 0})]))

    assert plain(found, "tag", "lesson_count", "course_count") == [("sea", 2, 0)]
    assert [figure.shown for figure in figures(found, REPORTS["tags"].figures)] == [
        "1"
    ]  # a lesson with two tags would be counted twice


def test_without_tags_the_columns_are_the_same() -> None:
    """And nothing is missing."""
    (call,) = ask(Scope())

    assert list(frame(answers([answer_with(call)])).columns) == [column.name for column in COLUMNS]
