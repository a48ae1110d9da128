"""Derive row states from answers, and from the present state for rows that are still open. Pure.

Source: ours (changes 2).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from workbench.authoring.content.block_text import text_at
from workbench.authoring.tags import tags_text
from workbench.changes.journal import ALREADY, ChangeRecord, ChangeState, Settlement
from workbench.changes.ordering import place_after_neighbours
from workbench.changes.present import PresentState, blocks_text
from workbench.changes.row import (
    BLOCKS,
    COURSE,
    IN_TRASH,
    LINK,
    NEW_COURSE,
    NEW_LESSON,
    NOT_IN_TRASH,
    POSITION,
    PRIVATE,
    PROJECT,
    RESTORE,
    SHARE_FIELDS,
    TAGS,
    TITLE,
    TRASH,
    ChangeConditions,
    publication_number,
    publication_text,
    revision_text,
    shown_value,
)
from workbench.errors import (
    CallFailed,
    Conflict,
    NotAllowed,
    NotFound,
    OpenAuthorNotes,
    OpenPlaces,
    SignInNeeded,
    Unreachable,
    WorkbenchError,
)
from workbench.procedures.course import Course, LessonOrder
from workbench.procedures.lesson import LessonSummary
from workbench.procedures.publications import Publication
from workbench.text import display_text

_DONE_ALREADY: Final = Settlement(ChangeState.DONE, ALREADY, "It was so already.")
_FOUND: Final = "The answer was lost; the change was found made."
_TAKEN: Final = "Its id is another one's already. Take the id out of its file, and import again."
_PASSING: Final = frozenset({408, 425, 429})


@dataclass(frozen=True, slots=True)
class Answered:
    """The meaning of an answer for the rows of one write.

    Neither settled nor in doubt: the service applied nothing, and the rows are compared again. `stops` is why the whole
    run pauses; `wait_seconds` is how long the service asks to wait before more is sent.
    """

    settlements: tuple[tuple[int, Settlement], ...] = ()
    is_in_doubt: bool = False
    stops: str = ""
    wait_seconds: float = 0.0

    @property
    def is_put_off(self) -> bool:
        """Whether the service asks to send the same request again later."""
        return self.wait_seconds > 0 and not self.is_in_doubt


def read_outcome(records: Sequence[ChangeRecord], outcome: Any) -> Answered:
    """Return what the outcome of their write means for the rows."""
    if not isinstance(outcome, WorkbenchError):
        return Answered(tuple((record.row_id, _settle_made(record, outcome)) for record in records))
    if isinstance(outcome, SignInNeeded):
        return Answered(stops=outcome.message)
    if isinstance(outcome, Unreachable):
        return Answered(is_in_doubt=outcome.sent, stops="" if outcome.sent else outcome.message)
    if isinstance(outcome, Conflict) and not isinstance(outcome, OpenPlaces | OpenAuthorNotes):
        return Answered()
    if isinstance(outcome, NotFound) and all(record.field in (TRASH, RESTORE) for record in records):
        return Answered()  # somebody else may have put it into the trash, or taken it out
    if isinstance(outcome, CallFailed) and outcome.http_status < 500:
        if outcome.http_status in _PASSING:
            return Answered(wait_seconds=outcome.retry_after_seconds or 1.0)
        refused = Settlement(ChangeState.REFUSED, outcome.code, outcome.message)
        return Answered(tuple((record.row_id, refused) for record in records))
    return Answered(is_in_doubt=True, wait_seconds=outcome.retry_after_seconds or 0.0)


def is_taken(outcome: Any) -> bool:
    """Return whether the id of a new lesson or course is already taken: by this set, by another, or elsewhere."""
    return isinstance(outcome, Conflict) and outcome.facts.get("reason") in ("lessonExists", "courseExists")


def is_not_allowed(outcome: Any) -> bool:
    """Return whether the person's role does not allow the write."""
    return isinstance(outcome, NotAllowed)


def present_value(record: ChangeRecord, present: PresentState) -> str | None:
    """Return the stored value of the row's cell now; `None` if the lesson, block or course does not exist."""
    if record.field in (NEW_LESSON, NEW_COURSE, TRASH, RESTORE) and not record.block_id:
        return _present_whole(record, present)
    if not record.lesson_id:
        course = present.courses.get(record.course_id)
        if course is None:
            return None
        if record.field in SHARE_FIELDS:
            return course.share.get(record.field)
        if record.field == LINK:
            return publication_text(course.publication)
        return course.project_id if record.field == PROJECT else tags_text(course.tags or ())
    lesson = present.lessons.get(record.lesson_id)
    if lesson is None:
        return None
    if record.block_id:
        block = lesson.blocks.get(record.block_id)
        return text_at(block.content, record.field) if block else None
    if record.field == TAGS:
        return tags_text(lesson.tags or ())
    if record.field == BLOCKS:
        return blocks_text(lesson.blocks.values())
    return {TITLE: lesson.title, COURSE: lesson.course_id, POSITION: str(lesson.position)}.get(record.field)


def _present_whole(record: ChangeRecord, present: PresentState) -> str | None:
    """Return the present value of a lesson or course to be made, or of one in or out of the trash."""
    lesson = present.lessons.get(record.lesson_id)
    if record.field == NEW_COURSE:
        return record.after if record.course_id in present.courses else record.before
    if not record.lesson_id and record.course_id in present.courses:
        return NOT_IN_TRASH
    if lesson is None and (
        record.lesson_id in present.trashed if record.lesson_id else record.course_id in present.trashed_courses
    ):
        return IN_TRASH
    if record.field == RESTORE:
        return None if lesson is None else NOT_IN_TRASH
    if record.field == NEW_LESSON:
        return record.before if lesson is None else record.after
    return None if lesson is None else revision_text(lesson.revision)


@dataclass(slots=True)
class ComparedAgain:
    """Rows that are settled by the present state, and rows that continue, `(row id, revision, course title)`."""

    settled: list[tuple[int, Settlement]] = field(default_factory=list)
    based: list[tuple[int, int, str]] = field(default_factory=list)


def compare_again(
    records: Iterable[ChangeRecord],
    present: PresentState,
    made: Collection[tuple[str, int]] | None = None,
    taken: Collection[int] = (),
    sent: Collection[int] = (),
) -> ComparedAgain:
    """Open rows against the present state: done, in conflict with both values, gone, or still to be made.

    `made` are the revisions that this set made, `(lesson id, revision)`; `None` where the service does not tell.
    `taken` are the ids of rows whose new lesson or course has an id that the service says it has already. `sent` are
    those of rows that were sent and refused: another process with the same set may have made their change.
    """
    compared = ComparedAgain()
    for record in records:
        now = present_value(record, present)
        if now is None:
            message = "The lesson, block or course no longer exists."
            compared.settled.append((record.row_id, Settlement(ChangeState.REFUSED, "NOT_FOUND", message)))
        elif record.field == LINK and now != record.before and record.sent_base is not None:
            made_number = None if record.after == PRIVATE else publication_number(now)
            compared.settled.append((record.row_id, Settlement(ChangeState.DONE, "FOUND", _FOUND, made_number)))
        elif now == record.after:
            settlement = _was_made(record, made, is_sent=record.row_id in sent)
            if record.field == RESTORE and not record.lesson_id and settlement.code != ALREADY:
                settlement = replace(settlement, made_revision=present.courses[record.course_id].lesson_count)
            compared.settled.append((record.row_id, settlement))
        elif record.row_id in taken:
            compared.settled.append((record.row_id, Settlement(ChangeState.REFUSED, "EXISTS", _TAKEN)))
        elif now != record.before:
            value = display_text(shown_value(record.field, record.block_id, now), longest=120)
            message = f"It is {value!r} now, which is neither the value before nor the one after."
            compared.settled.append((record.row_id, Settlement(ChangeState.CONFLICT, "CHANGED", message)))
        else:
            lesson = present.lessons.get(record.lesson_id)
            course = present.courses.get(lesson.course_id if lesson else record.course_id)
            title = course.title if course else record.course_title
            revision = record.base_revision if record.field in (LINK, RESTORE) else lesson.revision if lesson else 0
            compared.based.append((record.row_id, revision, title))
    return compared


def compare_orders(
    records: Iterable[ChangeRecord], present: PresentState, conditions: ChangeConditions
) -> ComparedAgain:
    """Open rows of positions against the orders of their courses now: a course has its order whole or not at all.

    Rows that are still to be made are in neither list.
    """
    compared = ComparedAgain()
    by_order: dict[tuple[str, int, bool], list[ChangeRecord]] = defaultdict(list)
    for record in records:
        by_order[record.course_id, record.base_revision, record.sent_base is not None].append(record)
    for rows in by_order.values():
        settlement = _present_order(rows[0], present, conditions)
        if settlement is not None:
            compared.settled += [(row.row_id, settlement) for row in rows]
    return compared


def without_failed(conditions: ChangeConditions, records: Sequence[ChangeRecord]) -> ChangeConditions:
    """Return the orders without lessons that could not be made or moved.

    Those that could not leave keep their place. One lesson that the service refuses does not keep the others
    out of order.
    """
    failed = [record for record in records if record.state in (ChangeState.REFUSED, ChangeState.CONFLICT)]
    orders = []
    for order in conditions.orders:
        out = {
            change.lesson_id
            for change in failed
            if change.field == NEW_LESSON or (change.field == COURSE and change.after == order.course_id)
        }
        stays = {
            change.lesson_id
            for change in failed
            if change.field == TRASH or (change.field == COURSE and change.before == order.course_id)
        }
        after = [lesson_id for lesson_id in order.after if lesson_id not in out]
        back = (
            [lesson_id for lesson_id in order.before if lesson_id in stays and lesson_id not in after] if after else []
        )
        orders.append(replace(order, after=tuple(place_after_neighbours(after, back, order.before))))
    return replace(conditions, orders=tuple(orders))


def _present_order(record: ChangeRecord, present: PresentState, conditions: ChangeConditions) -> Settlement | None:
    order = conditions.order(record.course_id, record.base_revision)
    course, now = present.courses.get(record.course_id), tuple(present.orders.get(record.course_id, ()))
    if course is None or order is None:
        return Settlement(ChangeState.REFUSED, "NOT_FOUND", "The course no longer exists.")
    if now == order.after and record.sent_base is not None:
        return Settlement(ChangeState.DONE, "FOUND", _FOUND, course.order_version)
    if now == order.after:
        return _DONE_ALREADY
    if set(now) != set(order.after):
        message = "The course has other lessons now than when this was planned."
        return Settlement(ChangeState.CONFLICT, "CHANGED", message)
    if course.order_version != order.version:
        return Settlement(ChangeState.CONFLICT, "CHANGED", "Someone else has reordered the course.")
    return None


def changes_revision(record: ChangeRecord) -> bool:
    """Return whether the row changes the lesson's title or blocks, which have revisions."""
    return record.field in (TITLE, BLOCKS) or bool(record.block_id)


def has_trashed_course(records: Iterable[ChangeRecord]) -> bool:
    """Return whether a row can be compared only if the courses in the trash were read."""
    return any(record.field in (TRASH, RESTORE) and not record.lesson_id for record in records)


def needs_blocks(record: ChangeRecord) -> bool:
    """Return whether the row can be compared and sent only if the lesson's blocks were read."""
    return bool(record.block_id) or record.field == BLOCKS


def _settle_made(record: ChangeRecord, outcome: Any) -> Settlement:
    if isinstance(outcome, LessonOrder):
        return Settlement(ChangeState.DONE, made_revision=outcome.order_version)
    if isinstance(outcome, Publication):
        is_new = outcome.number != record.base_revision
        return Settlement(ChangeState.DONE, made_revision=outcome.number) if is_new else _DONE_ALREADY
    if isinstance(outcome, Course) and record.field == RESTORE:
        return Settlement(ChangeState.DONE, made_revision=outcome.lesson_count)
    if not changes_revision(record) or not isinstance(outcome, LessonSummary):
        return Settlement(ChangeState.DONE)
    if outcome.revision == record.base_revision:
        return _DONE_ALREADY
    return Settlement(ChangeState.DONE, made_revision=outcome.revision)


def makes_revision(record: ChangeRecord) -> bool:
    """Return whether the lesson's history shows who made the row's change, as a revision (1 for a new lesson)."""
    return changes_revision(record) or record.field == NEW_LESSON


def _was_made(record: ChangeRecord, made: Collection[tuple[str, int]] | None, *, is_sent: bool) -> Settlement:
    is_known = made is not None and makes_revision(record)
    base = record.base_revision if record.sent_base is None and is_sent and is_known else record.sent_base
    if base is None:
        return _DONE_ALREADY
    if is_known and (record.lesson_id, base + 1) not in (made or ()):
        return _DONE_ALREADY  # somebody else made the same change
    # It was sent and its answer lost: the service took it on just the revision that it was sent on.
    revision = base + 1 if changes_revision(record) else None
    return Settlement(ChangeState.DONE, "FOUND", _FOUND, revision)
