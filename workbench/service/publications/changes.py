"""In what a course differs from what learners see."""

from __future__ import annotations

from workbench.authoring.comparison import longest_rising
from workbench.procedures.publications import PublicationChange
from workbench.service.db.seam import Db
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
    for lesson in state.lessons:
        before = known.pop(lesson.lesson_id, None)
        if before is None:
            changes.append(_added_lesson(lesson))
        else:
            changes += await _changes_of(db, before, lesson, is_moved=lesson.lesson_id in moved)
    return changes + [_removed_change(value) for value in known.values()]


def moved_lessons(before: tuple[PublishedLesson, ...], after: tuple[PublishedLesson, ...]) -> set[str]:
    """Return the fewest lessons present in both whose removal leaves the others in the same order in both."""
    places = {lesson.lesson_id: place for place, lesson in enumerate(before)}
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
