"""What is exported becomes named files: read from the service, made into text, one file a lesson or a course."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from workbench.authoring.characters import without_unfit
from workbench.authoring.rendering.media import NO_LINKS, MediaLinks
from workbench.client.sync import Client
from workbench.exports.markdown import course_markdown
from workbench.exports.media import ExportedMedia, MediaFile
from workbench.exports.names import file_name
from workbench.exports.page import course_page
from workbench.exports.page_facts import NO_FACTS, PageFacts, read_page_facts
from workbench.exports.reading import Progress, read_course, read_lessons, unseen
from workbench.procedures.lesson import Lesson

Form = Literal["markdown", "html"]
_ENDINGS: Final[dict[Form, str]] = {"markdown": ".md", "html": ".html"}


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
    facts = [NO_FACTS] * len(lessons)
    if form == "html":
        by_course = read_page_facts(client, _of_courses(lessons))
        facts = [by_course[each.course_id] for each in lessons]
    return with_unique_names(
        [exported(each.title, [each], form, media, known) for each, known in zip(lessons, facts, strict=True)]
    )


def export_courses(
    client: Client,
    course_ids: Sequence[str],
    form: Form,
    *,
    is_published: bool = False,
    has_media: bool = True,
    progress: Progress | None = None,
) -> list[ExportedFile]:
    """A file for each course with its lessons in order; with `is_published` what learners see of it.

    That is its current publication, without lessons in the trash. Raises `NotFound` for a course that is not published,
    `NotSent` for one without lessons.
    """
    media = ExportedMedia(client, inline=form == "html") if has_media else None
    files, read = [], 0
    for course_id in course_ids:
        course = read_course(client, course_id, progress or unseen, is_published=is_published, before=read)
        read += len(course.lessons)
        facts = NO_FACTS
        if form == "html" or is_published:
            facts = read_page_facts(client, {course_id: course.lessons})[course_id]
        files.append(exported(course.title, course.lessons, form, media, facts))
    return with_unique_names(files)


def exported(
    title: str,
    lessons: Sequence[Lesson],
    form: Form,
    media: ExportedMedia | None = None,
    facts: PageFacts = NO_FACTS,
) -> ExportedFile:
    """One file, with a space for each character that controls how text is shown: lessons may hold some since before
    the service refused them.
    """
    links, beside = NO_LINKS, tuple[MediaFile, ...]()
    if media is not None:
        links, beside = media.of(lessons, also=facts.shown_assets if form == "html" else ())
    text = _text(title, lessons, form, links, facts)
    return ExportedFile(file_name(title) + _ENDINGS[form], "\n".join(map(without_unfit, text.split("\n"))), beside)


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


def _text(title: str, lessons: Sequence[Lesson], form: Form, links: MediaLinks, facts: PageFacts) -> str:
    if form == "html":
        return course_page(title, lessons, links, facts)
    return course_markdown(title, lessons, links, facts)


def _of_courses(lessons: Sequence[Lesson]) -> dict[str, list[Lesson]]:
    found: dict[str, list[Lesson]] = {}
    for each in lessons:
        found.setdefault(each.course_id, []).append(each)
    return found
