"""Positions of lessons: what each cell means, and the order that a course has then."""

from __future__ import annotations

from typing import Any

import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.changes.states import rows_for, state
from workbench.changes.cells import read_cells
from workbench.changes.comparison import compare
from workbench.changes.ordering import merge_positions, place_after_neighbours
from workbench.changes.present import PresentCourse, PresentLesson, PresentState
from workbench.changes.row import ChangeVerdict, PlannedOrder

V = ChangeVerdict


def course(positions: str = "A1 B2 C3 D4", *, version: int | None = 7, beside: str = "E1") -> PresentState:
    """Lessons with these positions in the course Sea, and those of `beside` in the course Shore."""
    orders = {
        course_id: {word[0]: int(word[1:]) for word in found.split()}
        for course_id, found in (("c1", positions), ("c2", beside))
    }
    lessons = {
        key: PresentLesson(key, f"Lesson {key}", course_id, "EN", 3, position=at)
        for course_id, found in orders.items()
        for key, at in found.items()
    }
    courses = {
        "c1": PresentCourse("c1", "Sea", "p1", len(orders["c1"]), False, version),
        "c2": PresentCourse("c2", "Shore", "p1", len(orders["c2"]), False, 1),
    }
    return state(lessons=lessons, courses=courses, orders=orders)


def order_of(present: PresentState, *records: dict[str, Any]) -> str:
    """The order that a table gives to the course Sea; nothing where it gives it none."""
    found = compare(read_cells(list(records)), present).orders
    return "".join(next((order.after for order in found if order.course_id == "c1"), ()))


def at(lesson_id: str, position: Any, **more: Any) -> dict[str, Any]:
    """A line of a table."""
    return {"lesson_id": lesson_id, "position": position, **more}


@pytest.mark.parametrize(
    ("positions", "wanted", "order"),
    [
        ("A1 B2 C3 D4", "D1", "DABC"),  # the others make room
        ("A1 B2 C3 D4", "A3", "BCAD"),
        ("A1 B2 C3 D4", "D1 A2", "DABC"),
        ("A1 B2 C3 D4", "A4 B3", "CDBA"),
        ("A1 B2 C3 D4", "A4 B3 C2 D1", "DCBA"),
        ("A1 B2 C3 D4", "A40 B30 C10 D20", "CDBA"),  # gaps
        ("A1 B2 C3 D4", "A3 B2 C5 D4", "BADC"),
        ("A1 B2 C3 D4", "B9", "ACDB"),  # after the last one
        ("A1 B3 C4 D5", "D3", "ADBC"),  # gaps in what is there: where B stands
        ("A1 B3 C4 D5", "D2", "ADBC"),
        ("A1 B3 C4 D5", "A4", "BCAD"),
        ("A1 B1 C1 D2", "D1", "DABC"),  # positions that repeat
        ("A1 B2", "A1000000 B999999", "BA"),
    ],
)
def test_a_lesson_stands_where_its_position_says(positions: str, wanted: str, order: str) -> None:
    """One lesson, some of a course or all of them; the others keep their order."""
    cells = [at(word[0], int(word[1:])) for word in wanted.split()]

    assert order_of(course(positions), *cells) == order


@pytest.mark.parametrize("value", [3, 3.0, "3", " 3 ", "3.0"])
def test_a_position_is_a_whole_number_however_it_is_written(value: object) -> None:
    """A spreadsheet has floats, a file has texts."""
    row = rows_for(at("A", value), present=course())[0]

    assert (row.verdict, row.field, row.course_id, row.before, row.after) == (V.CHANGE, "position", "c1", "1", "3")
    assert row.base_revision == 7


@pytest.mark.parametrize("value", ["", None, float("nan"), pandas.NA, 1, "1", 1.0])
def test_a_position_that_is_there_already_or_none_is_no_change(value: object) -> None:
    """Nothing is put in order."""
    assert [row.verdict for row in rows_for(at("A", value), present=course())] == [V.UNCHANGED]
    assert order_of(course(), at("A", value)) == ""


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ("third", V.WRONG_TYPE),
        ("1,000", V.WRONG_TYPE),
        ("=1+1", V.WRONG_TYPE),
        ("٣", V.WRONG_TYPE),
        (2.5, V.WRONG_TYPE),
        (float("inf"), V.WRONG_TYPE),
        (True, V.WRONG_TYPE),
        ([3], V.WRONG_TYPE),
        (0, V.NOT_ALLOWED),
        (-2, V.NOT_ALLOWED),
        ("-2", V.NOT_ALLOWED),
        (1_000_001, V.NOT_ALLOWED),
        ("9" * 400, V.WRONG_TYPE),
    ],
)
def test_what_is_no_position_keeps_its_course_as_it_is(value: object, verdict: ChangeVerdict) -> None:
    """The other positions of the course are not set either."""
    rows = rows_for(at("A", value), at("D", 1), present=course())

    assert [row.verdict for row in rows] == [verdict, V.NOT_ALLOWED]
    assert "line 1" in rows[1].reason


def test_a_position_that_two_lessons_are_given_is_refused() -> None:
    """With both lines; whose order is meant is not guessed."""
    rows = rows_for(at("A", 3), at("B", 3), at("C", 1), present=course())

    assert [row.verdict for row in rows] == [V.NOT_ALLOWED] * 3
    assert all("lines 1 and 2" in row.reason for row in rows)


def test_a_lesson_that_is_named_twice_keeps_its_course_as_it_is() -> None:
    """Neither of its lines is taken, so its place is not known."""
    rows = rows_for(at("A", 3), at("A", 4), at("D", 1), present=course())

    assert [row.verdict for row in rows] == [V.DUPLICATE, V.DUPLICATE, V.NOT_ALLOWED]


def test_a_table_of_all_lessons_as_they_are_changes_nothing() -> None:
    """Whatever the gaps and repeats."""
    present = course("A1 B1 C5 D9")
    lessons = [at(lesson.lesson_id, lesson.position, course_id=lesson.course_id) for lesson in present.lessons.values()]

    assert {row.verdict for row in rows_for(*lessons, present=present)} == {V.UNCHANGED}


def test_other_numbers_in_the_same_order_change_nothing() -> None:
    """A column in tens is the same order."""
    cells = [at(character, 10 * position) for position, character in enumerate("ABCD", 1)]

    assert {row.verdict for row in rows_for(*cells, present=course())} == {V.UNCHANGED}


def test_a_lesson_that_comes_into_the_course_gets_its_place_there() -> None:
    """The row has no position before: it stood elsewhere."""
    rows = rows_for(at("E", 2, course="Sea"), present=course())
    positions = [(row.before, row.after, row.course_id) for row in rows if row.field == "position"]

    assert positions == [("", "2", "c1")]
    assert order_of(course(), at("E", 2, course="Sea")) == "AEBCD"


def test_a_lesson_that_moves_with_the_position_it_had_comes_last() -> None:
    """A list that was edited shows where it was before; nobody gave it that place."""
    rows = rows_for(at("E", 1, course="Sea"), present=course())

    assert [row.field for row in rows] == ["course"]


def test_the_positions_of_lessons_that_come_count_where_one_differs() -> None:
    """Such as those of lessons that were alone in their courses, numbered from 1."""
    cells = [at("E", 1, course="Sea"), at("F", 2, course="Sea")]

    assert order_of(course(beside="E1 F1"), *cells) == "EFABCD"
    assert order_of(course(beside="E1 F2"), *cells) == ""


def test_a_lesson_whose_course_is_refused_gets_no_position() -> None:
    """Nor does its course."""
    rows = rows_for(at("A", 3, course="Nowhere"), at("D", 1), present=course())

    assert [(row.field, row.verdict) for row in rows] == [
        ("course", V.NAME_UNKNOWN),
        ("position", V.NOT_ALLOWED),
        ("position", V.NOT_ALLOWED),
    ]


def test_a_course_that_lessons_leave_is_known_for_the_undo() -> None:
    """It is not put in order."""
    found = compare(read_cells([{"lesson_id": "B", "course": "Shore"}]), course()).orders

    assert found == (PlannedOrder("c1", 7, ("A", "B", "C", "D")),)


def test_a_course_and_its_position_may_stand_in_two_lines() -> None:
    """Of a long table, in any order."""
    cells = [
        {"lesson_id": "E", "field": "position", "value": "1"},
        {"lesson_id": "E", "field": "course", "value": "Sea"},
    ]

    assert order_of(course(beside="E4"), *cells) == "EABCD"


def test_a_table_of_another_revision_is_a_conflict() -> None:
    """As with any cell."""
    assert [row.verdict for row in rows_for(at("A", 3, revision=2), present=course())] == [V.CONFLICT]


def test_a_service_without_orders_cannot_be_told_one() -> None:
    """Its courses have no version."""
    assert [row.verdict for row in rows_for(at("A", 3), present=course(version=None))] == [V.NOT_ALLOWED]


@given(st.permutations("ABCDE"), st.data())
def test_positions_of_all_lessons_are_the_order(order: list[str], data: st.DataObject) -> None:
    """Whatever numbers they are, as long as each is another one."""
    numbers = sorted(data.draw(st.sets(st.integers(1, 50), min_size=5, max_size=5)))
    now = {character: position for position, character in enumerate("ABCDE", 1)}

    assert merge_positions(now, dict(zip(order, numbers, strict=True))) == order


@given(st.dictionaries(st.sampled_from("ABCDE"), st.integers(1, 5)))
def test_each_lesson_stands_at_the_place_it_is_given(wanted: dict[str, int]) -> None:
    """Where the course is numbered from 1, the places are different, and all the others are not given any."""
    wanted = {letter: place for place, letter in {place: key for key, place in wanted.items()}.items()}
    found = merge_positions({character: place for place, character in enumerate("ABCDE", 1)}, wanted)
    others = [letter for letter in found if letter not in wanted]

    assert sorted(found) == list("ABCDE")
    assert all(found[place - 1] == key for key, place in wanted.items())
    assert others == sorted(others)


def test_what_comes_back_stands_behind_what_it_stood_behind() -> None:
    """Whatever else came, went or was put in another order in the meantime."""
    assert place_after_neighbours("ACDB", ["B"], "ABCD") == list("ABCD")
    assert place_after_neighbours("DAXCB", ["B"], "ABCD") == list("DABXC")
    assert place_after_neighbours("DCBA", ["A", "B"], "ABCD") == list("ABDC")
    assert place_after_neighbours("XB", ["B"], "ABCD") == list("BX")


def test_ten_thousand_lessons_are_put_in_order_at_once() -> None:
    """Every second one given the place of another: it takes a look at each, not at each pair."""
    looks = 0

    class Positions(dict[str, int]):
        def __getitem__(self, key: str) -> int:
            nonlocal looks
            looks += 1
            return super().__getitem__(key)

    count = 10_000
    now = Positions({str(index): index for index in range(1, count + 1)})
    order = merge_positions(now, {str(index): count + 1 - index for index in range(2, count + 1, 2)})

    assert sorted(order, key=int) == [str(index) for index in range(1, count + 1)]
    assert order[count - 2] == "2"
    assert looks <= 2 * count
