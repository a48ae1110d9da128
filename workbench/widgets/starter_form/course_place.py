"""The destination of a new lesson: a course of the chosen project and its position there, or a new course."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from workbench.client.lookups.courses import iter_courses
from workbench.client.lookups.names import created_detail, distinct_names
from workbench.client.sync import Client
from workbench.procedures.course import CourseWithLessons, get_course
from workbench.procedures.lesson import LessonSummary
from workbench.text import display_text
from workbench.widgets.kit.controls import dropdown, set_visible

OWN: tuple[str, str] = ("New course", "")
LAST: tuple[str, str] = ("At the end", "")


class CoursePlace:
    """Two lists to choose from. `start_next` runs a method on a worker thread once it is its turn."""

    def __init__(
        self, client: Client, organization_id: str | None, start_next: Callable[[Callable[[], None]], object]
    ) -> None:
        self._client, self._organization_id = client, organization_id
        self.course = dropdown("Course", [OWN])
        self.place = dropdown("Place", [LAST])
        for widget in (self.course, self.place):
            set_visible(widget, is_visible=False)
        self._is_offering = False
        self.course.observe(lambda change: self._is_offering or start_next(self.read_lessons), "value")

    @property
    def course_id(self) -> str | None:
        """Id of the chosen course; `None` for a new one."""
        return self.course.value or None

    @property
    def position(self) -> int | None:
        """Sort position of the lesson in the course; `None` for its end."""
        return int(self.place.value) if self.place.value and self.course_id else None

    def read_courses(self, project_id: str | None) -> None:
        """Offer the courses of a project; the chosen one stays if it is among them. Blocks."""
        chosen, courses = self.course.value, iter_courses(self._client, self._organization_id, project_id=project_id)
        read = list(courses)
        titles = distinct_names((course.course_id, course.title, created_detail(course.created_at)) for course in read)
        options = [
            (f"{display_text(titles[course.course_id])}{' · public' if course.is_public else ''}", course.course_id)
            for course in read
        ]
        self._is_offering = True
        try:
            self.course.options = [OWN, *options]
            self.course.value = chosen if chosen in [course_id for _, course_id in options] else ""
        finally:
            self._is_offering = False
        set_visible(self.course, is_visible=bool(options))

    def read_lessons(self) -> None:
        """Offer the places in the chosen course; the chosen place stays if it is still there. Blocks."""
        chosen, course_id = self.place.value, self.course_id
        course = self._client.call(get_course(course_id=course_id)) if course_id else None
        self.place.options = [LAST, *(places_in(course) if course else [])]
        self.place.value = chosen if chosen in [value for _, value in self.place.options] else ""
        set_visible(self.place, is_visible=course is not None and bool(course.lessons))


def places_in(course: CourseWithLessons) -> list[tuple[str, str]]:
    """Return the places after each lesson but the last, with the position that a new lesson gets there.

    Where two lessons have the same position, a new one cannot be placed between them.
    """
    places: list[tuple[str, str]] = []
    for number, (lesson, following) in enumerate(pairwise(course.lessons), start=1):
        if _position(lesson) < _position(following):
            places.append((f"After {number:,}: {display_text(lesson.title)}", str(_position(lesson))))
    return places


def _position(lesson: LessonSummary) -> int:
    return lesson.position or 0
