"""What is judged before learners see more than they did: who may share, and whether the lessons are finished.

Asked after the course was changed or touched: its row is locked then, so that nobody opens it in between.
A note for authors is confirmed by nobody; an open place (✎) is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.procedures.lesson import AUTHOR_NOTES
from workbench.service.context import Context
from workbench.service.handler_error import HandlerError
from workbench.service.roles import TO_PUBLISH, may
from workbench.service.store import courses
from workbench.service.store.lessons import contents
from workbench.service.store.lessons.contents import UnfinishedLesson
from workbench.service.store.memberships import Membership, OrganizationMembership

MOST_LISTED = 100
ALTERNATIVE_TEXT = "alternativeText"
"""The reason of a refusal for a picture that neither has words nor is decoration."""
MOST_TITLES = 5


async def check_publishing(
    context: Context,
    standing: Membership | OrganizationMembership,
    course_id: str,
    *,
    lesson_id: str | None = None,
    confirmed: bool | None = None,
) -> None:
    """Raises `HandlerError` when a lesson was put into a public course by a role that may not share, or unfinished."""
    if not await courses.is_public(context.db, course_id):
        return
    if not may(standing.role, TO_PUBLISH):
        raise HandlerError(
            "FORBIDDEN",
            f"The course is public, so this would publish the lesson, and the role {standing.role} may not share. "
            "Ask an owner, admin or author.",
        )
    if lesson_id is not None:
        check_finished(await _unfinished(context, course_id, lesson_id), confirmed=confirmed)


async def check_course(context: Context, course_id: str, *, confirmed: bool | None) -> None:
    """Raises `HandlerError` when a lesson of the course has notes, or open places and nobody confirmed them."""
    check_finished(await contents.unfinished_lessons(context.db, course_id), confirmed=confirmed)


async def check_author_notes(context: Context, course_id: str, lesson_id: str) -> None:
    """Raises `HandlerError` when the course is public and the lesson has notes for authors."""
    if await courses.is_public(context.db, course_id):
        check_finished(await _unfinished(context, course_id, lesson_id), confirmed=True)


def check_finished(found: Sequence[UnfinishedLesson], *, confirmed: bool | None) -> None:
    """Raises `HandlerError` that names the lessons, if there are any; with `confirmed`, those with notes only."""
    with_notes = [each for each in found if each.author_notes]
    if with_notes:
        lessons = "1 lesson has" if len(with_notes) == 1 else f"{len(with_notes):,} lessons have"
        raise HandlerError(
            "CONFLICT",
            f"{lessons} notes for authors and cannot be public yet: {_titles(with_notes)}. "
            "Put what is missing in place of each note and delete the note, then try again.",
            reason=AUTHOR_NOTES,
            authorNotes=[
                {"lessonId": each.lesson_id, "title": each.title, "authorNotes": each.author_notes}
                for each in with_notes[:MOST_LISTED]
            ],
        )
    check_pictures(found)
    found = [each for each in found if each.open_places]
    if found and not confirmed:
        lessons = "1 lesson has" if len(found) == 1 else f"{len(found):,} lessons have"
        raise HandlerError(
            "CONFLICT",
            f"{lessons} places that an author has still to fill in (✎), and learners would read them: "
            f"{_titles(found)}.",
            openPlaces=[
                {"lessonId": each.lesson_id, "title": each.title, "openPlaces": each.open_places}
                for each in found[:MOST_LISTED]
            ],
        )


def check_pictures(found: Sequence[UnfinishedLesson]) -> None:
    """Raises `HandlerError` that names the lessons with pictures that say nothing to who cannot see them."""
    silent = [each for each in found if each.pictures_without_text]
    if silent:
        lessons = "1 lesson has" if len(silent) == 1 else f"{len(silent):,} lessons have"
        raise HandlerError(
            "CONFLICT",
            f"{lessons} pictures without words for who cannot see them and cannot be public yet: {_titles(silent)}. "
            "Say in each what it shows, or mark it as decoration, then try again.",
            reason=ALTERNATIVE_TEXT,
            alternativeText=[
                {"lessonId": each.lesson_id, "title": each.title, "pictures": each.pictures_without_text}
                for each in silent[:MOST_LISTED]
            ],
        )


async def _unfinished(context: Context, course_id: str, lesson_id: str) -> list[UnfinishedLesson]:
    found = await contents.unfinished_lessons(context.db, course_id)
    return [each for each in found if each.lesson_id == lesson_id]


def _titles(found: Sequence[UnfinishedLesson]) -> str:
    titles = ", ".join(f"“{each.title}”" for each in found[:MOST_TITLES])
    others = len(found) - MOST_TITLES
    return titles + (f" and {others:,} more" if others > 0 else "")
