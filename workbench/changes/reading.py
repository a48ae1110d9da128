"""The present state of lessons, courses and projects, read from the service in few requests. Reads only."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

from workbench.authoring.block import Block
from workbench.bulk.planning.existing_lessons import all_lessons
from workbench.bulk.planning.target import RunTarget, find_place
from workbench.changes.present import PresentCourse, PresentLesson, PresentProject, PresentState
from workbench.changes.row import ChangeTarget
from workbench.changes.share_cells import share_texts
from workbench.client.calling import CallingClient
from workbench.client.lookups.identify import check_not_elsewhere
from workbench.client.lookups.paging import every_item
from workbench.client.lookups.search import search_lessons
from workbench.errors import InputRejected, NotFound, PlanRejected, WorkbenchError
from workbench.procedures.course import list_courses
from workbench.procedures.history import HistoryOutput, LessonRevision, Revision
from workbench.procedures.lesson import (
    MAX_LESSON_IDS,
    MAX_LESSON_PAGE,
    FoundLesson,
    Lesson,
    LessonSummary,
    ListLessonsOutput,
    get_history,
    get_lesson,
    get_revision,
    list_lessons,
    update_lesson,
)
from workbench.procedures.organization import get_organization_projects

MOST_ONE_BY_ONE: Final = 60
"""Lessons that are requested by id, some twenty per request; more are read from the list, a thousand per request."""
READ_AT_ONCE: Final = 200
_MOST_BY_ID: Final = 2_000


def find_target(client: CallingClient, organization_id: str | None = None) -> tuple[RunTarget, ChangeTarget]:
    """Return the target of changes. Raises `PlanRejected` if the service does not support them."""
    capabilities = client.capabilities()
    if capabilities is None or update_lesson.name not in capabilities.procedures:
        raise PlanRejected("This service cannot change lessons on condition of a revision. Nothing was changed.")
    run_target = find_place(client, organization_id)
    target = ChangeTarget(
        service=run_target.service,
        origin=run_target.origin,
        organization_id=run_target.organization_id,
        person=run_target.person,
        organization_name=run_target.organization_name or "",
        person_name=run_target.person_name or "",
    )
    return run_target, target


def names_change_sets(client: CallingClient) -> bool:
    """Return whether the service records the name of a change set in history and audit."""
    capabilities = client.capabilities()
    return capabilities is not None and "changeSetName" in capabilities.additions


def read_present(
    client: CallingClient,
    target: RunTarget,
    lesson_ids: Collection[str],
    *,
    with_blocks: Collection[str] = (),
    with_projects: bool = False,
    with_trashed_courses: bool = False,
) -> PresentState:
    """Return lessons by id, those of `with_blocks` with blocks, and every course; projects and the rest if requested.

    Raises `OtherOrganization` for a lesson of another organization.
    """
    whole = set(with_blocks)
    wanted = set(lesson_ids) - whole - {""}
    if len(wanted) <= MOST_ONE_BY_ONE:
        lessons, wanted = read_lessons(client, [*whole, *wanted]), set()
    else:
        lessons = read_lessons(client, whole)
        for lesson in all_lessons(client, target):
            if lesson.lesson_id in wanted:
                lessons[lesson.lesson_id] = present_lesson(lesson)
                wanted.discard(lesson.lesson_id)
            if not wanted:
                break
    missing = {lesson_id for lesson_id in (*whole, *lesson_ids) if lesson_id and lesson_id not in lessons}
    trashed = frozenset(read_trashed_lessons(client, target, missing))
    check_not_elsewhere(client, target.organization_id, "lesson", wanted - trashed)
    return PresentState(
        lessons=lessons,
        courses=read_courses(client, target),
        projects=_projects(client, target) if with_projects else {},
        trashed=trashed,
        trashed_courses=read_trashed_courses(client, target) if with_trashed_courses else frozenset(),
    )


def listed_lessons(client: CallingClient, target: RunTarget, where: Mapping[str, Any], *, most: int) -> list[str]:
    """Return the ids of the lessons that match a filter, the oldest last.

    The filter has `project_id`, `course_id`, `language` or `search`. Raises `PlanRejected` for more than
    `most`.
    """

    def check_total(page: ListLessonsOutput) -> None:
        if page.total > most:
            raise PlanRejected(f"{page.total:,} lessons are more than {most:,}. Narrow it down. Nothing was changed.")

    call = list_lessons(organization_id=target.organization_id, **where, sort_preference="recently-created")
    return [lesson.lesson_id for lesson in every_item(client, call, on_page=check_total)]


def found_lessons(client: CallingClient, target: RunTarget, query: str) -> tuple[FoundLesson, ...]:
    """Return the lessons that a search finds, best first. Raises `PlanRejected` for an invalid query."""
    try:
        return search_lessons(client, target.organization_id, query).lessons
    except (InputRejected, NotFound) as refused:
        raise PlanRejected(f"{refused.message} Nothing was changed.") from None


def read_lessons(client: CallingClient, lesson_ids: Iterable[str]) -> dict[str, PresentLesson]:
    """Return the lessons with their blocks, by id; missing lessons are left out. Raises `WorkbenchError`."""
    lessons: dict[str, PresentLesson] = {}
    ids = [id_ for id_ in dict.fromkeys(lesson_ids) if 0 < len(id_) <= 64]
    for start in range(0, len(ids), READ_AT_ONCE):
        for outcome in client.outcomes(*(get_lesson(lesson_id=one) for one in ids[start : start + READ_AT_ONCE])):
            if isinstance(outcome, WorkbenchError) and not isinstance(outcome, NotFound):
                raise outcome
            if isinstance(outcome, Lesson):
                lessons[outcome.lesson_id] = present_lesson(outcome)
    return lessons


def unchanged_since(
    client: CallingClient, revisions: Mapping[str, int], present: Mapping[str, PresentLesson]
) -> frozenset[str]:
    """Return the ids of lessons whose title and blocks equal those of an earlier revision.

    Changes in between do not matter. `revisions` has that revision by lesson id; `present` are the present
    lessons with their blocks. The digests of both contents are compared. A revision that the service no longer
    has never matches. Raises `WorkbenchError`.
    """
    revisions_to_read = [(key, revision) for key, revision in revisions.items() if key in present and revision > 0]
    same: set[str] = set()
    for start in range(0, len(revisions_to_read), READ_AT_ONCE):
        calls = [
            get_revision(lesson_id=lesson_id, revision=number)
            for lesson_id, number in revisions_to_read[start : start + READ_AT_ONCE]
        ]
        for outcome in client.outcomes(*calls):
            if isinstance(outcome, WorkbenchError) and not isinstance(outcome, NotFound | InputRejected):
                raise outcome
            if isinstance(outcome, LessonRevision):
                lesson = present[outcome.lesson_id]
                then = (outcome.title or lesson.title, blocks_digest(outcome.blocks))
                if then == (lesson.title, blocks_digest(lesson.blocks.values())):
                    same.add(outcome.lesson_id)
    return frozenset(same)


def blocks_digest(blocks: Iterable[Block]) -> str:
    """Return the digest of blocks in order: the same for the same ids, types and contents."""
    values = [[block.id, block.type, block.content] for block in blocks]
    return sha256(json.dumps(values, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def read_orders(client: CallingClient, target: RunTarget, course_ids: Collection[str]) -> dict[str, dict[str, int]]:
    """Return the lessons of courses in order, each with its position.

    The orders of many courses are taken from the list of all lessons. Read the courses first, so that their
    versions are not newer than the orders.
    """
    wanted = sorted(set(course_ids))
    orders: dict[str, dict[str, int]] = {wanted_id: {} for wanted_id in wanted}
    lessons: list[LessonSummary] = []
    if len(wanted) <= READ_AT_ONCE:
        calls = [
            list_lessons(organization_id=target.organization_id, course_id=wanted_id, limit=MAX_LESSON_PAGE)
            for wanted_id in wanted
        ]
        for course_id, page in zip(wanted, client.outcomes(*calls) if calls else [], strict=True):
            if isinstance(page, WorkbenchError):
                raise page
            is_whole = page.next_cursor is None
            lessons += page.lessons if is_whole else all_lessons(client, target, course_id=course_id)
    else:
        lessons += (lesson for lesson in all_lessons(client, target) if lesson.course_id in orders)
    for ordered_lesson in sorted(
        lessons, key=lambda lesson: (lesson.position or 0, lesson.created_at, lesson.lesson_id)
    ):
        orders[ordered_lesson.course_id][ordered_lesson.lesson_id] = ordered_lesson.position or 0
    return orders


def known_orders(lessons: Iterable[PresentLesson], courses: Iterable[PresentCourse]) -> dict[str, dict[str, int]]:
    """Return the orders of the courses of which every lesson is known and has a distinct position."""
    by_course: dict[str, list[PresentLesson]] = defaultdict(list)
    for lesson in lessons:
        by_course[lesson.course_id].append(lesson)
    orders = {}
    for course in courses:
        those = by_course[course.course_id]
        positions = {lesson.lesson_id: lesson.position for lesson in those}
        if len(those) == course.lesson_count and len(set(positions.values())) == len(those):
            orders[course.course_id] = dict(sorted(positions.items(), key=lambda item: item[1]))
    return orders


def read_trashed_courses(client: CallingClient, target: RunTarget) -> frozenset[str]:
    """Return the ids of the courses in the trash."""
    call = list_courses(organization_id=target.organization_id, in_trash=True)
    return frozenset(course.course_id for course in every_item(client, call))


def read_restored_revisions(client: CallingClient, lesson_ids: Iterable[str]) -> dict[tuple[str, int], int]:
    """Return the revisions that restored an earlier one, as `(lesson id, revision)` with the earlier revision.

    Covers the last hundred revisions of each lesson.
    """
    return {
        (lesson_id, revision.revision): revision.same_as
        for lesson_id, revision in _history(client, lesson_ids)
        if revision.same_as is not None and revision.same_as < revision.revision
    }


def read_made(
    client: CallingClient, lesson_ids: Iterable[str], change_set: str, person: str
) -> frozenset[tuple[str, int]]:
    """Return the revisions, `(lesson id, revision)`, that a person's change set made.

    Covers the last hundred revisions of each lesson. Revision 1, which makes a lesson, names no set: it counts
    as the person's own.
    """
    return frozenset(
        (lesson_id, revision.revision)
        for lesson_id, revision in _history(client, lesson_ids)
        if revision.person_id == person and (revision.change_set == change_set or revision.revision == 1)
    )


def _history(client: CallingClient, lesson_ids: Iterable[str]) -> Iterator[tuple[str, Revision]]:
    calls = [get_history(lesson_id=lesson_id) for lesson_id in lesson_ids]
    for start in range(0, len(calls), READ_AT_ONCE):
        for history in client.outcomes(*calls[start : start + READ_AT_ONCE]):
            if isinstance(history, WorkbenchError) and not isinstance(history, NotFound):
                raise history
            if isinstance(history, HistoryOutput):
                yield from ((history.lesson_id, entry) for entry in history.entries)


def present_lesson(lesson: LessonSummary) -> PresentLesson:
    """Return the lesson in the form that a table is compared with."""
    blocks = {block.id: block for block in lesson.blocks} if isinstance(lesson, Lesson) else {}
    return PresentLesson(
        lesson.lesson_id,
        lesson.title,
        lesson.course_id,
        lesson.language,
        lesson.revision,
        blocks,
        position=lesson.position or 0,
        tags=None if lesson.tags is None else tuple(lesson.tags),
    )


def read_courses(client: CallingClient, target: RunTarget) -> dict[str, PresentCourse]:
    """Return every course of the organization by id."""
    return {
        course.course_id: PresentCourse(
            course.course_id,
            course.title,
            course.project_id,
            course.lesson_count,
            course.is_public,
            course.order_version,
            None if course.tags is None else tuple(course.tags),
            share_texts(course),
            course.publication_number,
        )
        for course in every_item(client, list_courses(organization_id=target.organization_id))
    }


def _projects(client: CallingClient, target: RunTarget) -> dict[str, PresentProject]:
    call: Any = get_organization_projects(organization_id=target.organization_id, include_archived=True)
    projects = [project for project in client.call(call).projects if project.project_id]
    return {
        project.project_id: PresentProject(project.project_id, project.name or "", bool(project.is_archived))
        for project in projects
    }


def read_trashed_lessons(
    client: CallingClient, target: RunTarget, missing: Collection[str]
) -> dict[str, LessonSummary]:
    """Return those of the lessons that are in the trash, by id."""
    if not missing:
        return {}
    if len(missing) > _MOST_BY_ID:
        trash = all_lessons(client, target, in_trash=True)
        return {lesson.lesson_id: lesson for lesson in trash if lesson.lesson_id in missing}
    ids = [lesson_id for lesson_id in missing if 0 < len(lesson_id) <= 64]
    calls = [
        list_lessons(
            organization_id=target.organization_id,
            lesson_ids=ids[start : start + MAX_LESSON_IDS],
            in_trash=True,
            limit=MAX_LESSON_IDS,
        )
        for start in range(0, len(ids), MAX_LESSON_IDS)
    ]
    return {lesson.lesson_id: lesson for call in calls for lesson in client.call(call).lessons}
