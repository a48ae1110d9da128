"""A service with long lists, at the seam of a client: pages of what was requested, and a cursor to continue."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.bulk.fake_service import course, lesson_summary
from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.course import ListCoursesOutput
from workbench.procedures.lesson import ListLessonsOutput
from workbench.procedures.organization import ListProjectsOutput


class Paged:
    """Has so many courses and lessons, and no project; counts the pages that were read."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pages = 0

    def capabilities(self) -> Any:
        """It has everything, and nothing has a price."""
        return SimpleNamespace(procedures=list(CATALOGUE), prices=[], writer=SimpleNamespace(is_ai=False))

    def outcomes(self, *calls: Any) -> tuple[Any, ...]:
        """A page for each."""
        return tuple(map(self.call, calls))

    def call(self, call: Any) -> ListCoursesOutput | ListLessonsOutput | ListProjectsOutput:
        """A page."""
        if call.name.endswith("Projects"):
            return ListProjectsOutput(projects=[])
        self.pages += 1
        start = int(call.input.cursor or 0)
        end = min(self.count, start + call.input.limit)
        more = {"total": self.count, "next_cursor": str(end) if end < self.count else None}
        if call.name.endswith("listCourses"):
            courses = [course(f"c{number}", "Baking", lesson_count=1) for number in range(start, end)]
            return ListCoursesOutput(courses=courses, **more)
        return ListLessonsOutput(
            lessons=[lesson_summary(f"l{number}", "Bread", None) for number in range(start, end)], **more
        )
