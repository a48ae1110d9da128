"""Undoing the changes of a set: the calls, the rows already undone, and those that are kept. Pure.

A lesson's title and blocks go back to the previous revision, if the lesson is still at the revision that the change
made; courses and projects, if they still have the value that it set; the order of a course, if it is as the set left
it. A lesson that goes back to its course gets its former position there. Lessons and courses that the set created go to
the trash, those that it deleted are restored, and blocks that it marked as current are stale again. Source: ours
(changes 2).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from workbench.authoring.tags import divided_tags
from workbench.authoring.title import has_title_of
from workbench.authoring.transaction import merge_order
from workbench.changes.journal import ChangeRecord
from workbench.changes.ordering import place_after_neighbours
from workbench.changes.present import PresentLesson, PresentState, PresentTranslation
from workbench.changes.row import (
    COURSE,
    IN_TRASH,
    LINK,
    NEW_COURSE,
    NEW_LESSON,
    PRIVATE,
    PROJECT,
    RESTORE,
    SHARE_FIELDS,
    TAGS,
    TITLE,
    TRASH,
    ChangeConditions,
    PlannedOrder,
    publication_number,
    publication_text,
    shown_value,
)
from workbench.changes.settling import changes_revision, present_value
from workbench.changes.share_cells import share_call
from workbench.changes.writes import is_position
from workbench.changes.xliff.tying import is_ties, undo_call
from workbench.procedures.course import (
    delete_course,
    move_course,
    order_lessons,
    restore_course,
    restore_publication,
    unpublish_course,
)
from workbench.procedures.course import set_tags as set_course_tags
from workbench.procedures.declare import Call
from workbench.procedures.lesson import delete_lesson, restore_lesson, revert_to, set_tags, update_lesson
from workbench.text import display_text

TOUCHED: Final = "changed since"
GONE: Final = "no longer exists"
FIRST_REVISION = 1


@dataclass(frozen=True, slots=True)
class ChangeLeft:
    """A change that is not undone, and why. Its texts are untrusted when shown."""

    record: ChangeRecord
    reason: str
    value_now: str = ""

    def __str__(self) -> str:
        what = display_text(self.record.lesson_title or self.record.course_title, longest=60)
        value = shown_value(self.record.field, self.record.block_id, self.value_now)
        now = f", now {display_text(value, longest=60)!r}" if value else ""
        return f"line {self.record.line}, {display_text(self.record.field, longest=60)} of {what!r}: {self.reason}{now}"


@dataclass(frozen=True, slots=True)
class UndoState:
    """The present state, and which revisions of lessons brought earlier ones back, `(lesson id, revision)`.

    `conditions` have the orders of courses when the set was planned.
    """

    present: PresentState
    going_back: Mapping[tuple[str, int], int] = field(default_factory=dict)
    conditions: ChangeConditions = field(default_factory=ChangeConditions)

    def same_as(self, lesson_id: str, revision: int) -> int:
        """Return the earliest known revision with the same title and blocks."""
        while (lesson_id, revision) in self.going_back:
            revision = self.going_back[lesson_id, revision]
        return revision


@dataclass(slots=True)
class UndoSteps:
    """Calls that put changes back, each with its rows; rows that are back already; rows that stay.

    `half` are rows of lessons whose position in their old course still has to be restored.
    """

    calls: list[tuple[tuple[ChangeRecord, ...], Call[Any]]] = field(default_factory=list)
    already: list[ChangeRecord] = field(default_factory=list)
    left: list[ChangeLeft] = field(default_factory=list)
    half: set[int] = field(default_factory=set)

    @property
    def back(self) -> tuple[ChangeRecord, ...]:
        """The rows that would be undone."""
        return (*self.already, *(record for records, _ in self.calls for record in records))


def place_steps(records: Sequence[ChangeRecord], state: UndoState) -> UndoSteps:
    """Return the steps that undo rows of courses, projects, tags and links. Pure."""
    steps, present = UndoSteps(half={*_orders_left(records, state.conditions)}), state.present
    trashed = {record.course_id for record in records if record.field == TRASH and not record.lesson_id}
    for record in records:
        if record.field not in (COURSE, PROJECT, TAGS, LINK, *SHARE_FIELDS) or record.block_id:
            continue
        now = present_value(record, present)
        if record.field == LINK and now is None and record.course_id in trashed & present.trashed_courses:
            now = PRIVATE  # until the course is out of the trash, which comes first
        if now is None:
            steps.left.append(ChangeLeft(record, GONE))
        elif now == record.before:
            steps.already.append(record)
        elif record.field == LINK:
            made_number = None if record.after == PRIVATE else record.made_revision or -1
            if now == publication_text(made_number):
                steps.calls.append(((record,), _link_back(record, made_number)))
            else:
                steps.left.append(ChangeLeft(record, TOUCHED, now))
        elif now != record.after:
            steps.left.append(ChangeLeft(record, TOUCHED, now))
        elif record.field == PROJECT:
            call: Call[Any] = move_course(
                course_id=record.course_id, project_id=record.before, base_project_id=record.after
            )
            steps.calls.append(((record,), call))
        elif record.field in SHARE_FIELDS:
            back = share_call(record.course_id, {record.field: record.before}, base={record.field: record.after})
            steps.calls.append(((record,), back))
        elif record.field == TAGS:
            steps.calls.append(((record,), _tags_back(record)))
        else:
            revision = present.lessons[record.lesson_id].revision
            call = update_lesson(
                lesson_id=record.lesson_id, base_revision=revision, course_id=record.before, base_course_id=record.after
            )
            steps.calls.append(((record,), call))
    return steps


def _link_back(record: ChangeRecord, made_number: int | None) -> Call[Any]:
    """Return the call that shows learners what they saw before; placeholders in it are no news to them."""
    number = publication_number(record.before)
    if number is None:
        return unpublish_course(course_id=record.course_id)
    return restore_publication(
        course_id=record.course_id, number=number, base_number=made_number or 0, confirm_open_places=True
    )


def _tags_back(record: ChangeRecord) -> Call[Any]:
    tags, base = divided_tags(record.before), divided_tags(record.after)
    if record.lesson_id:
        return set_tags(lesson_id=record.lesson_id, tags=tags, base_tags=base)
    return set_course_tags(course_id=record.course_id, tags=tags, base_tags=base)


def order_steps(records: Sequence[ChangeRecord], state: UndoState) -> UndoSteps:
    """Return the steps that restore courses' orders, and the places of lessons returned to a course. Pure.

    If a course is in another order than the set left it in, only the returned lessons are placed.
    """
    steps, present = UndoSteps(), state.present
    orders_left = _orders_left(records, state.conditions)
    by_course: dict[str, list[ChangeRecord]] = defaultdict(list)
    for record in records:
        if is_position(record):
            by_course[record.course_id].append(record)
        elif record.field == COURSE and not record.block_id and present_value(record, present) == record.before:
            by_course[record.before].append(record)
    for course_id, rows in by_course.items():
        course, now = present.courses.get(course_id), list(present.orders.get(course_id, ()))
        if course is None:
            steps.left += [ChangeLeft(row, GONE) for row in rows if is_position(row)]
            continue
        back = [row for row in rows if row.row_id in orders_left]
        order = now
        for version in dict.fromkeys(orders_left[change.row_id].version for change in back):
            those = [change for change in back if orders_left[change.row_id].version == version]
            order = place_after_neighbours(
                order, [change.lesson_id for change in those], orders_left[those[0].row_id].before
            )
        positions = [row for row in rows if is_position(row)]
        for version in sorted({position.base_revision for position in positions}, reverse=True):
            mine = [position for position in positions if position.base_revision == version]
            planned = state.conditions.order(course_id, version)
            if planned is not None and _is_like(order, planned.before):
                back += mine
            elif planned is not None and _is_like(order, planned.after):
                back += mine
                order = _arranged_like(order, planned.before)
            else:
                steps.left += [ChangeLeft(change, TOUCHED, present_value(change, present) or "") for change in mine]
        if order == now:
            steps.already += back
        elif back:
            call = order_lessons(course_id=course_id, lesson_ids=order, base_version=course.order_version)
            steps.calls.append((tuple(back), call))
    return steps


def text_steps(records: Iterable[ChangeRecord], state: UndoState) -> UndoSteps:
    """Return the steps that undo rows of titles and blocks. Pure.

    A lesson goes back to the revision before those of the set. A revision that restored an earlier one is
    equivalent to it: the changes of a later set may have been undone.
    """
    steps, present = UndoSteps(), state.present
    by_lesson: dict[str, list[ChangeRecord]] = defaultdict(list)
    for record in records:
        if changes_revision(record):
            by_lesson[record.lesson_id].append(record)
    for lesson_id, rows in by_lesson.items():
        lesson = present.lessons.get(lesson_id)
        if lesson is None:
            steps.left += [ChangeLeft(row, GONE) for row in rows]
            continue
        made = {row.made_revision for row in rows} - {None}
        base, ours = state.same_as(lesson_id, lesson.revision), set[int | None]()
        while base in made:
            ours.add(base)
            base = state.same_as(lesson_id, base - 1)
        back = [row for row in rows if row.made_revision in ours]
        for row in rows:
            if row in back:
                continue
            now = present_value(row, present) or ""
            if now == row.before:
                steps.already.append(row)
            else:
                steps.left.append(ChangeLeft(row, TOUCHED, now))
        if back:
            call = revert_to(
                lesson_id=lesson_id,
                revision=base,
                base_revision=lesson.revision,
                keep_course_title=_keeps_course_title(back, lesson, present.courses),
            )
            steps.calls.append((tuple(back), call))
    return steps


def _keeps_course_title(back: Sequence[ChangeRecord], lesson: PresentLesson, courses: Mapping[str, Any]) -> bool | None:
    """Return whether the course must keep its title: it did not follow the lesson's, though both match now."""
    titles = [change for change in back if change.field == TITLE]
    course = courses.get(lesson.course_id)
    if not titles or course is None:
        return None
    last = titles[-1]
    followed = has_title_of(last.course_title, last.before) and has_title_of(course.title, last.after)
    return None if followed else True


def _orders_left(records: Iterable[ChangeRecord], conditions: ChangeConditions) -> dict[int, PlannedOrder]:
    """Return the last known order of the course that each lesson left, by the ids of the rows that moved it."""
    by_lesson = {(order.course_id, lesson_id): order for order in conditions.orders for lesson_id in order.before}
    return {
        record.row_id: by_lesson[record.before, record.lesson_id]
        for record in records
        if record.field == COURSE and not record.block_id and (record.before, record.lesson_id) in by_lesson
    }


def _is_like(order: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether the lessons that are in both have the same order."""
    here, there = set(order), set(other)
    return [lesson_id for lesson_id in order if lesson_id in there] == [
        lesson_id for lesson_id in other if lesson_id in here
    ]


def _arranged_like(order: Sequence[str], other: Sequence[str]) -> list[str]:
    """Return the order with shared lessons ordered as in `other`, each followed by those that came after it."""
    here = set(order)
    return merge_order(order, [lesson_id for lesson_id in other if lesson_id in here])


def restore_steps(records: Sequence[ChangeRecord], state: UndoState) -> UndoSteps:
    """Return the steps that restore lessons and courses from the trash."""
    steps = UndoSteps()
    for record in records:
        if record.field != TRASH or record.block_id:
            continue
        now = present_value(record, state.present)
        if now is None:
            steps.left.append(ChangeLeft(record, GONE))
        elif now != IN_TRASH:
            steps.already.append(record)
        elif record.lesson_id:
            steps.calls.append(((record,), restore_lesson(lesson_id=record.lesson_id)))
        else:
            steps.calls.append(((record,), restore_course(course_id=record.course_id)))
    return steps


def trash_steps(records: Sequence[ChangeRecord], state: UndoState) -> UndoSteps:
    """Return the steps that move restored lessons and courses back to the trash if they are as they were there."""
    steps, present = UndoSteps(), state.present
    for record in records:
        if record.field != RESTORE or record.block_id:
            continue
        now = present_value(record, present)
        if now is None:
            steps.left.append(ChangeLeft(record, GONE))
        elif now == IN_TRASH:
            steps.already.append(record)
        elif record.lesson_id and present.lessons[record.lesson_id].revision == record.base_revision:
            call: Call[Any] = delete_lesson(lesson_id=record.lesson_id, base_revision=record.base_revision)
            steps.calls.append(((record,), call))
        elif not record.lesson_id and present.courses[record.course_id].lesson_count == record.made_revision:
            steps.calls.append(((record,), delete_course(course_id=record.course_id)))
        else:
            steps.left.append(ChangeLeft(record, TOUCHED))
    return steps


def lesson_steps(records: Sequence[ChangeRecord], state: UndoState) -> UndoSteps:
    """Return the steps that move the set's new lessons to the trash if they are as the set made them.

    Changes that other rows of the set have made in them since are undone first.
    """
    steps = UndoSteps()
    own = {(record.lesson_id, record.made_revision) for record in records}
    for record in records:
        if record.field != NEW_LESSON or record.block_id:
            continue
        lesson = state.present.lessons.get(record.lesson_id)
        if lesson is None:
            steps.already.append(record)
            continue
        revision = state.same_as(record.lesson_id, lesson.revision)
        while (record.lesson_id, revision) in own:
            revision = state.same_as(record.lesson_id, revision - 1)
        if revision == FIRST_REVISION:
            call = delete_lesson(lesson_id=record.lesson_id, base_revision=lesson.revision)
            steps.calls.append(((record,), call))
        else:
            steps.left.append(ChangeLeft(record, TOUCHED))
    return steps


def course_steps(records: Sequence[ChangeRecord], state: UndoState) -> UndoSteps:
    """Return the steps that move the set's new courses to the trash if no other lessons are in them."""
    steps = UndoSteps()
    going = [steps_of(records, state).calls for steps_of in (lesson_steps, place_steps)]
    ours = {row.lesson_id for calls in going for rows, _ in calls for row in rows}
    for record in records:
        if record.field != NEW_COURSE or record.block_id:
            continue
        course = state.present.courses.get(record.course_id)
        if course is None:
            steps.already.append(record)
            continue
        in_it = sum(
            lesson_id in state.present.lessons and state.present.lessons[lesson_id].course_id == record.course_id
            for lesson_id in ours
        )
        if course.lesson_count <= in_it:
            steps.calls.append(((record,), delete_course(course_id=record.course_id)))
        else:
            steps.left.append(ChangeLeft(record, "other lessons are in it"))
    return steps


def tie_steps(records: Sequence[ChangeRecord], state: UndoState) -> UndoSteps:
    """Return the steps that make formerly stale blocks stale again.

    Ties of new blocks and lessons go with them.
    """
    steps = UndoSteps()
    for record in records:
        if not is_ties(record):
            continue
        call = undo_call(record, state.present.translations.get(record.lesson_id, PresentTranslation()))
        if call is None:
            steps.already.append(record)
        else:
            steps.calls.append(((record,), call))
    return steps
