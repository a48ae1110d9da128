"""Cells compared with the present state: rows with verdicts, and the orders of courses. Pure.

Source: ours (changes 2).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Final, NamedTuple

from workbench.authoring.content import content_problem
from workbench.authoring.content.block_text import block_texts, text_at, with_text
from workbench.authoring.tags import clean_tags, divided_tags, tags_text
from workbench.authoring.title import clean_title
from workbench.changes.cells import Cell, CellTable, is_missing, plan_row_for_cell, type_name
from workbench.changes.ordering import WantedOrders, revisions
from workbench.changes.present import PresentCourse, PresentLesson, PresentState
from workbench.changes.row import (
    COURSE,
    FIELDS,
    POSITION,
    PROJECT,
    TAGS,
    TITLE,
    ChangeRow,
    ChangeVerdict,
    PlannedOrder,
)
from workbench.client.lookups.names import NameLookup
from workbench.spreadsheet_text import neutralize
from workbench.text import display_text
from workbench.wording import count_text

MAX_TEXT_CHARACTERS: Final = 60_000


@dataclass(frozen=True, slots=True)
class TableComparison:
    """A row for each change and each cell that cannot be changed; one `unchanged` row for a line without any.

    `orders` are those of the courses that are put in order, or that lessons leave.
    """

    rows: tuple[ChangeRow, ...]
    orders: tuple[PlannedOrder, ...] = ()


def compare(table: CellTable, present: PresentState) -> TableComparison:
    """Return the table's changes; `present` has the orders that `courses_to_read` names."""
    judge = _Judge(present, is_file=table.is_file)
    rows = judge.table_rows(table.cells)
    orders: list[PlannedOrder] = []
    for course_id in sorted(judge.orders.courses()):
        order_rows, order = judge.orders.course_rows(course_id)
        rows += order_rows
        orders += [order] if order is not None else []
    with_rows = {row.line for row in rows} | judge.lines_of_projects
    first_cells = {cell.line: cell for cell in reversed(table.cells) if cell.line not in with_rows}
    rows += [plan_row_for_cell(cell, ChangeVerdict.UNCHANGED, judge.lesson(cell)) for cell in first_cells.values()]
    rows += judge.project_rows()
    return TableComparison(tuple(sorted(rows, key=lambda row: row.line)), tuple(orders))


def courses_to_read(table: CellTable, present: PresentState) -> set[str]:
    """Return the courses whose order has to be known."""
    judge = _Judge(present, is_file=table.is_file)
    judge.table_rows([cell for cell in table.cells if cell.field in (COURSE, POSITION)])
    return judge.orders.courses()


def changed_text(lesson: PresentLesson, block_id: str, place: str, text: str) -> str | None:
    """Return what would be wrong with a block with this text at this place; `None` if it is valid."""
    block = lesson.blocks[block_id]
    if len(text) > MAX_TEXT_CHARACTERS:
        return f"it has {len(text):,} characters; at most {MAX_TEXT_CHARACTERS:,} are allowed"
    return content_problem(block.type, with_text(block.content, place, text))


class _Candidate(NamedTuple):
    id: str
    name: str
    is_archived: bool = False


class _Wanted(NamedTuple):
    cell: Cell
    lesson: PresentLesson
    project_id: str


@dataclass(slots=True)
class _Judge:
    """Compares the cells of a line with the service, and remembers projects and orders wanted for courses."""

    present: PresentState
    is_file: bool
    lines_of_projects: set[int] = field(default_factory=set)
    projects_wanted: dict[str, list[_Wanted]] = field(default_factory=lambda: defaultdict(list))
    orders: WantedOrders = field(init=False)
    _positions: list[Cell] = field(default_factory=list)
    _found: dict[tuple[str, str], tuple[str, ChangeVerdict | None, str]] = field(default_factory=dict)
    _lookups: dict[str, NameLookup[_Candidate]] = field(init=False)

    def __post_init__(self) -> None:
        self.orders = WantedOrders(self.present)
        courses, projects = self.present.courses.values(), self.present.projects.values()
        self._lookups = {
            COURSE: NameLookup([_Candidate(course.course_id, course.title) for course in courses]),
            PROJECT: NameLookup(
                [_Candidate(project.project_id, project.name, project.is_archived) for project in projects]
            ),
        }

    def lesson(self, cell: Cell) -> PresentLesson | None:
        """Return the cell's lesson in its present state."""
        return self.present.lessons.get(cell.lesson_id)

    def table_rows(self, cells: Sequence[Cell]) -> list[ChangeRow]:
        """Return the rows of all lines, except those of projects and positions."""
        doubled = _count_duplicates(cells)
        by_line: dict[int, list[Cell]] = defaultdict(list)
        for cell in cells:
            by_line[cell.line].append(cell)
        rows = [row for line_cells in by_line.values() for row in self.line_rows(line_cells, doubled)]
        # A position is within a course, so the destinations of all lessons must be known first.
        stuck = {row.lesson_id for row in rows if row.field == COURSE and row.verdict is not ChangeVerdict.CHANGE}
        for cell in self._positions:
            row = self.orders.row(cell, self.present.lessons[cell.lesson_id], is_stuck=cell.lesson_id in stuck)
            rows += [row] if row is not None else []
        return rows

    def line_rows(self, cells: Sequence[Cell], doubled: Mapping[tuple[str, ...], int]) -> list[ChangeRow]:
        """Return the rows of one line, except those of projects and positions."""
        first = cells[0]
        lesson = self.lesson(first)
        if first.fault:
            return [plan_row_for_cell(first, ChangeVerdict.NOT_ALLOWED, lesson, reason=first.fault)]
        if not first.lesson_id:
            return [plan_row_for_cell(first, ChangeVerdict.NO_LESSON_ID, None)]
        if lesson is None:
            reason = "it is in the trash" if first.lesson_id in self.present.trashed else ""
            return [plan_row_for_cell(first, ChangeVerdict.UNKNOWN_LESSON, None, reason=reason)]
        if (other := doubled.get(_key(first))) is not None:
            if any(cell.field == POSITION and not is_missing(cell.value) for cell in cells):
                self.orders.refuse(lesson.course_id, first.line)
            return [
                plan_row_for_cell(
                    first, ChangeVerdict.DUPLICATE, lesson, reason=f"the same is in {count_text(other, 'line')}"
                )
            ]
        rows: list[ChangeRow] = []
        # A project is its course's: whether the lesson stays there is known first.
        for name in sorted(dict.fromkeys(cell.field for cell in cells), key=lambda field: field == PROJECT):
            of_field = [cell for cell in cells if cell.field == name]
            row = self._field_row(name, of_field, lesson, moves=any(row.field == COURSE for row in rows))
            rows += [row] if row is not None else []
        return rows

    def _field_row(self, name: str, cells: Sequence[Cell], lesson: PresentLesson, *, moves: bool) -> ChangeRow | None:
        cell = cells[0]
        if cell.block_id:
            return self._block_row(cell, lesson)
        if name not in FIELDS:
            near = get_close_matches(name, FIELDS, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(FIELDS)}"
            reason = f"{display_text(name, longest=60)!r}{hint}"
            return plan_row_for_cell(cell, ChangeVerdict.NOT_A_FIELD, lesson, reason=reason)
        given = [cell for cell in cells if not is_missing(cell.value)]
        if name == POSITION:
            self._positions += given[:1]
            return None
        if name == TAGS:
            return self._tags_row(given[0], lesson) if given else None
        odd = next((cell for cell in given if not isinstance(cell.value, str)), None)
        if odd is not None:
            reason = f"{type_name(odd.value)} is not text"
            return replace(plan_row_for_cell(odd, ChangeVerdict.WRONG_TYPE, lesson, reason=reason), field=name)
        if name == TITLE:
            return self._title_row(given[0], lesson) if given else None
        if name == COURSE:
            return self._course_row(given, lesson)
        self._want_project(given, lesson, moves=moves)
        return None

    def _title_row(self, cell: Cell, lesson: PresentLesson) -> ChangeRow | None:
        if cell.value == lesson.title or (self.is_file and cell.value == neutralize(lesson.title)):
            return None
        try:
            title = clean_title(cell.value)
        except ValueError as refused:
            return plan_row_for_cell(cell, ChangeVerdict.NOT_ALLOWED, lesson, reason=str(refused))
        return None if title == lesson.title else self._change(cell, lesson, lesson.title, title)

    def _tags_row(self, cell: Cell, lesson: PresentLesson) -> ChangeRow | None:
        if lesson.tags is None:
            return plan_row_for_cell(cell, ChangeVerdict.NOT_A_FIELD, lesson, reason="this service keeps no tags")
        value = cell.value.tolist() if hasattr(cell.value, "tolist") else cell.value
        is_list = isinstance(value, list | tuple)
        odd = next((given_tag for given_tag in (value if is_list else [value]) if not isinstance(given_tag, str)), None)
        if odd is not None:
            return plan_row_for_cell(cell, ChangeVerdict.WRONG_TYPE, lesson, reason=f"{type_name(odd)} is not text")
        try:
            tags = clean_tags(value) if is_list else divided_tags(self._unescape_value(value, tags_text(lesson.tags)))
        except ValueError as refused:
            return plan_row_for_cell(cell, ChangeVerdict.NOT_ALLOWED, lesson, reason=str(refused))
        if tags == list(lesson.tags):
            return None
        return self._change(cell, lesson, tags_text(lesson.tags), tags_text(tags))

    def _unescape_value(self, value: str, now: str) -> str:
        return now if self.is_file and value == neutralize(now) else value

    def _course_row(self, cells: Sequence[Cell], lesson: PresentLesson) -> ChangeRow | None:
        now = self.present.courses.get(lesson.course_id)
        cells = [cell for cell in cells if not self._is_now(cell, lesson.course_id, now.title if now else "")]
        if not cells:
            return None
        resolutions = [self._resolve_reference(COURSE, cell.value) for cell in cells]
        refused = next((resolution for resolution in resolutions if resolution[1] is not None), None)
        if refused is not None:
            return plan_row_for_cell(cells[0], refused[1] or ChangeVerdict.NAME_UNKNOWN, lesson, reason=refused[2])
        ids = {course_id for course_id, _, _ in resolutions}
        if len(ids) > 1:
            reason = "two columns name two courses"
            return plan_row_for_cell(cells[0], ChangeVerdict.NAME_NOT_UNIQUE, lesson, reason=reason)
        course_id = ids.pop()
        if course_id == lesson.course_id:
            return None
        to = self.present.courses[course_id]
        row = self._change(cells[0], lesson, lesson.course_id, course_id)
        if row.verdict is ChangeVerdict.CHANGE:
            self.orders.moves[lesson.lesson_id] = course_id
        return replace(row, before_name=now.title if now else "", after_name=to.title)

    def _block_row(self, cell: Cell, lesson: PresentLesson) -> ChangeRow | None:
        block = lesson.blocks.get(cell.block_id)
        if block is None:
            return plan_row_for_cell(cell, ChangeVerdict.UNKNOWN_BLOCK, lesson)
        before = text_at(block.content, cell.field)
        if before is None:
            places = [place for place, _ in block_texts(block.content)]
            near = get_close_matches(cell.field, places, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"this block has {', '.join(places[:10]) or 'no text'}"
            reason = f"{display_text(cell.field, longest=60)!r}; {hint}"
            return plan_row_for_cell(cell, ChangeVerdict.NOT_A_FIELD, lesson, reason=reason)
        value = "" if is_missing(cell.value) else cell.value
        if not isinstance(value, str):
            return plan_row_for_cell(cell, ChangeVerdict.WRONG_TYPE, lesson, reason=f"{type_name(value)} is not text")
        if value == before or (self.is_file and value in (before.strip(), neutralize(before))):
            return None
        problem = changed_text(lesson, cell.block_id, cell.field, value)
        if problem is not None:
            return plan_row_for_cell(cell, ChangeVerdict.NOT_ALLOWED, lesson, reason=problem)
        return self._change(cell, lesson, before, value)

    def _change(self, cell: Cell, lesson: PresentLesson, before: str, after: str) -> ChangeRow:
        course = self.present.courses.get(lesson.course_id)
        row = plan_row_for_cell(cell, ChangeVerdict.CHANGE, lesson)
        row = replace(row, before=before, after=after, course_title=course.title if course else "")
        if cell.revision is not None and cell.revision != lesson.revision:
            return replace(row, verdict=ChangeVerdict.CONFLICT, reason=revisions(cell, lesson))
        return row

    def _is_now(self, cell: Cell, thing_id: str, name: str) -> bool:
        return cell.value in (thing_id, name) or (self.is_file and cell.value == neutralize(name))

    def _want_project(self, cells: Sequence[Cell], lesson: PresentLesson, *, moves: bool) -> None:
        course = self.present.courses.get(lesson.course_id)
        if course is None:
            return
        now = self.present.projects.get(course.project_id)
        cells = [cell for cell in cells if not self._is_now(cell, course.project_id, now.name if now else "")]
        for cell in cells[:1]:
            self.lines_of_projects.add(cell.line)
            self.projects_wanted[course.course_id].append(_Wanted(cell, lesson, "" if moves else str(cell.value)))

    def project_rows(self) -> list[ChangeRow]:
        """Return a row for each course whose lessons change project: the course moves, or the row says why not."""
        rows = []
        for course_id, wanted in self.projects_wanted.items():
            row = self._project_row(self.present.courses[course_id], wanted)
            rows += [row] if row is not None else []
        return rows

    def _project_row(self, course: PresentCourse, wanted: Sequence[_Wanted]) -> ChangeRow | None:
        cell, lesson, _ = wanted[0]
        resolutions = [
            self._resolve_reference(PROJECT, wanted_project.project_id)
            for wanted_project in wanted
            if wanted_project.project_id
        ]
        refused = next((resolution for resolution in resolutions if resolution[1] is not None), None)
        if refused is not None:
            return plan_row_for_cell(cell, refused[1] or ChangeVerdict.NAME_UNKNOWN, lesson, reason=refused[2])
        ids = {project_id for project_id, _, _ in resolutions}
        if (
            len({wanted_project.lesson.lesson_id for wanted_project in wanted}) < course.lesson_count
            or len(ids) != 1
            or len(resolutions) < len(wanted)
        ):
            reason = (
                f"a project is a course's: all {count_text(course.lesson_count, 'lesson')} of "
                f"{display_text(course.title, longest=60)!r} "
                f"must stay in it and get the same one; {len(wanted):,} are named"
            )
            return plan_row_for_cell(cell, ChangeVerdict.COURSE_INCOMPLETE, lesson, reason=reason)
        project_id = ids.pop()
        if project_id == course.project_id:
            return None
        now = self.present.projects.get(course.project_id)
        return ChangeRow(
            line=cell.line,
            verdict=ChangeVerdict.CHANGE,
            course_id=course.course_id,
            field=PROJECT,
            before=course.project_id,
            after=project_id,
            before_name=now.name if now else "",
            after_name=self.present.projects[project_id].name,
            course_title=course.title,
        )

    def _resolve_reference(self, kind: str, value: str) -> tuple[str, ChangeVerdict | None, str]:
        """Return the id of a course or project given by id or name; else a verdict and its reason."""
        key = (kind, value)
        if key not in self._found:
            self._found[key] = self._looked_up(kind, value)
        return self._found[key]

    def _looked_up(self, kind: str, value: str) -> tuple[str, ChangeVerdict | None, str]:
        lookup = self._lookups[kind]
        matches, called = lookup.matches(value), repr(display_text(value, longest=60))
        if not matches:
            hint = "".join(f"; did you mean {display_text(near, longest=60)!r}?" for near in lookup.nearest(value))
            return "", ChangeVerdict.NAME_UNKNOWN, f"there is no {kind} {called}{hint}"
        if len(matches) > 1:
            listed = ", ".join(candidate.id for candidate in matches[:5])
            return "", ChangeVerdict.NAME_NOT_UNIQUE, f"{called} is the name of {listed}; give an id"
        if matches[0].is_archived:
            return "", ChangeVerdict.NAME_UNKNOWN, f"the project {called} is archived"
        return matches[0].id, None, ""


def _count_duplicates(cells: Sequence[Cell]) -> dict[tuple[str, ...], int]:
    """Return the number of lines for each lesson (in a long table: lesson, block and field) that has several."""
    lines: dict[tuple[str, ...], set[int]] = defaultdict(set)
    for cell in cells:
        if cell.lesson_id:
            lines[_key(cell)].add(cell.line)
    return {key: len(numbers) for key, numbers in lines.items() if len(numbers) > 1}


def _key(cell: Cell) -> tuple[str, ...]:
    return cell.lesson_id, cell.block_id, cell.field


def count_verdicts(rows: Sequence[ChangeRow]) -> dict[ChangeVerdict, int]:
    """Return the number of rows with each verdict that occurs, in the order of the verdicts."""
    counts = Counter(row.verdict for row in rows)
    return {verdict: counts[verdict] for verdict in ChangeVerdict if counts[verdict]}
