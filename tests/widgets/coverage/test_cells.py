"""The report on coverage as a table of courses by languages."""

from __future__ import annotations

from typing import Any

import pandas

from workbench.columns import arrow_frame, arrow_table
from workbench.reports.coverage import COLUMNS
from workbench.widgets.coverage.cells import CourseCell, course_lines, lessons_in_cells


def report(*rows: dict[str, Any]) -> pandas.DataFrame:
    """A report of one organization with these rows; what is not said of one is missing."""
    given = [{"organization": "Acme", "organization_id": "o", "lessons": 1, **given_row} for given_row in rows]
    return arrow_frame(COLUMNS, arrow_table(COLUMNS, given))


def row(topic: str, language: str, state: str, **more: Any) -> dict[str, Any]:
    """A lesson of the course of the sea, in a language."""
    lesson_id = None if state == "missing" else f"{topic} in {language}"
    of = {"source_lesson_id": f"{topic} in EN", "course_id": "sea", "course": "The sea", "lesson_id": lesson_id}
    return {"topic": topic, "language": language, "state": state, **of, **more}


SEA = (
    row("Tides", "EN", "there", tie="source"),
    row("Tides", "FR", "stale", tie="translation", stale_blocks=2),
    row("Waves", "EN", "there"),
    row("Waves", "FR", "missing"),
)


def test_a_course_is_a_line_with_a_cell_for_each_language() -> None:
    """Also for one that no lesson of it is in."""
    (line,) = course_lines(report(*SEA), ["EN", "FR", "IT"])

    assert (line.course_id, line.title) == ("sea", "The sea")
    assert line.cells == (CourseCell(2, 2, 0, 0, 0), CourseCell(2, 0, 0, 1, 1), CourseCell())


def test_courses_stand_by_title_and_those_without_a_source_last() -> None:
    """What nothing can be translated from counts as no lesson to make."""
    orphan = row("Kites", "FR", "missing", course_id=None, course=None, source_lesson_id=None)
    lines = course_lines(
        report(*SEA, row("Sails", "EN", "there", course_id="air", course="aloft"), orphan), ["EN", "FR"]
    )

    assert [line.title for line in lines] == ["aloft", "The sea", ""]
    assert lines[-1].cells[1].missing == 0


def test_the_lessons_of_cells_begin_with_what_is_stale() -> None:
    """Then what is missing; those of other cells are not among them."""
    found = lessons_in_cells(report(*SEA), {"sea FR"})

    assert [(lesson.topic, lesson.state, lesson.lesson_id) for lesson in found] == [
        ("Tides", "stale", "Tides in FR"),
        ("Waves", "missing", None),
    ]
    assert found[1].source_id == "Waves in EN"


def test_an_empty_report_has_no_lines() -> None:
    """And no lessons."""
    assert (course_lines(report(), []), lessons_in_cells(report(), {"sea FR"})) == ([], [])
