"""Present states and rows by hand, for the pure rules of change sets."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from workbench.authoring.block import Block
from workbench.changes.cells import read_cells
from workbench.changes.comparison import compare
from workbench.changes.plan import ChangePlan
from workbench.changes.present import PresentCourse, PresentLesson, PresentProject, PresentState
from workbench.changes.row import ChangeRow, ChangeTarget, ChangeVerdict

BLOCK = "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa"
TARGET = ChangeTarget("service1", "https://service.test", "org1", "ada")


def state(**changed: Any) -> PresentState:
    """Two lessons in the course Sea, one in the public course Shore, in two projects."""
    block = Block(id=BLOCK, type="text", content={"markdown": "The moon pulls."})
    lessons = [
        PresentLesson("l1", "Tides", "c1", "EN", 3, {BLOCK: block}),
        PresentLesson("l2", "=Waves", "c1", "EN", 1),
        PresentLesson("l3", "Sand", "c2", "EN", 1),
    ]
    courses = [PresentCourse("c1", "Sea", "p1", 2, False), PresentCourse("c2", "Shore", "p1", 1, True)]
    projects = [PresentProject("p1", "Starter"), PresentProject("p2", "Trade"), PresentProject("p3", "Old", True)]
    values: dict[str, Any] = {
        "lessons": {lesson.lesson_id: lesson for lesson in lessons},
        "courses": {course.course_id: course for course in courses},
        "projects": {project.project_id: project for project in projects},
    }
    return PresentState(**{**values, **changed})


def rows_for(*records: dict[str, Any], present: PresentState | None = None) -> tuple[ChangeRow, ...]:
    """The rows of a table of records against the present state."""
    return compare(read_cells(list(records)), present or state()).rows


def verdicts(*records: dict[str, Any], present: PresentState | None = None) -> list[ChangeVerdict]:
    """The verdicts of a table of records."""
    return [row.verdict for row in rows_for(*records, present=present)]


def plan_of(*rows: ChangeRow, name: str = "a set", read_at: int = 1) -> ChangePlan:
    """A plan of rows, at a place of tests."""
    return ChangePlan(name, "table", TARGET, rows, (), read_at)


def renamed(number: int, title: str = "New") -> ChangeRow:
    """A row that gives a lesson another title."""
    return ChangeRow(
        line=number,
        verdict=ChangeVerdict.CHANGE,
        lesson_id=f"l{number}",
        field="title",
        before="Old",
        after=title,
        base_revision=1,
        lesson_title="Old",
        course_title="Old",
    )


def many(count: int) -> PresentState:
    """So many lessons in the course c1, none in the public course c2."""
    ids = {f"l{index}": index for index in range(1, count + 1)}
    return PresentState(
        {key: PresentLesson(key, f"Title {place}", "c1", "EN", 1, position=place) for key, place in ids.items()},
        {"c1": PresentCourse("c1", "Sea", "p1", count, False, 1), "c2": PresentCourse("c2", "Shore", "p1", 0, True, 1)},
        {"p1": PresentProject("p1", "Starter")},
        orders={"c1": ids, "c2": {}},
    )


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of Python it takes; a loop counts each of its rounds."""
    lines = 0

    def count(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return lines
