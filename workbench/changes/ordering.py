"""Compute the order of a course's lessons from requested positions. Pure. Source: ours (changes 2).

Position 1 is the first. If then every lesson of the course has a different number, they are sorted by it, and there may
be gaps; otherwise lessons with a given position are put there, and the others keep their order around them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from workbench.changes.cells import Cell, plan_row_for_cell, type_name
from workbench.changes.present import PresentLesson, PresentState
from workbench.changes.row import ChangeRow, ChangeVerdict, PlannedOrder
from workbench.procedures.course import MAX_ORDER
from workbench.procedures.starter_lesson import MAX_POSITION
from workbench.text import display_text


class _Wanted(NamedTuple):
    cell: Cell
    lesson: PresentLesson
    number: int
    is_moved: bool


@dataclass(slots=True)
class WantedOrders:
    """The positions that a table's lines give to lessons, and the courses that lessons go to (`moves`)."""

    present: PresentState
    moves: dict[str, str] = field(default_factory=dict)
    _wanted: dict[str, list[_Wanted]] = field(default_factory=lambda: defaultdict(list))
    _refused_lines: dict[str, int] = field(default_factory=dict)  # by course: it is put in order whole or not at all

    def refuse(self, course_id: str, line: int) -> None:
        """Leave the course as it is, since a line cannot be taken."""
        self._refused_lines.setdefault(course_id, line)

    def row(self, cell: Cell, lesson: PresentLesson, *, is_stuck: bool) -> ChangeRow | None:
        """Store the requested position of the lesson, or return a row if it can't have one, which leaves its course
        unchanged.

        A cell that shows the lesson's position says nothing, unless the lesson moves. `is_stuck`: it was to move, and
        cannot.
        """
        to = self.moves.get(lesson.lesson_id, lesson.course_id)
        row, number = plan_row_for_cell(cell, ChangeVerdict.CHANGE, lesson), 0
        try:
            number = parse_position(cell.value)
        except TypeError:
            row = replace(
                row, verdict=ChangeVerdict.WRONG_TYPE, reason=f"{type_name(cell.value)} is not a whole number"
            )
        except ValueError as refused:
            row = replace(row, verdict=ChangeVerdict.NOT_ALLOWED, reason=str(refused))
        if number and number == lesson.position and to == lesson.course_id:
            return None
        if number and is_stuck:
            row = replace(row, verdict=ChangeVerdict.NOT_ALLOWED, reason="its course cannot be changed")
        elif number and cell.revision not in (None, lesson.revision):
            row = replace(row, verdict=ChangeVerdict.CONFLICT, reason=revisions(cell, lesson))
        if row.verdict is ChangeVerdict.CHANGE:
            self._wanted[to].append(_Wanted(cell, lesson, number, to != lesson.course_id))
            return None
        self.refuse(to, cell.line)
        return replace(row, before=str(lesson.position), after=display_text(cell.value))

    def courses(self) -> set[str]:
        """Return the courses in which lessons get positions, and those of several lessons that a lesson leaves."""
        left = {self.present.lessons[move].course_id for move in self.moves}
        known = self.present.courses
        return {
            course_id for course_id in left if course_id in known and known[course_id].lesson_count > 1
        } | self._wanted.keys()

    def course_rows(self, course_id: str) -> tuple[list[ChangeRow], PlannedOrder | None]:
        """Return the rows of a course's positions, and its present order (with the planned one if it changes)."""
        course, before = self.present.courses[course_id], self.present.orders.get(course_id, {})
        version = course.order_version or 0
        staying = {key: at for key, at in before.items() if key not in self.moves}
        coming = [key for key, to in self.moves.items() if to == course_id]
        known = PlannedOrder(course_id, version, tuple(before)) if len(staying) < len(before) else None
        wanted = self._counting(course_id)
        reason = self._refusal(course_id, wanted, len(before) + len(coming))
        if reason:
            return [
                plan_row_for_cell(
                    wanted_position.cell, ChangeVerdict.NOT_ALLOWED, wanted_position.lesson, reason=reason
                )
                for wanted_position in wanted
            ], known
        natural = [*staying, *coming]
        after = merge_positions(
            staying, {wanted_position.lesson.lesson_id: wanted_position.number for wanted_position in wanted}, coming
        )
        places = {lesson_id: index for index, lesson_id in enumerate(after)}
        rows = [
            replace(
                plan_row_for_cell(wanted_position.cell, ChangeVerdict.CHANGE, wanted_position.lesson),
                course_id=course_id,
                before="" if wanted_position.is_moved else str(wanted_position.lesson.position),
                after=str(places[wanted_position.lesson.lesson_id] + 1),
                base_revision=version,
                course_title=course.title,
            )
            for wanted_position in wanted
            if wanted_position.is_moved
            or natural[places[wanted_position.lesson.lesson_id]] != wanted_position.lesson.lesson_id
        ]
        return rows, PlannedOrder(course_id, version, tuple(before), tuple(after)) if rows else known

    def _counting(self, course_id: str) -> list[_Wanted]:
        """Return the requested positions, of incoming lessons only if one differs from the present one.

        Otherwise the table shows the previous positions of incoming lessons, and no new ones were given.
        """
        wanted = self._wanted.get(course_id, [])
        if any(
            wanted_position.is_moved and wanted_position.number != wanted_position.lesson.position
            for wanted_position in wanted
        ):
            return wanted
        return [wanted_position for wanted_position in wanted if not wanted_position.is_moved]

    def _refusal(self, course_id: str, wanted: Sequence[_Wanted], count: int) -> str:
        """Return why the course as a whole cannot be reordered; nothing if it can."""
        if course_id in self._refused_lines:
            return f"a course is ordered as a whole, and line {self._refused_lines[course_id]:,} cannot be"
        if not self.present.courses[course_id].order_version:
            return "this service keeps no order of lessons"
        if count > MAX_ORDER:
            return f"a course with more than {MAX_ORDER:,} lessons cannot be put in order"
        before = self.present.orders.get(course_id, {})
        if any(
            wanted_position.lesson.lesson_id not in before and not wanted_position.is_moved
            for wanted_position in wanted
        ):
            return "a lesson was moved while the plan was made; plan again"
        lines: dict[int, list[int]] = defaultdict(list)
        for wanted_position in wanted:
            lines[wanted_position.number].append(wanted_position.cell.line)
        twice = next((numbers for numbers in lines.values() if len(numbers) > 1), None)
        return f"lines {twice[0]:,} and {twice[1]:,} give the same position in one course" if twice else ""


def revisions(cell: Cell, lesson: PresentLesson) -> str:
    """Return why a cell that was read at another revision is a conflict."""
    return f"the table was read at revision {cell.revision:,}, the lesson is at {lesson.revision:,}"


def parse_position(value: Any) -> int:
    """Return the position in a cell: a whole number, as a number or as text.

    Raises `TypeError` and `ValueError`.
    """
    number = value
    if isinstance(value, str):
        digits = value.strip().removesuffix(".0")
        is_number = digits.removeprefix("-").isdigit() and digits.isascii() and len(digits) < 16
        number = int(digits) if is_number else None
    elif isinstance(value, float) and value.is_integer():
        number = int(value)
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError("it is not a whole number")
    if not 1 <= number <= MAX_POSITION:
        raise ValueError(f"a position is 1 to {MAX_POSITION:,}")
    return number


def merge_positions(positions: Mapping[str, int], wanted: Mapping[str, int], coming: Sequence[str] = ()) -> list[str]:
    """Return the ids of a course's lessons in order, with the lessons that join it at its end.

    `positions` has the present positions of the course's lessons, `coming` the lessons that join. `wanted` has
    the new positions of some of them, all different.
    """
    rest = [position for position in (*positions, *coming) if position not in wanted]
    taken = {positions[lesson_id] for lesson_id in rest if lesson_id in positions}
    if not taken & set(wanted.values()):
        keys = {lesson_id: positions.get(lesson_id, MAX_POSITION + 1) for lesson_id in rest} | dict(wanted)
        return sorted(keys, key=lambda key: keys[key])
    given = sorted(wanted, key=lambda lesson_id: wanted[lesson_id])
    numbers = sorted(positions.values())
    places = _places(
        [_index_of_position(wanted[lesson_id], lesson_id, positions, numbers) for lesson_id in given],
        len(rest) + len(given),
    )
    order = list(rest)
    for index, lesson_id in zip(places, given, strict=True):
        order.insert(index, lesson_id)
    return order


def place_after_neighbours(order: Sequence[str], ids: Collection[str], like: Sequence[str]) -> list[str]:
    """Return the order with each of `ids` placed after its nearest predecessor in `like`.

    The others keep their place.
    """
    left = dict.fromkeys(ids)
    behind: dict[str | None, list[str]] = defaultdict(list)
    others, anchor = {lesson_id for lesson_id in order if lesson_id not in left}, None
    for id_ in (*like, *ids):
        if id_ in others:
            anchor = id_
        elif id_ in left:
            del left[id_]
            behind[anchor].append(id_)
    return [
        *behind[None],
        *(one for lesson_id in order if lesson_id in others for one in (lesson_id, *behind.get(lesson_id, ()))),
    ]


def _index_of_position(position: int, lesson_id: str, positions: Mapping[str, int], numbers: Sequence[int]) -> int:
    """Return the index of the lesson at this position, or the place after all lessons with a lower position.

    Indexes count from 0. `numbers` are the positions, sorted.
    """
    index = bisect_left(numbers, position)
    is_taken = index < len(numbers) and numbers[index] == position
    return index if is_taken or positions.get(lesson_id, position) >= position else index - 1


def _places(places: Sequence[int], count: int) -> list[int]:
    """Return the places in order, made distinct and smaller than `count`."""
    distinct: list[int] = []
    for number in places:
        distinct.append(max(number, distinct[-1] + 1) if distinct else number)
    return [min(number, count - len(distinct) + index) for index, number in enumerate(distinct)]
