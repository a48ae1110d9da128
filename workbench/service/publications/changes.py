"""Differences between courses and what learners see: the changes of one course, or which of many have any."""

from __future__ import annotations

import json
from collections.abc import Collection

from sqlalchemy import and_, func, or_, select, union

from workbench.authoring.comparison import longest_rising
from workbench.procedures.publications import PublicationChange
from workbench.service.courses.order import BY_POSITION
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, among
from workbench.service.db.tables import course, lesson, publication, published_lesson
from workbench.service.kernel.errors import existing
from workbench.service.lessons.contents import PublishedLesson
from workbench.service.lessons.edits import is_renamed_only
from workbench.service.publications import store as publications
from workbench.service.publications.store import CourseState


async def publication_changes(db: Db, state: CourseState) -> list[PublicationChange]:
    """Return what the next publication of the course would change; the first one adds all lessons."""
    if state.number is None:
        return [_added_lesson(lesson) for lesson in state.lessons]
    shown = existing(await publications.publication_by_number(db, state.course_id, state.number))
    published = await publications.published_lessons(db, state.course_id, state.number)
    known = {lesson.lesson_id: lesson for lesson in published}
    moved = moved_lessons(published, state.lessons)
    changes: list[PublicationChange] = []
    if shown.title != state.title:
        changes.append(PublicationChange(kind="courseRenamed", title=state.title, published_title=shown.title))
    for present in state.lessons:
        before = known.pop(present.lesson_id, None)
        if before is None:
            changes.append(_added_lesson(present))
        else:
            changes += await _changes_of(db, before, present, is_moved=present.lesson_id in moved)
    return changes + [_removed_change(value) for value in known.values()]


def moved_lessons(before: tuple[PublishedLesson, ...], after: tuple[PublishedLesson, ...]) -> set[str]:
    """Return the fewest lessons present in both whose removal leaves the others in the same order in both."""
    places = {lesson.lesson_id: index for index, lesson in enumerate(before)}
    remaining = [lesson.lesson_id for lesson in after if lesson.lesson_id in places]
    standing = longest_rising([places[lesson_id] for lesson_id in remaining])
    return {lesson_id for lesson_id in remaining if places[lesson_id] not in standing}


async def _changes_of(
    db: Db, before: PublishedLesson, after: PublishedLesson, *, is_moved: bool
) -> list[PublicationChange]:
    is_renamed = before.title != after.title
    is_changed = before.revision != after.revision
    if is_changed and is_renamed:
        is_changed = not await is_renamed_only(db, after.lesson_id, before.revision)
    kinds = {"changed": is_changed, "renamed": is_renamed, "moved": is_moved}
    return [
        PublicationChange(
            kind=kind,  # type: ignore[arg-type]
            lesson_id=after.lesson_id,
            title=after.title,
            published_title=before.title,
            published_revision=before.revision,
            revision=after.revision,
        )
        for kind, applies in kinds.items()
        if applies
    ]


def _added_lesson(lesson: PublishedLesson) -> PublicationChange:
    return PublicationChange(kind="added", lesson_id=lesson.lesson_id, title=lesson.title, revision=lesson.revision)


def _removed_change(lesson: PublishedLesson) -> PublicationChange:
    return PublicationChange(
        kind="removed", lesson_id=lesson.lesson_id, published_title=lesson.title, published_revision=lesson.revision
    )


_IS_LISTED = among(course.c.id, "course_ids")


_IS_SHOWN = and_(course.c.id == published_lesson.c.course_id, course.c.publication == published_lesson.c.number)
_LESSONS = (
    select(
        lesson.c.course_id,
        and_(published_lesson.c.revision == lesson.c.revision, published_lesson.c.title == lesson.c.title).label(
            "same"
        ),
        published_lesson.c.position.label("place"),
        func.lag(published_lesson.c.position)
        .over(partition_by=lesson.c.course_id, order_by=BY_POSITION)
        .label("place_before"),
    )
    .join(course, and_(course.c.id == lesson.c.course_id, course.c.organization_id == lesson.c.organization_id))
    .outerjoin(published_lesson, and_(_IS_SHOWN, published_lesson.c.lesson_id == lesson.c.id))
    .where(_IS_LISTED, course.c.publication.is_not(None), lesson.c.deleted_at.is_(None))
    .subquery()
)
_CHANGED = select(_LESSONS.c.course_id).where(
    or_(_LESSONS.c.same.is_not(True), _LESSONS.c.place_before > _LESSONS.c.place)
)
_GONE = (
    select(course.c.id)
    .join(published_lesson, _IS_SHOWN)
    .outerjoin(
        lesson,
        and_(
            lesson.c.id == published_lesson.c.lesson_id,
            lesson.c.course_id == course.c.id,
            lesson.c.deleted_at.is_(None),
        ),
    )
    .where(_IS_LISTED, lesson.c.id.is_(None))
)
_RENAMED = (
    select(course.c.id)
    .join(
        publication,
        and_(publication.c.course_id == course.c.id, publication.c.number == course.c.publication),
    )
    .where(_IS_LISTED, publication.c.title != course.c.title)
)
_DIFFERING = Statement(union(_CHANGED, _GONE, _RENAMED))


async def differing_courses(db: Db, course_ids: Collection[str]) -> frozenset[str]:
    """Return the courses that another publication would change, excluding those without a publication.

    A course differs by its title and by its lessons: which there are, their revisions, titles and order.
    """
    rows = await db.rows(_DIFFERING, course_ids=json.dumps(list(course_ids)))
    return frozenset(str(row[0]) for row in rows)
