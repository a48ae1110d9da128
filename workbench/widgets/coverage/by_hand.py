"""Translating without a model: start a translation for a person to write, export lessons for translators (XLIFF), and
say that a translation is current.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from workbench.authoring.title import MAX_TITLE_CHARACTERS
from workbench.changes.xliff.reading import find_counterpart, find_translations
from workbench.client.lookups.same_name import call_unless_taken
from workbench.client.sync import Client
from workbench.exports.written import write_archive
from workbench.exports.xliff.export import XliffExport, export_xliff
from workbench.procedures.course import create_course, get_course
from workbench.procedures.lesson import create_lesson, get_lesson, get_translation, tie_translation
from workbench.procedures.translations import BlockTie
from workbench.widgets.coverage.cells import CoveredLesson

_ARCHIVE = "translations.zip"


def begin_translation(
    client: Client,
    source_lesson_id: str,
    language: str,
    *,
    organization_id: str | None = None,
    is_confirmed: bool = False,
) -> str:
    """Create an empty translation of a lesson for manual work, tied to its source; return its id.

    An existing one is reused. A new one goes into the course's counterpart in that language, created if missing. Raises
    `NotConfirmed` if another course already has the counterpart's title, unless `is_confirmed`.
    """
    if existing := find_translations(client, [source_lesson_id], language).get(source_lesson_id):
        return existing.lesson_id
    source = client.call(get_lesson(lesson_id=source_lesson_id))
    counterpart, _ = find_counterpart(client, source.course_id, language)
    course_id = (
        counterpart.course_id
        if counterpart is not None
        else _new_counterpart(
            client, source.course_id, language, organization_id=organization_id, is_confirmed=is_confirmed
        )
    )
    made = client.call(create_lesson(title=source.title, language=language, course_id=course_id))
    tie = tie_translation(
        lesson_id=made.lesson_id, source_lesson_id=source.lesson_id, source_revision=source.revision, blocks=[]
    )
    client.call(tie)
    return made.lesson_id


def mark_as_current(client: Client, lesson_id: str) -> int:
    """Say that a translation says what its source says now, and return how many source blocks it still lacks.

    Changes no text. Raises `Conflict` where the source was changed meanwhile.
    """
    translation = client.call(get_translation(lesson_id=lesson_id)).translation
    if translation is None:
        return 0
    stale = [block for block in translation.blocks if block.state == "stale" and block.block_id is not None]
    client.call(
        tie_translation(
            lesson_id=lesson_id,
            source_lesson_id=translation.source_lesson_id,
            source_revision=translation.source_revision,
            blocks=[BlockTie(block_id=block.block_id or "", source_block_id=block.source_block_id) for block in stale],
            is_title_current=True,
        )
    )
    return sum(block.state == "missing" for block in translation.blocks)


def translators_file(client: Client, lessons: Sequence[CoveredLesson]) -> tuple[str, bytes, list[XliffExport]]:
    """Return the name and content of an XLIFF file of these lessons, or of an archive if there are several languages.

    The third value describes each language's file. Raises what `export_xliff` raises.
    """
    sources: dict[str, list[str]] = {}
    for lesson in lessons:
        if lesson.source_id is not None:
            sources.setdefault(lesson.language, []).append(lesson.source_id)
    with TemporaryDirectory(prefix="workbench-xliff-") as folder:
        made = [
            export_xliff(client, list(dict.fromkeys(ids)), language, Path(folder)) for language, ids in sources.items()
        ]
        if len(made) == 1:
            return made[0].path.name, made[0].path.read_bytes(), made
        write_archive(archive := io.BytesIO(), made)
    return _ARCHIVE, archive.getvalue(), made


def _new_counterpart(
    client: Client, course_id: str, language: str, *, organization_id: str | None, is_confirmed: bool
) -> str:
    """Create the course for the translations of a course; return its id."""
    course = client.call(get_course(course_id=course_id))
    title = f"{course.title[: MAX_TITLE_CHARACTERS - 12]} ({language})"
    call = create_course(title=title, organization_id=organization_id, project_id=course.project_id)
    return (client.call(call) if is_confirmed else call_unless_taken(client, call)).course_id
