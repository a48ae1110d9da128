"""Order of a run's lessons in their courses, compared with the list. Functions over one unit of work.

Source: ours (bulk).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CourseLesson:
    """A lesson of a run, in a course. `is_placed`: it was put in its place once; people may have moved it since."""

    row_id: int
    lesson_id: str
    is_placed: bool = False


def unordered_courses(db: sqlite3.Connection, run_id: int) -> dict[str, list[CourseLesson]]:
    """Return the courses with a run's lesson not yet in its place, with all lessons of the run in each.

    The lessons are in the list's order, keyed by the course's id. Lessons that are in doubt or were undone are
    left out.
    """
    courses: dict[str, list[CourseLesson]] = {}
    for course_id, row_id, lesson_id, is_placed in db.execute(
        "select json_extract(destination, '$.courseId'), id, lesson_id, is_placed from row where run_id = ?"
        " and state = 'done' and lesson_id is not null and coalesce(code, '') <> 'UNDONE'"
        " and json_extract(destination, '$.courseId') is not null order by position, id",
        (run_id,),
    ):
        courses.setdefault(course_id, []).append(CourseLesson(row_id, lesson_id, bool(is_placed)))
    return {course: lessons for course, lessons in courses.items() if not all(lesson.is_placed for lesson in lessons)}


def mark_placed(db: sqlite3.Connection, lessons: Iterable[CourseLesson]) -> None:
    """These lessons were put in their places."""
    db.executemany("update row set is_placed = 1 where id = ?", ((lesson.row_id,) for lesson in lessons))
