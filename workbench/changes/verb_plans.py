"""Plans of what a verb does to several lessons or courses: move, trash, restore, publish, make private. Reads only.

Each is a change set like any other: shown, approved, carried out, resumed and undone. Source: ours (changes 2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from workbench.bulk.journal.idempotency import content_digest
from workbench.bulk.planning.target import RunTarget
from workbench.bulk.running.clocks import epoch_ms
from workbench.changes.lesson_rows import trash_row
from workbench.changes.plan import ChangePlan
from workbench.changes.planning import MAX_NAME_CHARACTERS, check_name
from workbench.changes.reading import find_target, read_present, read_trashed_lessons
from workbench.changes.row import (
    COURSE,
    IN_TRASH,
    LINK,
    NOT_IN_TRASH,
    PRIVATE,
    PROJECT,
    PUBLISHED,
    PUBLISHED_WITH_PLACES,
    RESTORE,
    TRASH,
    ChangeRow,
    ChangeTarget,
    ChangeVerdict,
    publication_text,
)
from workbench.client.calling import CallingClient
from workbench.client.lookups.identify import check_not_elsewhere
from workbench.client.lookups.paging import every_item
from workbench.client.lookups.same_name import new_course_notes
from workbench.client.sync import Client
from workbench.errors import PlanRejected
from workbench.procedures.course import Course, list_courses, publish_course

_TRASHED: Final = "it is in the trash"
_NOT_TRASHED: Final = "it is not in the trash"


@dataclass(frozen=True, slots=True)
class _Begun:
    """A plan that was begun: for which ids, where, and when the service was read."""

    ids: Sequence[str]
    client: CallingClient
    place: RunTarget
    target: ChangeTarget
    name: str | None
    read_at: int

    def plan(self, verb: str, source: str, rows: Iterable[ChangeRow], notes: tuple[str, ...] = ()) -> ChangePlan:
        """Return the plan, named after the verb and the ids where it was given no name."""
        derived = f"{verb[: MAX_NAME_CHARACTERS - 30]} {content_digest([verb, *self.ids])}"
        return ChangePlan(self.name or derived, source, self.target, tuple(rows), notes, self.read_at)

    def courses(self, *, in_trash: bool = False) -> dict[str, Course]:
        """Return all courses of the organization by id, or those in its trash."""
        call = list_courses(
            organization_id=self.place.organization_id,
            in_trash=in_trash or None,
            unpublished_changes=None if in_trash else True,
        )
        return {course.course_id: course for course in every_item(self.client, call)}

    def check(self, kind: str, *known: Mapping[str, Any]) -> None:
        """Raise `OtherOrganization` for an id of another organization."""
        missing = set(self.ids).difference(*known)
        check_not_elsewhere(self.client, self.place.organization_id, kind, missing)

    def course_rows(
        self, courses: Mapping[str, Course], rows_of: Callable[[int, Course], Iterable[ChangeRow]]
    ) -> list[ChangeRow]:
        """Return the rows of each course, and one for each that is not there."""
        self.check(COURSE, courses)
        rows: list[ChangeRow] = []
        for line, course_id in enumerate(self.ids, 1):
            if (course := courses.get(course_id)) is None:
                reason = "there is no such course"
                rows.append(ChangeRow(line, ChangeVerdict.NAME_UNKNOWN, course_id=course_id, reason=reason))
            else:
                rows += rows_of(line, course)
        return rows


def plan_trash(
    lesson_ids: Sequence[str], client: CallingClient, *, organization_id: str | None = None, name: str | None = None
) -> ChangePlan:
    """Plan to move lessons to the trash, each at its present revision; planning changes nothing.

    Raises `PlanRejected`, and `OtherOrganization` for a lesson of another organization.
    """
    begun = _begin(lesson_ids, client, organization_id, name)
    present = read_present(client, begun.place, lesson_ids)
    rows = []
    for line, lesson_id in enumerate(lesson_ids, 1):
        lesson = present.lessons.get(lesson_id)
        if lesson is None:
            reason = _TRASHED if lesson_id in present.trashed else ""
            verdict = ChangeVerdict.UNCHANGED if reason else ChangeVerdict.UNKNOWN_LESSON
            rows.append(ChangeRow(line, verdict, lesson_id=lesson_id, field=TRASH, reason=reason))
        else:
            course = present.courses.get(lesson.course_id)
            rows.append(trash_row(line, lesson, course_title=course.title if course else ""))
    return begun.plan("trash", "lessons into the trash", rows)


def plan_lesson_restores(
    lesson_ids: Sequence[str], client: CallingClient, *, organization_id: str | None = None, name: str | None = None
) -> ChangePlan:
    """Plan to take lessons out of the trash, with their courses if these are there, too. Raises as `plan_trash`."""
    begun = _begin(lesson_ids, client, organization_id, name)
    present = read_present(client, begun.place, lesson_ids)
    trashed = read_trashed_lessons(client, begun.place, set(lesson_ids).difference(present.lessons))
    rows = []
    for line, lesson_id in enumerate(lesson_ids, 1):
        lesson = trashed.get(lesson_id)
        if lesson is None:
            reason = _NOT_TRASHED if lesson_id in present.lessons else ""
            verdict = ChangeVerdict.UNCHANGED if reason else ChangeVerdict.UNKNOWN_LESSON
            rows.append(ChangeRow(line, verdict, lesson_id=lesson_id, field=RESTORE, reason=reason))
            continue
        course = present.courses.get(lesson.course_id)
        rows.append(
            ChangeRow(
                line,
                ChangeVerdict.CHANGE,
                lesson_id=lesson_id,
                course_id=lesson.course_id,
                field=RESTORE,
                before=IN_TRASH,
                after=NOT_IN_TRASH,
                base_revision=lesson.revision,
                lesson_title=lesson.title,
                course_title=course.title if course else "",
                is_public=course is not None and course.is_public,
            )
        )
    return begun.plan("restore", "lessons out of the trash", rows)


def plan_course_moves(
    course_ids: Sequence[str],
    project_id: str,
    client: CallingClient,
    *,
    organization_id: str | None = None,
    name: str | None = None,
) -> ChangePlan:
    """Plan to move courses with their lessons to a project; planning changes nothing. Raises as `plan_trash`."""
    begun = _begin(course_ids, client, organization_id, name)
    projects = read_present(client, begun.place, (), with_projects=True).projects
    check_not_elsewhere(client, begun.place.organization_id, PROJECT, {project_id} - projects.keys())
    to = projects.get(project_id)
    if to is None or to.is_archived:
        raise PlanRejected("The project is archived or not here. Nothing was changed.")

    def rows_of(line: int, course: Course) -> Iterable[ChangeRow]:
        before = projects.get(course.project_id)
        yield _row(
            line,
            course,
            PROJECT,
            ChangeVerdict.UNCHANGED if course.project_id == project_id else ChangeVerdict.CHANGE,
            before=course.project_id,
            after=project_id,
            before_name=before.name if before else "",
            after_name=to.name,
        )

    return begun.plan(f"to {to.name}", f"courses to {to.name}", begun.course_rows(begun.courses(), rows_of))


def plan_course_trash(
    course_ids: Sequence[str], client: CallingClient, *, organization_id: str | None = None, name: str | None = None
) -> ChangePlan:
    """Plan to move courses with their lessons to the trash. Raises as `plan_trash`.

    A course that learners see is made private by a row of its own, so that undoing shows it again.
    """
    begun = _begin(course_ids, client, organization_id, name)
    courses = begun.courses()
    trashed = begun.courses(in_trash=True) if set(course_ids).difference(courses) else {}

    def rows_of(line: int, course: Course) -> Iterable[ChangeRow]:
        if course.course_id in trashed:
            yield _row(line, course, TRASH, ChangeVerdict.UNCHANGED, reason=_TRASHED)
            return
        if course.publication_number:
            yield _private_row(line, course)
        yield _row(line, course, TRASH, before=NOT_IN_TRASH, after=IN_TRASH)

    return begun.plan("trash", "courses into the trash", begun.course_rows({**trashed, **courses}, rows_of))


def plan_course_restores(
    course_ids: Sequence[str], client: CallingClient, *, organization_id: str | None = None, name: str | None = None
) -> ChangePlan:
    """Plan to take courses with their lessons out of the trash, private as they are there. Raises as `plan_trash`."""
    begun = _begin(course_ids, client, organization_id, name)
    trashed = begun.courses(in_trash=True)
    courses = begun.courses() if set(course_ids).difference(trashed) else {}

    def rows_of(line: int, course: Course) -> Iterable[ChangeRow]:
        if course.course_id in trashed:
            yield _row(line, course, RESTORE, before=IN_TRASH, after=NOT_IN_TRASH)
        else:
            yield _row(line, course, RESTORE, ChangeVerdict.UNCHANGED, reason=_NOT_TRASHED)

    rows = begun.course_rows({**courses, **trashed}, rows_of)
    titles = [row.course_title for row in rows if row.verdict is ChangeVerdict.CHANGE]
    notes = new_course_notes(cast("Client", client), begun.place.organization_id, titles, "This plan")
    return begun.plan("restore", "courses out of the trash", rows, notes)


def plan_publications(
    course_ids: Sequence[str],
    client: CallingClient,
    *,
    organization_id: str | None = None,
    name: str | None = None,
    only_private: bool = False,
    confirm_open_places: bool = False,
) -> ChangePlan:
    """Plan to let learners see courses as they are now; with `only_private`, public ones keep what learners see.

    A course that cannot be shared is in the plan with the reason. Raises as `plan_trash`.
    """
    begun = _begin(course_ids, client, organization_id, name)
    _check_publishes(client)
    after = PUBLISHED_WITH_PLACES if confirm_open_places else PUBLISHED

    def rows_of(line: int, course: Course) -> Iterable[ChangeRow]:
        number = course.publication_number
        if course.is_public and (only_private or course.has_unpublished_changes is False):
            reason = "it is public" if only_private else "learners see it as it is now"
            yield _row(line, course, LINK, ChangeVerdict.UNCHANGED, reason=reason)
        elif not course.can_be_shared:
            reason = (course.sharing_obstacle or "it cannot be shared yet").rstrip(".")
            yield _row(line, course, LINK, ChangeVerdict.NOT_ALLOWED, reason=reason)
        else:
            before = publication_text(number)
            yield _row(line, course, LINK, before=before, after=after, base_revision=number or 0, is_public=True)

    verb = "share" if only_private else "publish"
    return begun.plan(verb, f"courses to {verb}", begun.course_rows(begun.courses(), rows_of))


def plan_private(
    course_ids: Sequence[str], client: CallingClient, *, organization_id: str | None = None, name: str | None = None
) -> ChangePlan:
    """Plan to make courses private; their publications are kept. Raises as `plan_trash`."""
    begun = _begin(course_ids, client, organization_id, name)
    _check_publishes(client)

    def rows_of(line: int, course: Course) -> Iterable[ChangeRow]:
        if course.publication_number:
            yield _private_row(line, course)
        else:
            yield _row(line, course, LINK, ChangeVerdict.UNCHANGED, reason="it is private")

    return begun.plan("make private", "courses to make private", begun.course_rows(begun.courses(), rows_of))


def _begin(ids: Sequence[str], client: CallingClient, organization_id: str | None, name: str | None) -> _Begun:
    check_name(name)
    run_target, target = find_target(client, organization_id)
    return _Begun(ids, client, run_target, target, name, epoch_ms())


def _check_publishes(client: CallingClient) -> None:
    capabilities = client.capabilities()
    if capabilities is None or publish_course.name not in capabilities.procedures:
        raise PlanRejected("This service does not publish courses. Nothing was changed.")


def _private_row(line: int, course: Course) -> ChangeRow:
    number = course.publication_number
    before = publication_text(number)
    return _row(line, course, LINK, before=before, after=PRIVATE, base_revision=number or 0, is_public=course.is_public)


def _row(
    line: int, course: Course, field: str, verdict: ChangeVerdict = ChangeVerdict.CHANGE, **more: Any
) -> ChangeRow:
    return ChangeRow(line, verdict, course_id=course.course_id, field=field, course_title=course.title, **more)
