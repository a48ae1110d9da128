"""How lessons that a set put into the trash come back, and how those that it made go there. Pure.

A lesson that was made goes while nobody else has edited it; a course that was made, when nothing is left in it.
Source: ours (changes 2).
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.changes.journal import ChangeRecord
from workbench.changes.row import NEW_COURSE, NEW_LESSON, TRASH
from workbench.changes.undoing.steps import GONE, TOUCHED, ChangeLeft, UndoState, UndoSteps, place_steps
from workbench.procedures.course import delete_course
from workbench.procedures.lesson import delete_lesson, restore_lesson

FIRST_REVISION = 1


def restore_steps(records: Sequence[ChangeRecord], found: UndoState) -> UndoSteps:
    """The lessons come out of the trash again."""
    steps = UndoSteps()
    for record in records:
        if record.field != TRASH or record.block_id:
            continue
        if record.lesson_id in found.present.lessons:
            steps.already.append(record)
        elif record.lesson_id in found.present.trashed:
            steps.calls.append(((record,), restore_lesson(lesson_id=record.lesson_id)))
        else:
            steps.left.append(ChangeLeft(record, GONE))
    return steps


def lesson_steps(records: Sequence[ChangeRecord], found: UndoState) -> UndoSteps:
    """The lessons that were made go into the trash, where they are as the set made them.

    What other rows of the set changed in them since is put back before.
    """
    steps = UndoSteps()
    own = {(record.lesson_id, record.made_revision) for record in records}
    for record in records:
        if record.field != NEW_LESSON or record.block_id:
            continue
        lesson = found.present.lessons.get(record.lesson_id)
        if lesson is None:
            steps.already.append(record)
            continue
        revision = found.same_as(record.lesson_id, lesson.revision)
        while (record.lesson_id, revision) in own:
            revision = found.same_as(record.lesson_id, revision - 1)
        if revision == FIRST_REVISION:
            call = delete_lesson(lesson_id=record.lesson_id, base_revision=lesson.revision)
            steps.calls.append(((record,), call))
        else:
            steps.left.append(ChangeLeft(record, TOUCHED))
    return steps


def course_steps(records: Sequence[ChangeRecord], found: UndoState) -> UndoSteps:
    """The courses that were made go into the trash, where no other lessons are in them."""
    steps = UndoSteps()
    going = [steps_of(records, found).calls for steps_of in (lesson_steps, place_steps)]
    ours = {row.lesson_id for calls in going for rows, _ in calls for row in rows}
    for record in records:
        if record.field != NEW_COURSE or record.block_id:
            continue
        course = found.present.courses.get(record.course_id)
        if course is None:
            steps.already.append(record)
            continue
        in_it = sum(
            lesson_id in found.present.lessons and found.present.lessons[lesson_id].course_id == record.course_id
            for lesson_id in ours
        )
        if course.lesson_count <= in_it:
            steps.calls.append(((record,), delete_course(course_id=record.course_id)))
        else:
            steps.left.append(ChangeLeft(record, "other lessons are in it"))
    return steps
