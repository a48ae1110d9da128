"""Describe what learners will see after moving something to the trash or archive, before anything is sent.

Moves, titles and edits wait for the next publication of the course, so nothing is said of them.

`sentences` is pure and knows stored facts only; `preview` reads them from the service. Nothing is changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from workbench.client.lookups.courses import iter_courses
from workbench.client.lookups.same_name import name_taken
from workbench.client.sync import Client
from workbench.procedures.course import CourseWithLessons, delete_course, get_course
from workbench.procedures.declare import Call
from workbench.procedures.lesson import Lesson, delete_lesson, get_lesson, restore_lesson
from workbench.procedures.project import archive_project
from workbench.wording import count_text

_OF_LESSON: Final = {lesson.name for lesson in (delete_lesson, restore_lesson)}
_MOST_TITLES: Final = 3


@dataclass(frozen=True, slots=True)
class Stored:
    """Courses by id, the course of each lesson by its id, and titles of public courses by project."""

    courses: Mapping[str, CourseWithLessons]
    course_of: Mapping[str, str]
    public_of: Mapping[str, Sequence[str]]

    def public(self, course_id: str | None) -> CourseWithLessons | None:
        """Return the course, if learners can read it."""
        course = self.courses.get(course_id or "")
        return course if course is not None and course.is_public else None


def preview(client: Client, calls: Sequence[Call[Any]], *, course_of: Mapping[str, str] | None = None) -> list[str]:
    """Return sentences on what learners will see after these calls; empty if they will see no difference.

    `course_of` are already known courses of lessons; the others are read. Raises the client's errors.
    """
    known = dict(course_of or {})
    lessons = [_input(call).lesson_id for call in calls if call.name in _OF_LESSON]
    for outcome in client.outcomes(*(get_lesson(lesson_id=lesson) for lesson in lessons if lesson not in known)):
        if isinstance(outcome, Lesson):  # one in the trash cannot be read
            known[outcome.lesson_id] = outcome.course_id
    ids = {known.get(lesson, "") for lesson in lessons}
    ids |= {_input(call).course_id for call in calls if call.name == delete_course.name}
    found_courses = client.outcomes(*(get_course(course_id=id_) for id_ in sorted(ids - {""})))
    courses = {course.course_id: course for course in found_courses if isinstance(course, CourseWithLessons)}
    archived = [_input(call) for call in calls if call.name == archive_project.name]
    projects = [archived_project.project_id for archived_project in archived if archived_project.is_archived]
    taken = [name_taken(client, call) for call in calls]
    stored = Stored(courses, known, {project: _public_of(client, project) for project in projects})
    return [*filter(None, taken), *sentences(calls, stored)]


def sentences(calls: Sequence[Call[Any]], stored: Stored) -> list[str]:
    """Return what learners will see, a sentence for each public course, in the order of the calls."""
    leaving: dict[str, list[str]] = {}
    coming: dict[str, list[str]] = {}
    lines: list[str] = []
    for call in calls:
        course_id = stored.course_of.get(getattr(_input(call), "lesson_id", ""), "")
        if call.name == delete_lesson.name:
            leaving.setdefault(course_id, []).append(_input(call).lesson_id)
        elif call.name == restore_lesson.name:
            coming.setdefault(course_id, []).append(_input(call).lesson_id)
        else:
            lines += _of_one(call, stored)
    lines += [one for key, ids in leaving.items() for one in _leaving_sentences(stored, key, ids)]
    lines += [one for key, ids in coming.items() for one in _joining_sentences(stored, key, len(ids))]
    return lines


def _of_one(call: Call[Any], stored: Stored) -> Iterator[str]:
    given = _input(call)
    if call.name == delete_course.name and (course := stored.public(given.course_id)) is not None:
        yield f"The course “{course.title}” is public: its link will stop working."
    elif call.name == archive_project.name and (titles := stored.public_of.get(given.project_id)):
        listed = ", ".join(f"“{title}”" for title in titles[:_MOST_TITLES]) + (
            " and others" * (len(titles) > _MOST_TITLES)
        )
        yield f"{count_text(len(titles), 'course')} in it stay public, and their links still work: {listed}."


def _leaving_sentences(stored: Stored, course_id: str, ids: Sequence[str]) -> Iterator[str]:
    course = stored.public(course_id)
    if course is None:
        return
    left = course.lesson_count - len(set(ids))
    what = f"{count_text(len(ids), 'lesson')} will be gone from the public course “{course.title}”"
    if left > 0:
        yield f"{what}; learners will see the {count_text(left, 'other')}."
    elif any(lesson.lesson_id in ids and lesson.created_at == course.created_at for lesson in course.lessons):
        yield f"{what}. It was made for this lesson, so it goes to the trash too, and its link will stop working."
    else:
        yield f"{what}. It will be left empty: its link will open a page without a lesson."


def _joining_sentences(stored: Stored, course_id: str, count: int) -> Iterator[str]:
    course = stored.public(course_id)
    if course is not None:
        them = "it was published" if count == 1 else "they were published"
        what = count_text(count, "lesson")
        yield f"The course “{course.title}” is public: learners will immediately see {what} again, if {them} with it."


def _input(call: Call[Any]) -> Any:
    return call.input  # of the model that the procedure's name tells


def _public_of(client: Client, project_id: str) -> list[str]:
    return [course.title for course in iter_courses(client, None, project_id=project_id) if course.is_public]
