"""What an export is made of: courses by their ids, and lessons by theirs, read from the service."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from workbench.client.lookups.targets import find_targets
from workbench.client.sanitize import shown
from workbench.client.sync import Client
from workbench.errors import NotSent
from workbench.procedures.course import CourseWithLessons, get_course
from workbench.procedures.lesson import Lesson, get_lesson

_TOGETHER: Final = 100
Progress = Callable[[int], object]
"""Called with the number of lessons read so far; what it raises stops the export."""


class ChosenCourse(NamedTuple):
    """A course and those of its lessons that were chosen, in its order."""

    course_id: str
    title: str
    lessons: tuple[Lesson, ...]


def read_chosen(client: Client, ids: Sequence[str], progress: Progress | None = None) -> list[ChosenCourse]:
    """Courses with their lessons; what an id is, is found from the id. Nothing is read twice.

    A course's id stands for all its lessons; lessons come with the course that they are in. Raises
    `InputRejected` for an id of neither, `NotSent` where there is no lesson.
    """
    targets = find_targets(client, ids)
    of_courses = [each.id for each in targets if each.kind == "course"]
    alone = _lessons(client, [each.id for each in targets if each.kind == "lesson"], lambda _: None)
    homes = {each.lesson_id: each.course_id for each in alone}
    known = dict.fromkeys([*of_courses, *homes.values()])
    courses = {each.course_id: each for each in client.batch(*(get_course(course_id=each) for each in known))}
    chosen: dict[str, list[str]] = {}
    for each in targets:
        course = courses[homes.get(each.id, each.id)]
        lesson_ids = [each.id] if each.kind == "lesson" else [lesson.lesson_id for lesson in course.lessons]
        there = chosen.setdefault(course.course_id, [])
        there += [lesson_id for lesson_id in lesson_ids if lesson_id not in there]
    return _read(client, courses, chosen, progress or (lambda _: None))


def _read(
    client: Client, courses: dict[str, CourseWithLessons], chosen: dict[str, list[str]], progress: Progress
) -> list[ChosenCourse]:
    ids = [each for several in chosen.values() for each in several]
    if not ids:
        titles = ", ".join(f"“{shown(courses[each].title)}”" for each in chosen)
        raise NotSent(f"There are no lessons in {titles or 'what was chosen'}, so there is nothing to write.")
    lessons = {each.lesson_id: each for each in _lessons(client, ids, progress)}
    return [
        ChosenCourse(course_id, courses[course_id].title, tuple(lessons[each] for each in several))
        for course_id, several in chosen.items()
        if several
    ]


def _lessons(client: Client, lesson_ids: Sequence[str], progress: Progress) -> list[Lesson]:
    read: list[Lesson] = []
    for start in range(0, len(lesson_ids), _TOGETHER):
        read += client.batch(*(get_lesson(lesson_id=each) for each in lesson_ids[start : start + _TOGETHER]))
        progress(len(read))
    return read
