"""Undoing a change set: each change is put back where nobody has touched the thing since. Source: ours (changes 2).

A lesson's title and blocks go back to the revision before, on condition of the revision that the change made; courses
and projects on condition of the value that it gave; the order of a course while it is as the set left it. A lesson that
goes back to its course stands where it stood there.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from workbench.authoring.tags import divided_tags
from workbench.authoring.transaction import arranged
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.planning.target import Conversations
from workbench.bulk.running.clocks import epoch_ms
from workbench.changes.journal import ChangeRecord, mark_undone, set_conditions, to_undo
from workbench.changes.ordering import placed
from workbench.changes.present import PresentLesson, PresentState
from workbench.changes.reading import find_target, names_change_sets, read_going_back, read_orders, read_present
from workbench.changes.results import ChangeSetSummary, records_of
from workbench.changes.row import (
    COURSE,
    POSITION,
    PROJECT,
    SHARE_FIELDS,
    TAGS,
    TITLE,
    ChangeConditions,
    PlannedOrder,
    shown_value,
)
from workbench.changes.settling import changes_revision, needs_blocks, value_now
from workbench.changes.shares.share_cells import share_call
from workbench.changes.writes import is_position
from workbench.client.sanitize import shown
from workbench.client.split import MAX_CALLS
from workbench.errors import CallFailed, OpenAuthorNotes, OpenPlaces, PlanRejected, WorkbenchError
from workbench.procedures.course import move_course, order_lessons
from workbench.procedures.course import set_tags as set_course_tags
from workbench.procedures.declare import Call
from workbench.procedures.lesson import revert_to, set_tags, update_lesson

ROWS_LISTED: Final = 20
_TOUCHED: Final = "changed by others since"
_GONE: Final = "not there any more"
_LOG: Final = logging.getLogger("workbench.changes")


@dataclass(frozen=True, slots=True)
class ChangeLeft:
    """A change that is not put back, and why. Its texts are untrusted where shown."""

    record: ChangeRecord
    reason: str
    value_now: str = ""

    def __str__(self) -> str:
        what = shown(self.record.lesson_title or self.record.course_title, longest=60)
        value = shown_value(self.record.field, self.record.block_id, self.value_now)
        now = f", now {shown(value, longest=60)!r}" if value else ""
        return f"line {self.record.line}, {shown(self.record.field, longest=60)} of {what!r}: {self.reason}{now}"


@dataclass(frozen=True, slots=True)
class UndoChangesPreview:
    """What undoing would do: `back` are changes that would be put back, `left` those that would stay."""

    back: tuple[ChangeRecord, ...]
    left: tuple[ChangeLeft, ...] = ()

    def __str__(self) -> str:
        return f"{_changes(len(self.back))} would be put back.{_listing(self.left)}"


@dataclass(frozen=True, slots=True)
class UndoChangesResult:
    """How many changes were put back, and which stay as they are."""

    undone: int
    left: tuple[ChangeLeft, ...] = ()

    def __str__(self) -> str:
        return f"{_changes(self.undone)} {'was' if self.undone == 1 else 'were'} put back.{_listing(self.left)}"


@dataclass(frozen=True, slots=True)
class UndoState:
    """The present state, and which revisions of lessons brought earlier ones back, `(lesson id, revision)`.

    `conditions` have the orders of courses when the set was planned.
    """

    present: PresentState
    going_back: Mapping[tuple[str, int], int] = field(default_factory=dict)
    conditions: ChangeConditions = field(default_factory=ChangeConditions)

    def same_as(self, lesson_id: str, revision: int) -> int:
        """The earliest revision with the same title and blocks that is known."""
        while (lesson_id, revision) in self.going_back:
            revision = self.going_back[lesson_id, revision]
        return revision


@dataclass(slots=True)
class UndoSteps:
    """Calls that put changes back, each with its rows; rows that are back already; rows that stay.

    `half` are rows of lessons whose place in their old course is still to be given back.
    """

    calls: list[tuple[tuple[ChangeRecord, ...], Call[Any]]] = field(default_factory=list)
    already: list[ChangeRecord] = field(default_factory=list)
    left: list[ChangeLeft] = field(default_factory=list)
    half: set[int] = field(default_factory=set)

    @property
    def back(self) -> tuple[ChangeRecord, ...]:
        """The rows that would be put back."""
        return (*self.already, *(each for records, _ in self.calls for each in records))


def look_before_undo_changes(summary: ChangeSetSummary, client: Conversations) -> UndoChangesPreview:
    """What undoing the set would do now; reads only. Raises `PlanRejected` in another session."""
    records = to_undo(records_of(summary))
    found = _read(summary, client, records)
    steps = [steps_of(records, found) for steps_of in (place_steps, order_steps, text_steps)]
    back = {each.row_id: each for one in steps for each in one.back}
    left = tuple(each for one in steps for each in one.left)
    return UndoChangesPreview(tuple(sorted(back.values(), key=lambda each: each.line)), left)


def undo_changes(
    summary: ChangeSetSummary,
    client: Conversations,
    *,
    progress: Callable[[int], None] = lambda undone: None,
) -> UndoChangesResult:
    """Put back every change of the set that nobody has touched since; the others stay, and are listed.

    Begun again, it goes on where it broke off. `progress` is told how many are back. Raises as the preview does.
    """
    records = to_undo(records_of(summary))
    undone, left = 0, []
    has_name = names_change_sets(client)

    def in_set(call: Call[Any]) -> Call[Any]:
        return call.in_change_set(summary.name) if has_name else call

    file = JournalFile(summary.journal)
    try:
        # Lessons go back to their courses first: a course that was made for one alone then follows its title again.
        for steps_of in (place_steps, order_steps, text_steps):
            steps = steps_of(records, _read(summary, client, records))
            left += steps.left
            already = [each.row_id for each in steps.already if each.row_id not in steps.half]
            with file.begin() as db:
                mark_undone(db, already, epoch_ms())
            undone += len(already)
            for start in range(0, len(steps.calls), MAX_CALLS):
                batch = steps.calls[start : start + MAX_CALLS]
                outcomes = client.outcomes(*(in_set(call) for _, call in batch))
                done = [
                    record
                    for (rows, _), each in zip(batch, outcomes, strict=True)
                    for record in rows
                    if not _failed(each) and record.row_id not in steps.half
                ]
                with file.begin() as db:
                    mark_undone(db, [each.row_id for each in done], epoch_ms())
                undone += len(done)
                left += [
                    ChangeLeft(record, _failure(each))
                    for (rows, _), each in zip(batch, outcomes, strict=True)
                    if _failed(each)
                    for record in rows
                ]
                progress(undone)
    finally:
        file.close()
    _LOG.info("change set %r undone: %d back, %d stay", summary.name, undone, len(left))
    return UndoChangesResult(undone, tuple(left))


def place_steps(records: Sequence[ChangeRecord], found: UndoState) -> UndoSteps:
    """How rows of courses, projects, tags and links are put back. Pure."""
    steps, present = UndoSteps(half={*_orders_left(records, found.conditions)}), found.present
    for each in records:
        if each.field not in (COURSE, PROJECT, TAGS, *SHARE_FIELDS) or each.block_id:
            continue
        now = value_now(each, present)
        if now is None:
            steps.left.append(ChangeLeft(each, _GONE))
        elif now == each.before:
            steps.already.append(each)
        elif now != each.after:
            steps.left.append(ChangeLeft(each, _TOUCHED, now))
        elif each.field == PROJECT:
            call: Call[Any] = move_course(course_id=each.course_id, project_id=each.before, base_project_id=each.after)
            steps.calls.append(((each,), call))
        elif each.field in SHARE_FIELDS:
            back = share_call(each.course_id, {each.field: each.before}, base={each.field: each.after})
            steps.calls.append(((each,), back))
        elif each.field == TAGS:
            steps.calls.append(((each,), _tags_back(each)))
        else:
            revision = present.lessons[each.lesson_id].revision
            call = update_lesson(
                lesson_id=each.lesson_id, base_revision=revision, course_id=each.before, base_course_id=each.after
            )
            steps.calls.append(((each,), call))
    return steps


def _tags_back(record: ChangeRecord) -> Call[Any]:
    tags, base = divided_tags(record.before), divided_tags(record.after)
    if record.lesson_id:
        return set_tags(lesson_id=record.lesson_id, tags=tags, base_tags=base)
    return set_course_tags(course_id=record.course_id, tags=tags, base_tags=base)


def order_steps(records: Sequence[ChangeRecord], found: UndoState) -> UndoSteps:
    """How courses get their orders back, and lessons that went back to one their places in it. Pure.

    Where a course is in another order than the set left it in, only the lessons that went back are placed.
    """
    steps, present = UndoSteps(), found.present
    orders_left = _orders_left(records, found.conditions)
    by_course: dict[str, list[ChangeRecord]] = defaultdict(list)
    for each in records:
        if is_position(each):
            by_course[each.course_id].append(each)
        elif each.field == COURSE and not each.block_id and value_now(each, present) == each.before:
            by_course[each.before].append(each)
    for course_id, rows in by_course.items():
        course, now = present.courses.get(course_id), list(present.orders.get(course_id, ()))
        if course is None:
            steps.left += [ChangeLeft(each, _GONE) for each in rows if is_position(each)]
            continue
        back = [each for each in rows if each.row_id in orders_left]
        order = now
        for version in dict.fromkeys(orders_left[each.row_id].version for each in back):
            those = [each for each in back if orders_left[each.row_id].version == version]
            order = placed(order, [each.lesson_id for each in those], orders_left[those[0].row_id].before)
        positions = [each for each in rows if is_position(each)]
        for version in sorted({each.base_revision for each in positions}, reverse=True):
            mine = [each for each in positions if each.base_revision == version]
            planned = found.conditions.order(course_id, version)
            if planned is not None and _is_like(order, planned.before):
                back += mine
            elif planned is not None and _is_like(order, planned.after):
                back += mine
                order = _arranged_like(order, planned.before)
            else:
                steps.left += [ChangeLeft(each, _TOUCHED, value_now(each, present) or "") for each in mine]
        if order == now:
            steps.already += back
        elif back:
            call = order_lessons(course_id=course_id, lesson_ids=order, base_version=course.order_version)
            steps.calls.append((tuple(back), call))
    return steps


def text_steps(records: Iterable[ChangeRecord], found: UndoState) -> UndoSteps:
    """How rows of titles and blocks are put back: a lesson goes back to the revision before those of the set. Pure.

    A revision that brought an earlier one back is as good as that one: what a later set changed may have been undone.
    """
    steps, present = UndoSteps(), found.present
    by_lesson: dict[str, list[ChangeRecord]] = defaultdict(list)
    for each in records:
        if changes_revision(each):
            by_lesson[each.lesson_id].append(each)
    for lesson_id, rows in by_lesson.items():
        lesson = present.lessons.get(lesson_id)
        if lesson is None:
            steps.left += [ChangeLeft(each, _GONE) for each in rows]
            continue
        made = {each.made_revision for each in rows} - {None}
        base, ours = found.same_as(lesson_id, lesson.revision), set[int | None]()
        while base in made:
            ours.add(base)
            base = found.same_as(lesson_id, base - 1)
        back = [each for each in rows if each.made_revision in ours]
        for each in rows:
            if each in back:
                continue
            now = value_now(each, present) or ""
            if now == each.before:
                steps.already.append(each)
            else:
                steps.left.append(ChangeLeft(each, _TOUCHED, now))
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
    """Whether the course has to keep its title: it did not follow the lesson's, though it is called the same now."""
    titles = [each for each in back if each.field == TITLE]
    course = courses.get(lesson.course_id)
    if not titles or course is None:
        return None
    followed = titles[-1].course_title == titles[-1].before and course.title == titles[-1].after
    return None if followed else True


def _orders_left(records: Iterable[ChangeRecord], conditions: ChangeConditions) -> dict[int, PlannedOrder]:
    """By the ids of the rows that moved a lesson: the order of the course it left, the last one known that has it."""
    by_lesson = {(each.course_id, lesson_id): each for each in conditions.orders for lesson_id in each.before}
    return {
        each.row_id: by_lesson[each.before, each.lesson_id]
        for each in records
        if each.field == COURSE and not each.block_id and (each.before, each.lesson_id) in by_lesson
    }


def _is_like(order: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the lessons that are in both stand in the same order."""
    here, there = set(order), set(other)
    return [each for each in order if each in there] == [each for each in other if each in here]


def _arranged_like(order: Sequence[str], other: Sequence[str]) -> list[str]:
    """The order with the lessons that are in both as in the other one, each followed by what stood behind it."""
    here = set(order)
    return arranged(order, [each for each in other if each in here])


def _read(summary: ChangeSetSummary, client: Conversations, records: Sequence[ChangeRecord]) -> UndoState:
    place, target = find_target(client, summary.target.organization_id)
    if target.identity != summary.target.identity:
        raise PlanRejected("This set was made by another person, or in another organization. Nothing was changed.")
    with_blocks = {each.lesson_id for each in records if needs_blocks(each)}
    present = read_present(client, place, {each.lesson_id for each in records}, with_blocks=with_blocks)
    ordered = {
        each.course_id if is_position(each) else each.before for each in records if each.field in (COURSE, POSITION)
    }
    present = replace(present, orders=read_orders(client, place, ordered & present.courses.keys()))
    made = {(each.lesson_id, each.made_revision) for each in records if changes_revision(each)}
    later = [
        lesson_id
        for lesson_id in {each.lesson_id for each in records if changes_revision(each) and each.made_revision}
        if lesson_id in present.lessons and (lesson_id, present.lessons[lesson_id].revision) not in made
    ]
    file = JournalFile(summary.journal)
    try:
        with file.look() as db:
            conditions = set_conditions(db, summary.set_id)
    finally:
        file.close()
    return UndoState(present, read_going_back(client, later), conditions)


def _failed(outcome: Any) -> bool:
    return isinstance(outcome, WorkbenchError)


def _failure(outcome: WorkbenchError) -> str:
    if isinstance(outcome, OpenPlaces | OpenAuthorNotes):
        return outcome.message.rstrip(".")
    if isinstance(outcome, CallFailed) and outcome.http_status == 409:
        return _TOUCHED
    return f"not put back now ({outcome.message.rstrip('.')}); undo again"


def _listing(left: Sequence[ChangeLeft]) -> str:
    if not left:
        return ""
    more = f"; and {len(left) - ROWS_LISTED:,} more" if len(left) > ROWS_LISTED else ""
    verb = "stays" if len(left) == 1 else "stay"
    return f" {_changes(len(left))} {verb} as they are: {'; '.join(map(str, left[:ROWS_LISTED]))}{more}."


def _changes(count: int) -> str:
    return f"{count:,} change{'' if count == 1 else 's'}"
