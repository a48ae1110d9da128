"""Put the lessons of a run in the list's order in their courses, once each, after existing lessons.

A lesson that was placed once stays where people move it; only new ones are placed, each after the one before it in the
list. The order is compared by its version, and repeating it changes nothing. Source: ours (bulk).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from workbench.bulk.journal.course_order import CourseLesson, mark_placed, unordered_courses
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.planning.existing_lessons import all_lessons
from workbench.bulk.planning.target import RunTarget
from workbench.client.calling import CallingClient
from workbench.client.lookups.courses import every_course
from workbench.client.sync import Client
from workbench.errors import CallFailed, SignInNeeded, WorkbenchError
from workbench.procedures.course import MAX_ORDER, order_lessons
from workbench.procedures.lesson import MAX_LESSON_PAGE, list_lessons

COURSES_AT_ONCE: Final = 20
TRIES: Final = 3
_LOG: Final = logging.getLogger("workbench.bulk")


def order_courses(client: CallingClient, target: RunTarget, file: JournalFile, run_id: int) -> str:
    """Put the run's new lessons in the list's order; a message where that could not be done, else nothing.

    What could not be ordered is ordered at the next start of the run. Raises where the session has ended.
    """
    with file.read_transaction() as db:
        courses = unordered_courses(db, run_id)
    if not courses:
        return ""
    capabilities = client.capabilities()
    if capabilities is None or order_lessons.name not in capabilities.procedures:
        return "This service can't order lessons, so they stay in the order in which they were created."
    why = ""
    for _ in range(TRIES):
        left, why = _order_once(client, target, file, courses)
        courses = {course: lessons for course, lessons in courses.items() if course in left}
        if not courses:
            return ""
    count = "1 course are" if len(courses) == 1 else f"{len(courses):,} courses are"
    return f"The lessons of {count} not in the list's order yet: {why} Start the run again."


def placed_order(current: Sequence[str], lessons: Sequence[CourseLesson]) -> list[str]:
    """Return the order of a course with each new lesson after its predecessor in the list.

    `current` are the course's lesson ids in order; `lessons` those of the run in the list's order. New lessons
    before the first placed one precede it; if none is placed, they are at the end.
    """
    current_ids = set(current)
    listed = [lesson for lesson in lessons if lesson.lesson_id in current_ids]
    new = {lesson.lesson_id for lesson in listed if not lesson.is_placed}
    behind: dict[str, list[str]] = {}
    first: list[str] = []
    anchor = None
    for lesson in listed:
        if lesson.is_placed:
            anchor = lesson.lesson_id
        elif anchor is None:
            first.append(lesson.lesson_id)
        else:
            behind.setdefault(anchor, []).append(lesson.lesson_id)
    before = next((lesson.lesson_id for lesson in listed if lesson.is_placed), None)
    order: list[str] = []
    for lesson_id in current:
        if lesson_id not in new:
            order += first if lesson_id == before else []
            order += [lesson_id, *behind.get(lesson_id, [])]
    return order if before is not None else order + first


def _order_once(
    client: CallingClient, target: RunTarget, file: JournalFile, courses: Mapping[str, Sequence[CourseLesson]]
) -> tuple[set[str], str]:
    """Return the courses whose order was changed concurrently or cannot be set, and why."""
    # The version is read before the lessons, so that a concurrent reordering is noticed, and read again.
    listed = every_course(cast("Client", client), target.organization_id)
    versions = {course.course_id: course.order_version for course in listed if course.course_id in courses}
    left, why, course_ids = set[str](), "", sorted(versions)
    for start in range(0, len(course_ids), COURSES_AT_ONCE):
        some = course_ids[start : start + COURSES_AT_ONCE]
        orders = {
            course: placed_order(current, courses[course])
            for course, current in zip(some, _current_orders(client, target, some), strict=True)
        }
        sent = [course for course in some if 0 < len(orders[course]) <= MAX_ORDER]
        answers = _answers(
            client.outcomes(
                *(
                    order_lessons(course_id=course_id, lesson_ids=orders[course_id], base_version=versions[course_id])
                    for course_id in sent
                )
            )
        )
        refused = {
            course: answer for course, answer in zip(sent, answers, strict=True) if isinstance(answer, CallFailed)
        }
        too_long = {course for course in some if len(orders[course]) > MAX_ORDER}
        not_done = refused.keys() | too_long
        with file.write_transaction() as db:
            mark_placed(db, (lesson_id for course in some if course not in not_done for lesson_id in courses[course]))
        left |= not_done
        why = next((value.message for value in refused.values()), why)
        why = f"a course has more than {MAX_ORDER:,} lessons, which cannot be ordered." if too_long else why
    _LOG.info("%d courses ordered, %d not", len(course_ids) - len(left), len(left))
    return left, why


def _current_orders(client: CallingClient, target: RunTarget, courses: Sequence[str]) -> list[list[str]]:
    """Return the lesson ids of each course in order, from one read if none has more than a page."""
    pages = _answers(client.outcomes(*(list_lessons(course_id=course, limit=MAX_LESSON_PAGE) for course in courses)))
    orders = []
    for course, page in zip(courses, pages, strict=True):
        if isinstance(page, CallFailed):
            raise page
        lessons = page.lessons if page.next_cursor is None else all_lessons(client, target, course_id=course)
        in_order = sorted(lessons, key=lambda lesson: (lesson.position or 0, lesson.created_at, lesson.lesson_id))
        orders.append([lesson.lesson_id for lesson in in_order])
    return orders


def _answers(outcomes: Sequence[Any]) -> Sequence[Any]:
    """Return answers and refusals. Raises if the session has ended or no answer came."""
    for outcome in outcomes:
        if isinstance(outcome, SignInNeeded) or (
            isinstance(outcome, WorkbenchError) and not isinstance(outcome, CallFailed)
        ):
            raise outcome
    return outcomes
