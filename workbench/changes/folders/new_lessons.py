"""The lessons that files without one make: what they begin with, or why they are not made."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from workbench.changes.folders.present_folder import FolderState, NewLessonFacts
from workbench.changes.folders.scan import TAKES_TOO_LONG, ScannedFile, ScannedFolder
from workbench.changes.folders.wanted_blocks import WantedBlocks
from workbench.changes.making.rows import NewLessonContent, new_lesson_row, new_lesson_text
from workbench.changes.present import PresentCourse, PresentLesson
from workbench.changes.row import BLOCKS, ChangeRow, ChangeVerdict
from workbench.errors import PatternTimedOut

MOST_NEW_BYTES: Final = 900_000
"""Largest content that a lesson can begin with: it is made by one request."""


def find_new_blocks(folder: ScannedFolder, state: FolderState, wanted: WantedBlocks) -> None:
    """Find the blocks of each new lesson before anything is put in order.

    A lesson that cannot be made takes no place among the others, and a course of which no lesson is made is none.
    """
    for line, facts in state.new_lessons.items():
        if not facts.problem:
            state.new_lessons[line] = _with_blocks(facts, folder.files[line - 1], state.lesson_ids[line], wanted)
    made = {
        file.course
        for line, file in enumerate(folder.files, 1)
        if line in state.lesson_ids and not (line in state.new_lessons and state.new_lessons[line].problem)
    }
    state.new_courses = {path: title for path, title in state.new_courses.items() if path in made}


def new_row(line: int, facts: NewLessonFacts, lesson: PresentLesson | None, course: PresentCourse | None) -> ChangeRow:
    """Return the row that makes a new lesson at its place, or says why it cannot be made."""
    if lesson is None or facts.problem:
        return ChangeRow(line, ChangeVerdict.NOT_ALLOWED, field=BLOCKS, lesson_title=facts.title, reason=facts.problem)
    return new_lesson_row(
        line,
        lesson.lesson_id,
        lesson.course_id,
        NewLessonContent(facts.title, facts.language, facts.blocks, lesson.position),
        course_title=course.title if course else "",
        reason=f"a new lesson of {len(facts.blocks):,} block{'' if len(facts.blocks) == 1 else 's'}",
    )


def _with_blocks(facts: NewLessonFacts, file: ScannedFile, lesson_id: str, wanted: WantedBlocks) -> NewLessonFacts:
    try:
        blocks = wanted.of_new(file, lesson_id)
    except ValueError as refused:
        return replace(facts, problem=str(refused))
    except RecursionError:
        return replace(facts, problem="it is nested too deeply")
    except PatternTimedOut:
        return replace(facts, problem=TAKES_TOO_LONG)
    size = len(new_lesson_text(NewLessonContent(facts.title, facts.language, blocks)).encode())
    if size > MOST_NEW_BYTES:
        most = f"a new lesson has at most {MOST_NEW_BYTES / 1e6:.1f} MB"
        return replace(facts, problem=f"{most}, this one {size / 1e6:.1f} MB; divide it")
    return replace(facts, blocks=blocks)
