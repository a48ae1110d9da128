"""What answers and the present state mean for rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.changes.states import state
from workbench.changes.journal import ALREADY, ChangeRecord, ChangeState
from workbench.changes.present import PresentCourse
from workbench.changes.row import COURSE, IN_TRASH, NEW_LESSON, PROJECT, TAGS, TRASH, ChangeConditions, PlannedOrder
from workbench.changes.settling import compare_again, compare_orders, present_value, read_outcome, without_failed
from workbench.errors import (
    AnswerUnreadable,
    Conflict,
    NotFound,
    OpenPlaces,
    SignInNeeded,
    TooManyRequests,
    Unreachable,
)
from workbench.procedures.lesson import LessonSummary

RECORD = ChangeRecord(
    row_id=1,
    line=1,
    lesson_id="l1",
    course_id="",
    block_id="",
    field="title",
    before="Tides",
    after="Ebb",
    base_revision=3,
    lesson_title="Tides",
    course_title="Sea",
    state=ChangeState.PLANNED,
    sent_base=None,
    made_revision=None,
    code=None,
    message=None,
    settled_at=None,
    undone_at=None,
)


@pytest.mark.parametrize(
    ("error", "state", "is_in_doubt", "stops", "waits"),
    [
        (Conflict(http_status=409), None, False, False, False),
        (OpenPlaces(http_status=409), ChangeState.REFUSED, False, False, False),
        (NotFound(http_status=404), ChangeState.REFUSED, False, False, False),
        (TooManyRequests(http_status=429, retry_after_seconds=2), None, False, False, True),
        (SignInNeeded(http_status=401), None, False, True, False),
        (Unreachable(sent=True), None, True, False, False),
        (Unreachable(sent=False), None, False, True, False),
        (AnswerUnreadable(), None, True, False, False),
    ],
)
def test_an_error_means_one_thing(error: Any, state: Any, is_in_doubt: bool, stops: bool, waits: bool) -> None:
    """Refused, in doubt, put off, the end of the run, or to be compared again."""
    found = read_outcome([RECORD], error)

    assert [settlement.state for _, settlement in found.settlements] == ([state] if state else [])
    assert (found.is_in_doubt, bool(found.stops), found.is_put_off) == (is_in_doubt, stops, waits)


@pytest.mark.parametrize(
    ("record", "settled"),
    [
        (replace(RECORD, before="Tide", after="Tides"), (ChangeState.DONE, ALREADY, None)),
        (replace(RECORD, before="Tide", after="Tides", sent_base=2), (ChangeState.DONE, "FOUND", 3)),
        (replace(RECORD, before="Tide"), (ChangeState.CONFLICT, "CHANGED", None)),
        (replace(RECORD, lesson_id="gone"), (ChangeState.REFUSED, "NOT_FOUND", None)),
    ],
)
def test_the_present_state_settles_a_row(record: ChangeRecord, settled: tuple[object, ...]) -> None:
    """Done already, made by the send whose answer was lost, changed by others, or gone."""
    ((_, found),) = compare_again([record], state()).settled

    assert (found.state, found.code, found.made_revision) == settled


def test_a_change_that_somebody_else_made_is_none_of_this_set() -> None:
    """Where history tells whose it was; what was moved has no revision to tell by."""
    sent = replace(RECORD, before="Tide", after="Tides", sent_base=2)
    found = compare_again([sent], state(), {("l1", 3)}).settled + compare_again([sent], state(), {("l1", 2)}).settled

    assert [settlement.code for _, settlement in found] == ["FOUND", ALREADY]


def test_what_another_process_of_the_set_made_is_of_the_set() -> None:
    """It was refused here because it was made there; the history says that the set made it."""
    made = replace(RECORD, before="Tide", after="Tides", base_revision=2)
    found = [
        compare_again([made], state(), {("l1", revision)}, sent=sent).settled[0][1]
        for revision, sent in ((3, {RECORD.row_id}), (2, {RECORD.row_id}), (3, set()))
    ]

    assert [(settlement.code, settlement.made_revision) for settlement in found] == [
        ("FOUND", 3),
        (ALREADY, None),
        (ALREADY, None),
    ]


def test_a_lesson_that_somebody_else_puts_into_the_trash_is_compared_again() -> None:
    """It is not there to be put there, which is what was wanted."""
    record = replace(RECORD, field=TRASH, before="revision 3", after=IN_TRASH, base_revision=3)
    gone = read_outcome([record], NotFound("gone", code="NOT_FOUND", http_status=404))
    ((_, found),) = compare_again([record], replace(state(), lessons={}, trashed=frozenset({"l1"}))).settled

    assert (gone.settlements, gone.is_in_doubt, found.state, found.code) == ((), False, ChangeState.DONE, ALREADY)


def test_what_failed_keeps_no_other_lesson_out_of_order() -> None:
    """What was not made or did not come has no place; what could not leave keeps its place."""
    refused = replace(RECORD, state=ChangeState.REFUSED)
    failed = [
        replace(refused, lesson_id="new", field=NEW_LESSON),
        replace(refused, lesson_id="came", field=COURSE, before="c8", after="c9"),
        replace(refused, lesson_id="left", field=COURSE, before="c9", after="c8"),
        replace(refused, lesson_id="gone", field=TRASH, state=ChangeState.CONFLICT),
        replace(RECORD, lesson_id="b", field=TRASH),
    ]
    known = PlannedOrder("c9", 7, ("a", "left", "b", "gone"), ("new", "b", "a", "came"))
    left = PlannedOrder("c7", 7, ("x",))
    found = without_failed(ChangeConditions((known, left)), failed)

    assert [order.after for order in found.orders] == [("b", "gone", "a", "left"), ()]


def test_a_conflict_has_both_values() -> None:
    """The one that was wanted is in the row, the one that is there in the message."""
    ((_, found),) = compare_again([replace(RECORD, before="Tide")], state()).settled

    assert "'Tides'" in str(found.message)


@pytest.mark.parametrize(
    ("order", "version", "sent_base", "settled"),
    [
        ("ab", 7, None, None),
        ("ab", 8, None, ("conflict", "CHANGED", None)),
        ("abc", 7, None, ("conflict", "CHANGED", None)),
        ("a", 7, None, ("conflict", "CHANGED", None)),
        ("ba", 7, None, ("done", ALREADY, None)),
        ("ba", 8, 7, ("done", "FOUND", 8)),
        ("ab", 8, 7, ("conflict", "CHANGED", None)),
        (None, 7, None, ("refused", "NOT_FOUND", None)),
    ],
)
def test_an_order_is_set_on_the_one_that_was_planned(
    order: str | None, version: int, sent_base: int | None, settled: tuple[object, ...] | None
) -> None:
    """Else it is made already, somebody else's, or the course is gone."""
    record = replace(RECORD, lesson_id="b", course_id="c9", field="position", base_revision=7, sent_base=sent_base)
    orders = {} if order is None else {"c9": {lesson_id: position for position, lesson_id in enumerate(order, 1)}}
    courses = {"c9": PresentCourse("c9", "Sea", "p1", 2, False, version)} if order else {}
    conditions = ChangeConditions((PlannedOrder("c9", 7, ("a", "b"), ("b", "a")),))
    found = compare_orders([record], state(courses=courses, orders=orders), conditions).settled

    assert [(str(settlement.state), settlement.code, settlement.made_revision) for _, settlement in found] == (
        [settled] if settled else []
    )


def test_a_row_whose_cell_is_as_before_goes_on_with_the_revision_of_now() -> None:
    """Whatever else was changed in the lesson."""
    found = compare_again([replace(RECORD, base_revision=1)], state())

    assert (found.settled, found.based) == ([], [(1, 3, "Sea")])


@pytest.mark.parametrize(
    ("record", "value"),
    [
        (replace(RECORD, lesson_id="", course_id="c1", field=PROJECT), "p1"),
        (replace(RECORD, lesson_id="", course_id="c1", field=TAGS), "sea, salt"),
        (replace(RECORD, field=TAGS), "moon"),
        (replace(RECORD, lesson_id="new", field=NEW_LESSON, before="", after="Ebb"), ""),
        (replace(RECORD, field=NEW_LESSON, before="", after="Ebb"), "Ebb"),
        (replace(RECORD, field=TRASH), "revision 3"),
        (replace(RECORD, lesson_id="new", field=TRASH), None),
    ],
)
def test_the_value_now_is_that_of_the_cell(record: ChangeRecord, value: str | None) -> None:
    """Of a lesson or course that the set makes, it is what was there before until it is made."""
    present = state()
    present.lessons["l1"] = replace(present.lessons["l1"], tags=("moon",))
    present.courses["c1"] = replace(present.courses["c1"], tags=("sea", "salt"))

    assert present_value(record, present) == value


def test_a_new_lesson_goes_on_without_a_revision() -> None:
    """It has none before it is made."""
    record = replace(RECORD, lesson_id="new", course_id="c1", field=NEW_LESSON, before="", after="Ebb")

    assert compare_again([record], state()).based == [(1, 0, "Sea")]


def test_only_rows_that_were_sent_take_the_order_of_now_as_their_own() -> None:
    """A row of the same course that was never sent found it so already."""
    unsent = replace(RECORD, lesson_id="b", course_id="c9", field="position", base_revision=7)
    sent = replace(unsent, row_id=2, lesson_id="a", sent_base=7)
    courses = {"c9": PresentCourse("c9", "Sea", "p1", 2, False, 8)}
    conditions = ChangeConditions((PlannedOrder("c9", 7, ("a", "b"), ("b", "a")),))
    found = compare_orders([unsent, sent], state(courses=courses, orders={"c9": {"b": 1, "a": 2}}), conditions)

    assert {row_id: settlement.code for row_id, settlement in found.settled} == {1: ALREADY, 2: "FOUND"}


def test_a_lesson_that_failed_to_change_otherwise_keeps_its_place() -> None:
    """Neither another field of it nor a move into another course takes it out of the order."""
    failed = [
        replace(RECORD, state=ChangeState.REFUSED, lesson_id="a", field="title", after="c9"),
        replace(RECORD, state=ChangeState.REFUSED, lesson_id="b", field=COURSE, before="c9", after="c8"),
    ]
    order = PlannedOrder("c9", 7, ("a", "b"), ("b", "a"))

    assert without_failed(ChangeConditions((order,)), failed).orders == (order,)


def test_only_an_edit_is_done_with_a_revision() -> None:
    """Tags have none, though their answer names the lesson's."""
    answer = LessonSummary.model_construct(revision=9)
    found = [dict(read_outcome([replace(RECORD, field=name)], answer).settlements)[1] for name in (TAGS, "title")]

    assert [settlement.made_revision for settlement in found] == [None, 9]
