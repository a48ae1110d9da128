"""Lessons that were written into a folder and no longer have a file there: reported or moved to the trash.

Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from workbench.changes.folders.scan import ScannedCourse, ScannedFolder
from workbench.changes.lesson_rows import trash_row
from workbench.changes.present import PresentCourse, PresentLesson, PresentState
from workbench.changes.row import ChangeRow, ChangeVerdict
from workbench.text import display_text
from workbench.wording import count_text

_LISTED: Final = 5


@dataclass(frozen=True, slots=True)
class MissingFiles:
    """Rows that move lessons to the trash, or say why not; the ids of these lessons; and notes for a person."""

    rows: tuple[ChangeRow, ...] = ()
    going: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


def missing_since(folder: ScannedFolder, present: PresentState) -> dict[str, int]:
    """Return, by id, the revision at which each lesson without a file was written, if its revision differs now."""
    there = {file.lesson.lesson_id for file in folder.files if file.lesson}
    return {
        lesson_id: written
        for course in folder.courses
        for lesson_id, written in course.file.written.items()
        if lesson_id not in there and (lesson := present.lessons.get(lesson_id)) and lesson.revision != written
    }


def find_missing(
    folder: ScannedFolder, present: PresentState, *, delete: bool, unchanged: Collection[str] = ()
) -> MissingFiles:
    """Return the lessons without a file. Only those written into the folder may be deleted.

    `unchanged` are ids of lessons whose content is the same as when they were written, although their revision
    differs. A course with an unread file loses no lesson: the lesson may be in that file.
    """
    there = {file.lesson.lesson_id for file in folder.files if file.lesson}
    rows: list[ChangeRow] = []
    notes: list[str] = []
    for scanned_course in folder.courses:
        course = present.courses.get(scanned_course.id)
        gone = [
            lesson
            for lesson_id in scanned_course.file.written
            if lesson_id not in there
            and (lesson := present.lessons.get(lesson_id))
            and lesson.course_id == scanned_course.id
        ]
        if course is None or not gone:
            continue
        if not delete or scanned_course.path in folder.unread:
            notes.append(_note(course, gone, is_unsure=delete))
        else:
            rows += _rows(scanned_course, course, gone, unchanged)
    going = frozenset(row.lesson_id for row in rows if row.verdict is ChangeVerdict.CHANGE)
    return MissingFiles(tuple(rows), going, tuple(notes))


def _rows(
    folder: ScannedCourse, course: PresentCourse, gone: Sequence[PresentLesson], unchanged: Collection[str]
) -> Iterator[ChangeRow]:
    for lesson in gone:
        row = trash_row(0, lesson, course_title=course.title, reason="its file is missing")
        written = folder.file.written[lesson.lesson_id]
        if written != lesson.revision and lesson.lesson_id not in unchanged:
            revisions = f"revision {written:,} then, {lesson.revision:,} now"
            reason = f"its file is missing, and the lesson was edited since: {revisions}"
            row = replace(row, verdict=ChangeVerdict.CONFLICT, reason=reason)
        yield replace(row, is_public=course.is_public and row.verdict is ChangeVerdict.CHANGE)


def _note(course: PresentCourse, gone: Sequence[PresentLesson], *, is_unsure: bool) -> str:
    titles = ", ".join(f"“{display_text(lesson.title, longest=60)}”" for lesson in gone[:_LISTED])
    more = f" and {len(gone) - _LISTED:,} more" if len(gone) > _LISTED else ""
    count = count_text(len(gone), "lesson")
    has = "has no file and stays" if len(gone) == 1 else "have no file and stay"
    why = "a file of the course was not read" if is_unsure else "--delete moves them to the trash"
    return f"{count} of “{display_text(course.title, longest=60)}” {has}: {titles}{more}. ({why[:1].upper()}{why[1:]}.)"
