"""What is exported becomes named files: read from the service, made into text, one file a lesson or a course."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from workbench.authoring.characters import without_unfit
from workbench.authoring.content import AUTHOR_NOTE
from workbench.authoring.rendering.media import NO_LINKS, MediaLinks
from workbench.client.sanitize import shown
from workbench.client.sync import Client
from workbench.errors import NotSent
from workbench.exports.markdown import course_markdown
from workbench.exports.media import ExportedMedia, MediaFile
from workbench.exports.names import file_name
from workbench.exports.page import course_page
from workbench.procedures.course import get_course, get_publication
from workbench.procedures.lesson import Lesson, get_lesson, get_revision
from workbench.procedures.publishing.publications import LessonInPublication

Form = Literal["markdown", "html"]
Progress = Callable[[int], object]
"""Called with the number of lessons read so far; what it raises stops the export."""
FORMS: Final[dict[Form, tuple[str, Callable[[str, Sequence[Lesson], MediaLinks], str]]]] = {
    "markdown": (".md", course_markdown),
    "html": (".html", course_page),
}
_TOGETHER: Final = 100


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file's name, without a folder, its whole text, and the files that it shows, in a folder beside it."""

    name: str
    text: str
    media: tuple[MediaFile, ...] = ()


def export_lessons(
    client: Client,
    lesson_ids: Sequence[str],
    form: Form,
    *,
    has_media: bool = True,
    progress: Progress | None = None,
) -> list[ExportedFile]:
    """A file for each lesson. Raises what the client raises.

    Without `has_media` the words of pictures and recordings stand alone, and nothing of them is asked for.
    """
    media = ExportedMedia(client, inline=form == "html") if has_media else None
    lessons = read_lessons(client, lesson_ids, progress or unseen)
    return with_unique_names([exported(each.title, [each], form, media) for each in lessons])


def export_courses(
    client: Client,
    course_ids: Sequence[str],
    form: Form,
    *,
    has_media: bool = True,
    progress: Progress | None = None,
) -> list[ExportedFile]:
    """A file for each course, with all its lessons, the oldest first. Raises `NotSent` for a course without any."""
    media = ExportedMedia(client, inline=form == "html") if has_media else None
    files, read = [], 0
    for course_id in course_ids:
        course = client.call(get_course(course_id=course_id))
        if not course.lessons:
            raise NotSent(f"The course “{shown(course.title)}” has no lessons, so there is nothing to write.")
        ids = [each.lesson_id for each in course.lessons]
        lessons = read_lessons(client, ids, progress or unseen, before=read)
        read += len(lessons)
        files.append(exported(course.title, lessons, form, media))
    return with_unique_names(files)


def export_published(
    client: Client,
    course_ids: Sequence[str],
    form: Form,
    *,
    has_media: bool = True,
    progress: Progress | None = None,
) -> list[ExportedFile]:
    """A file for each course with what learners see of it: its current publication, lessons in the trash left out.

    Raises `NotFound` for a course that is not published, `NotSent` for one of which learners see no lesson.
    """
    media = ExportedMedia(client, inline=form == "html") if has_media else None
    files, read = [], 0
    for course_id in course_ids:
        publication = client.call(get_publication(course_id=course_id))
        seen = [each for each in publication.lessons or () if not each.is_in_trash]
        if not seen:
            raise NotSent(f"Learners see no lesson of “{shown(publication.title)}”, so there is nothing to write.")
        now = read_lessons(client, [each.lesson_id for each in seen], progress or unseen, before=read)
        read += len(now)
        files.append(exported(publication.title, _as_published(client, seen, now), form, media))
    return with_unique_names(files)


def exported(title: str, lessons: Sequence[Lesson], form: Form, media: ExportedMedia | None = None) -> ExportedFile:
    """One file, with a space for each character that controls how text is shown: lessons may hold some since before
    the service refused them.
    """
    ending, make = FORMS[form]
    links, beside = media.of(lessons) if media is not None else (NO_LINKS, ())
    lines = (without_unfit(line) for line in make(title, lessons, links).split("\n"))
    return ExportedFile(file_name(title) + ending, "\n".join(lines), beside)


def with_unique_names(files: Sequence[ExportedFile]) -> list[ExportedFile]:
    """The same files; those of one name get a number each."""
    taken: set[str] = set()
    apart = []
    for each in files:
        stem, dot, ending = each.name.rpartition(".")
        name, number = each.name, 2
        while name in taken:
            name, number = f"{stem}-{number}{dot}{ending}", number + 1
        taken.add(name)
        apart.append(replace(each, name=name))
    return apart


def read_lessons(client: Client, lesson_ids: Sequence[str], progress: Progress, *, before: int = 0) -> list[Lesson]:
    """The lessons in order, a hundred a request; `before` is how many were read already."""
    lessons: list[Lesson] = []
    for start in range(0, len(lesson_ids), _TOGETHER):
        some = lesson_ids[start : start + _TOGETHER]
        lessons += client.batch(*(get_lesson(lesson_id=each) for each in some))
        progress(before + len(lessons))
    return lessons


def _as_published(client: Client, seen: Sequence[LessonInPublication], now: Sequence[Lesson]) -> list[Lesson]:
    lessons: list[Lesson] = []
    for start in range(0, len(seen), _TOGETHER):
        some = seen[start : start + _TOGETHER]
        revisions = client.batch(*(get_revision(lesson_id=each.lesson_id, revision=each.revision) for each in some))
        for published, lesson, then in zip(some, now[start:], revisions, strict=False):
            blocks = [each for each in then.blocks if each.type != AUTHOR_NOTE]
            lessons.append(lesson.model_copy(update={"title": published.title, "blocks": blocks}))
    return lessons


def unseen(count: int) -> None:
    """Progress that is not shown."""
