"""The content of an export: courses and lessons by id, read from the service."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

from workbench.client.lookups.courses import iter_courses
from workbench.client.lookups.lessons import iter_lessons
from workbench.client.lookups.targets import Target, find_targets
from workbench.client.sync import Client
from workbench.errors import NotSent
from workbench.exports.formats import Progress
from workbench.procedures.course import CourseWithLessons, get_course
from workbench.procedures.lesson import Lesson, LessonSummary, get_lesson
from workbench.text import display_text

_TOGETHER: Final = 100


class ChosenCourse(NamedTuple):
    """A course and those of its lessons that were chosen, in its order."""

    course_id: str
    title: str
    lessons: tuple[Lesson, ...]


class ChosenIds(NamedTuple):
    """A course and the ids of those of its lessons that were chosen, in its order."""

    course_id: str
    title: str
    lesson_ids: tuple[str, ...]


def read_chosen(
    client: Client, content: Sequence[str | Target], progress: Progress | None = None
) -> list[ChosenCourse]:
    """Return courses with their lessons; the kind of each id is determined from the id. Nothing is read twice.

    A course's id selects all its lessons; lessons are returned with their course. Raises `InputRejected` for an
    id of neither, `NotSent` if there is no lesson.
    """
    chosen = choose(client, content)
    lesson_ids = [lesson_id for ids in chosen for lesson_id in ids.lesson_ids]
    lessons = {lesson.lesson_id: lesson for page in lesson_pages(client, lesson_ids, progress) for lesson in page}
    return [ChosenCourse(ids.course_id, ids.title, tuple(lessons[one] for one in ids.lesson_ids)) for ids in chosen]


def choose(client: Client, content: Sequence[str | Target] | None) -> list[ChosenIds]:
    """Return the chosen courses with their lessons' ids; `None` selects all courses of the organization."""
    if content is None:
        courses = sorted(
            iter_courses(client, None), key=lambda listed_course: (listed_course.title, listed_course.course_id)
        )
        return _with_lessons({course.course_id: course.title for course in courses}, _all_ids(client))
    targets = find_targets(client, content)
    of_courses = [target.id for target in targets if target.kind == "course"]
    alone = _lessons(client, [target.id for target in targets if target.kind == "lesson"])
    homes = {lesson.lesson_id: lesson.course_id for lesson in alone}
    known = dict.fromkeys([*of_courses, *homes.values()])
    known_courses = {
        lessons.course_id: lessons
        for lessons in client.batch(*(get_course(course_id=course_id) for course_id in known))
    }
    chosen: dict[str, list[str]] = {}
    for target in targets:
        course = known_courses[homes.get(target.id, target.id)]
        lesson_ids = [target.id] if target.kind == "lesson" else _ids_of(client, course)
        there = chosen.setdefault(course.course_id, [])
        seen = set(there)
        there += [lesson_id for lesson_id in lesson_ids if lesson_id not in seen]
    return _with_lessons({course_id: known_courses[course_id].title for course_id in chosen}, chosen)


def lesson_pages(
    client: Client, lesson_ids: Sequence[str], progress: Progress | None = None
) -> Iterator[tuple[Lesson, ...]]:
    """Yield the lessons in the order of the ids, some at a time, reading the next ones in advance."""
    tell, read = progress or (lambda _: None), 0
    starts = range(0, len(lesson_ids), _TOGETHER)
    with ThreadPoolExecutor(1) as reader:
        ahead = deque(reader.submit(_lessons, client, lesson_ids[start : start + _TOGETHER]) for start in starts[:2])
        for start in starts:
            page = ahead.popleft().result()
            later = start + 2 * _TOGETHER
            if later < len(lesson_ids):
                ahead.append(reader.submit(_lessons, client, lesson_ids[later : later + _TOGETHER]))
            read += len(page)
            tell(read)
            yield page


def _with_lessons(titles: Mapping[str, str], lesson_ids: Mapping[str, Sequence[str]]) -> list[ChosenIds]:
    chosen = [ChosenIds(key, title, tuple(lesson_ids[key])) for key, title in titles.items() if lesson_ids.get(key)]
    if not chosen:
        listed = ", ".join(f"“{display_text(title)}”" for title in titles.values())
        raise NotSent(f"There are no lessons in {listed or 'what was chosen'}, so there is nothing to write.")
    return chosen


def _ids_of(client: Client, course: CourseWithLessons) -> list[str]:
    """Return the ids of all lessons of the course; the course itself has at most a thousand."""
    if course.lesson_count <= len(course.lessons):
        return [lesson.lesson_id for lesson in course.lessons]
    return _in_order(iter_lessons(client, None, course_id=course.course_id))[course.course_id]


def _all_ids(client: Client) -> dict[str, list[str]]:
    return _in_order(iter_lessons(client, None))


def _in_order(lessons: Iterable[LessonSummary]) -> dict[str, list[str]]:
    by_course: dict[str, list[str]] = defaultdict(list)
    for ordered_lesson in sorted(
        lessons, key=lambda lesson: (lesson.position or 0, lesson.created_at, lesson.lesson_id)
    ):
        by_course[ordered_lesson.course_id].append(ordered_lesson.lesson_id)
    return by_course


def _lessons(client: Client, lesson_ids: Sequence[str]) -> tuple[Lesson, ...]:
    read: list[Lesson] = []
    for start in range(0, len(lesson_ids), _TOGETHER):
        read += client.batch(*(get_lesson(lesson_id=lesson_id) for lesson_id in lesson_ids[start : start + _TOGETHER]))
    return tuple(read)
