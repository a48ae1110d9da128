"""Read the content of an export: a course's lessons as they are now, or as learners see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from workbench.authoring.content import AUTHOR_NOTE
from workbench.client.lookups.targets import Target
from workbench.client.sync import Client
from workbench.errors import InputRejected, NotFound, NotSent
from workbench.exports.formats import Progress
from workbench.procedures.course import get_course, get_publication
from workbench.procedures.lesson import Lesson, get_lesson, get_revision
from workbench.procedures.publications import LessonInPublication
from workbench.text import display_text

_TOGETHER: Final = 100


@dataclass(frozen=True, slots=True)
class ReadCourse:
    """A course with lessons in order.

    `unpublished_changes` is the number of differences from what learners see: 0 if there are none, or if the course
    isn't public.
    """

    course_id: str
    title: str
    lessons: tuple[Lesson, ...]
    unpublished_changes: int = 0


def read_course(
    client: Client, course_id: str, progress: Progress, *, is_published: bool = False, before: int = 0
) -> ReadCourse:
    """Return the present course, or with `is_published` its current publication without lessons in the trash.

    `before` is the number of lessons read already. Raises `NotSent` if there is no lesson, `NotFound` for a
    course that is not published.
    """
    if is_published:
        return _published_course(client, course_id, progress, before)
    course = client.call(get_course(course_id=course_id))
    if not course.lessons:
        raise NotSent(f"The course “{display_text(course.title)}” has no lessons, so there is nothing to write.")
    lessons = read_lessons(client, [lesson.lesson_id for lesson in course.lessons], progress, before=before)
    return ReadCourse(course_id, course.title, tuple(lessons), course.unpublished_changes or 0)


def read_lessons(client: Client, lesson_ids: Sequence[str], progress: Progress, *, before: int = 0) -> list[Lesson]:
    """Return the lessons in order, a hundred a request; `before` is the number of lessons read already."""
    lessons: list[Lesson] = []
    for start in range(0, len(lesson_ids), _TOGETHER):
        some = lesson_ids[start : start + _TOGETHER]
        lessons += client.batch(*(get_lesson(lesson_id=lesson_id) for lesson_id in some))
        progress(before + len(lessons))
    return lessons


def check_published(targets: Sequence[Target], *, is_published: bool) -> None:
    """Raise `InputRejected` for a published export of a single lesson."""
    if is_published and any(target.kind != "course" for target in targets):
        raise InputRejected("Courses are published, not lessons alone. Name the course. Nothing was written.")


def unseen(count: int) -> None:
    """Ignore the progress."""


def _published_course(client: Client, course_id: str, progress: Progress, before: int) -> ReadCourse:
    try:
        publication = client.call(get_publication(course_id=course_id))
    except NotFound:
        title = display_text(client.call(get_course(course_id=course_id)).title)
        why = f"Learners do not see “{title}”: it is not published. Publish it, or export it as it is now."
        raise NotFound(why, code="NOT_FOUND", http_status=404) from None
    seen = [lesson for lesson in publication.lessons or () if not lesson.is_in_trash]
    if not seen:
        raise NotSent(f"Learners see no lesson of “{display_text(publication.title)}”, so there is nothing to write.")
    now = read_lessons(client, [publication.lesson_id for publication in seen], progress, before=before)
    return ReadCourse(course_id, publication.title, tuple(_as_published(client, seen, now)))


def _as_published(client: Client, seen: Sequence[LessonInPublication], now: Sequence[Lesson]) -> list[Lesson]:
    lessons: list[Lesson] = []
    for start in range(0, len(seen), _TOGETHER):
        some = seen[start : start + _TOGETHER]
        revisions = client.batch(
            *(get_revision(lesson_id=publication.lesson_id, revision=publication.revision) for publication in some)
        )
        for published, lesson, then in zip(some, now[start:], revisions, strict=False):
            blocks = [block for block in then.blocks if block.type != AUTHOR_NOTE]
            facts = {"title": published.title, "language": published.language, "revision": published.revision}
            lessons.append(lesson.model_copy(update={**facts, "blocks": blocks}))
    return lessons
