"""Lessons and courses as documents, Markdown or HTML: read from the service, written one file a lesson or a course."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Literal

from workbench.authoring.blocks.output import NO_LINKS, MediaLinks
from workbench.authoring.characters import without_unfit
from workbench.client.lookups.targets import Target, find_targets
from workbench.client.sync import Client
from workbench.exports.formats import FORMATS, Format, Progress
from workbench.exports.markdown import course_markdown
from workbench.exports.media import ExportedMedia, MediaFile
from workbench.exports.names import file_name
from workbench.exports.page import course_page
from workbench.exports.page_facts import NO_FACTS, PageFacts, read_page_facts
from workbench.exports.reading import check_published, read_course, read_lessons, unseen
from workbench.exports.written import ExportedFile, WrittenFile, with_unique_names, write_files
from workbench.procedures.lesson import Lesson

Form = Literal["markdown", "html"]


def write(
    form: Format,
    client: Client,
    content: Sequence[str | Target],
    to: Path,
    *,
    published: bool,
    media: bool,
    overwrite: bool,
    progress: Progress | None,
) -> Iterator[WrittenFile]:
    """Write a file for each lesson and course into the folder `to`, all or none; see `Format.write`."""
    targets = find_targets(client, content)
    check_published(targets, is_published=published)
    name: Form = "html" if form.name == "html" else "markdown"
    files: list[ExportedFile] = []
    for kind, some in groupby(targets, key=lambda target: target.kind):
        export = partial(export_courses, is_published=published) if kind == "course" else export_lessons
        files += export(client, [target.id for target in some], name, has_media=media, progress=progress)
    yield from write_files(to, with_unique_names(files), overwrite=overwrite)


def export_lessons(
    client: Client,
    lesson_ids: Sequence[str],
    form: Form,
    *,
    has_media: bool = True,
    progress: Progress | None = None,
) -> list[ExportedFile]:
    """Return a file for each lesson. Raises the client's errors.

    Without `has_media` only the words of pictures and recordings are exported, and no media are requested.
    """
    media = ExportedMedia(client, inline=form == "html") if has_media else None
    lessons = read_lessons(client, lesson_ids, progress or unseen)
    facts = [NO_FACTS] * len(lessons)
    if form == "html":
        by_course = read_page_facts(client, _export_courses(lessons))
        facts = [by_course[lesson.course_id] for lesson in lessons]
    files = [
        replace(export_document(lesson.title, [lesson], form, media, known), thing_id=lesson.lesson_id)
        for lesson, known in zip(lessons, facts, strict=True)
    ]
    return with_unique_names(files)


def export_courses(
    client: Client,
    course_ids: Sequence[str],
    form: Form,
    *,
    is_published: bool = False,
    has_media: bool = True,
    progress: Progress | None = None,
) -> list[ExportedFile]:
    """Return a file for each course with its lessons in order; with `is_published` as learners see it.

    That is its current publication, without lessons in the trash. Raises `NotFound` for a course that is not
    published, `NotSent` for one without lessons.
    """
    media = ExportedMedia(client, inline=form == "html") if has_media else None
    files, read = [], 0
    for course_id in course_ids:
        course = read_course(client, course_id, progress or unseen, is_published=is_published, before=read)
        read += len(course.lessons)
        facts = NO_FACTS
        if form == "html" or is_published:
            facts = read_page_facts(client, {course_id: course.lessons})[course_id]
        files.append(replace(export_document(course.title, course.lessons, form, media, facts), thing_id=course_id))
    return with_unique_names(files)


def export_document(
    title: str,
    lessons: Sequence[Lesson],
    form: Form,
    media: ExportedMedia | None = None,
    facts: PageFacts = NO_FACTS,
) -> ExportedFile:
    """Return the text of one file.

    Characters that control how text is shown become spaces: old lessons may contain some that the service refuses now.
    """
    links, beside = NO_LINKS, tuple[MediaFile, ...]()
    if media is not None:
        links, beside = media.of(lessons, also=facts.shown_assets if form == "html" else ())
    text = _text(title, lessons, form, links, facts)
    return ExportedFile(
        file_name(title) + FORMATS[form].suffix, "\n".join(map(without_unfit, text.split("\n"))), beside
    )


def _text(title: str, lessons: Sequence[Lesson], form: Form, links: MediaLinks, facts: PageFacts) -> str:
    if form == "html":
        return course_page(title, lessons, links, facts)
    return course_markdown(title, lessons, links, facts)


def _export_courses(lessons: Sequence[Lesson]) -> dict[str, list[Lesson]]:
    by_course: dict[str, list[Lesson]] = {}
    for lesson in lessons:
        by_course.setdefault(lesson.course_id, []).append(lesson)
    return by_course
