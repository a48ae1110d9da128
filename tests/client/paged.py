"""A service with long lists, at the seam of a client: pages of what was asked for, and a cursor to go on."""

from __future__ import annotations

from typing import Any

from tests.bulk.fake_service import lesson_summary
from workbench.procedures.course import Course, ListCoursesOutput
from workbench.procedures.lesson import ListLessonsOutput


class Paged:
    """Has so many courses and lessons."""

    def __init__(self, count: int) -> None:
        self.count = count

    def call(self, call: Any) -> ListCoursesOutput | ListLessonsOutput:
        """A page."""
        start = int(call.input.cursor or 0)
        end = min(self.count, start + call.input.limit)
        more = {"total": self.count, "next_cursor": str(end) if end < self.count else None}
        if call.name.endswith("listCourses"):
            return ListCoursesOutput(courses=[_course(number) for number in range(start, end)], **more)
        return ListLessonsOutput(
            lessons=[lesson_summary(f"l{number}", "Bread", None) for number in range(start, end)], **more
        )


def _course(number: int) -> Course:
    return Course.model_construct(course_id=f"c{number}", title="Baking")
