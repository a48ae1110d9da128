"""Turns a table of any origin into cells, one for each lesson and field. Asks no service.

A wide table has `lesson_id` and columns of fields; a long one has `lesson_id`, `block_id`, `field` and `value`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from workbench.bulk.reading.csv_text import Form
from workbench.bulk.reading.sources import ReadOptions, read_bytes, read_source
from workbench.bulk.reading.table import MAX_LINES, Table, cell_text
from workbench.changes.present import PresentLesson
from workbench.changes.row import COURSE, FIELDS, POSITION, PROJECT, TAGS, TITLE, ChangeRow, ChangeVerdict
from workbench.errors import PlanRejected
from workbench.patterns import Pattern
from workbench.text import display_text

LESSON_ID: Final = "lesson_id"
_BLOCK_ID, _FIELD, _VALUE, _REVISION = "block_id", "field", "value", "revision"
_NAMES: Final = {
    **dict.fromkeys(("lesson_id", "lessonid", "lesson"), LESSON_ID),
    **dict.fromkeys(("course", "course_id", "courseid"), COURSE),
    **dict.fromkeys(("project", "project_id", "projectid"), PROJECT),
    **dict.fromkeys(("revision", "base_revision", "baserevision"), _REVISION),
    **dict.fromkeys(("block_id", "blockid"), _BLOCK_ID),
    **{name: name for name in (TITLE, POSITION, TAGS, _FIELD, _VALUE)},
}
_TWO_NAMES: Final = (COURSE, PROJECT)  # a report has both their names and their ids
_COLUMNS_LISTED: Final = 20
_KINDS: Final = {bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "a record"}
_EDGE: Final = Pattern(r"[\s\-]+")


@dataclass(frozen=True, slots=True)
class Cell:
    """A new value for a lesson. `revision` is the lesson's revision according to the table, if it has one."""

    line: int
    lesson_id: str
    field: str
    value: Any
    block_id: str = ""
    revision: int | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class CellTable:
    """The cells of a table, by line. `notes` tell the person how the table was read."""

    name: str
    cells: tuple[Cell, ...]
    lines: int
    is_file: bool = False
    notes: tuple[str, ...] = ()
    has_blocks: bool = False
    has_projects: bool = False


@dataclass(frozen=True, slots=True)
class CellSheet:
    """A table as it was read: columns, and rows of line number, values and fault."""

    name: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[int, Sequence[Any], str]]  # line, values, fault
    is_file: bool = False
    notes: tuple[str, ...] = ()


def read_cells(source: Any, *, sheet: str | int | None = None, encoding: str | None = None) -> CellTable:
    """Return the cells of a DataFrame, a list of records, or a CSV, XLSX or Parquet file.

    Raises `PlanRejected`.
    """
    table = read_sheet(source, _NAMES, sheet=sheet, encoding=encoding)
    roles = _roles(table.columns)
    used = {_NAMES[fold_heading(column)] for column in table.columns if fold_heading(column) in _NAMES}
    if LESSON_ID not in used:
        raise PlanRejected("The table has no column `lesson_id`. Nothing was changed.")
    is_long = {_FIELD, _VALUE} <= used
    fields = [] if is_long else [(role, index) for role, index in roles if role in FIELDS]
    if not is_long and not fields:
        raise PlanRejected(
            f"The table needs a column to change: {', '.join(FIELDS)}; or `field` and `value`, with `block_id`"
            " for text of a block. Nothing was changed."
        )
    place_of = dict(reversed(roles))
    others = (LESSON_ID, _REVISION, *((_BLOCK_ID, _FIELD, _VALUE) if is_long else ()))
    taken = {index for _, index in fields} | {place_of[other] for other in others if other in place_of}
    cells: list[Cell] = []
    for line, values, fault in table.rows:
        if is_long:
            cells.append(_long_cell(line, values, place_of, fault))
        else:
            cells += _wide_cells(line, values, place_of, fields, fault)
    unused = [name for index, name in enumerate(table.columns) if index not in taken]
    notes = (*table.notes, *unused_columns(unused))
    return CellTable(
        name=table.name,
        cells=tuple(cells),
        lines=len(table.rows),
        is_file=table.is_file,
        notes=notes,
        has_blocks=any(cell.block_id for cell in cells),
        has_projects=any(cell.field == PROJECT for cell in cells),
    )


def read_table_file(data: bytes, file_name: str) -> Table:
    """Return a CSV, XLSX or Parquet file's bytes as a table for `read_cells`. Raises `PlanRejected`."""
    return read_bytes(data, file_name, ReadOptions(form=Form(header=True)), _is_column)


def is_missing(value: Any) -> bool:
    """Return whether a cell is empty: a missing value in Python or pandas, or blank text."""
    return (
        value is None
        or (isinstance(value, str) and not value.strip())
        or (not isinstance(value, str | bool | list | tuple | dict) and cell_text(value) == "")
    )


def plan_row_for_cell(
    cell: Cell, verdict: ChangeVerdict, lesson: PresentLesson | None, *, reason: str = ""
) -> ChangeRow:
    """Return the plan's row for a cell of this lesson."""
    return ChangeRow(
        line=cell.line,
        verdict=verdict,
        lesson_id=cell.lesson_id,
        block_id=cell.block_id,
        field="" if verdict in (ChangeVerdict.UNCHANGED, ChangeVerdict.UNKNOWN_LESSON) else cell.field,
        after=display_text(cell.value) if verdict not in (ChangeVerdict.CHANGE, ChangeVerdict.UNCHANGED) else "",
        base_revision=lesson.revision if lesson else 0,
        lesson_title=lesson.title if lesson else "",
        reason=reason,
    )


def type_name(value: Any) -> str:
    """Return a readable name for the type of a value."""
    return next((name for kind, name in _KINDS.items() if isinstance(value, kind)), "this")


def _wide_cells(
    line: int, values: Sequence[Any], place_of: Mapping[str, int], fields: Iterable[tuple[str, int]], fault: str
) -> list[Cell]:
    lesson_id, revision = _id(values[place_of[LESSON_ID]]), _number(_cell_at(values, place_of, _REVISION))
    return [Cell(line, lesson_id, role, values[index], revision=revision, fault=fault) for role, index in fields]


def _long_cell(line: int, values: Sequence[Any], place_of: Mapping[str, int], fault: str) -> Cell:
    return Cell(
        line=line,
        lesson_id=_id(values[place_of[LESSON_ID]]),
        field=_id(values[place_of[_FIELD]]),
        value=values[place_of[_VALUE]],
        block_id=_id(_cell_at(values, place_of, _BLOCK_ID)).lower(),
        revision=_number(_cell_at(values, place_of, _REVISION)),
        fault=fault,
    )


def read_sheet(
    source: Any, names: Collection[str], *, sheet: str | int | None = None, encoding: str | None = None
) -> CellSheet:
    """Return a DataFrame, a list of records or a file as a sheet; `names` are normalized column names.

    Raises `PlanRejected`.
    """
    if hasattr(source, "columns") and hasattr(source, "to_pandas") and not hasattr(source, "itertuples"):
        source = source.to_pandas()
    if hasattr(source, "itertuples"):
        return _frame_sheet(source, names)
    if isinstance(source, list | tuple) and source and all(isinstance(record, Mapping) for record in source):
        _check_lines(len(source))
        columns = tuple(dict.fromkeys(str(key) for record in source for key in record))
        rows = [(n, [record.get(name) for name in columns], "") for n, record in enumerate(source, 1)]
        return CellSheet("records", columns, rows)
    options = ReadOptions(encoding=encoding, form=Form(header=True), sheet=sheet)
    table = read_source(source, options, lambda text: fold_heading(text) in names)
    lines = [(line.number, line.cells, line.fault) for line in table.lines if any(line.cells)]
    return CellSheet(table.name, table.columns, lines, table.is_file, table.notes)


def _is_column(text: str) -> bool:
    return fold_heading(text) in _NAMES


def _frame_sheet(frame: Any, names: Collection[str]) -> CellSheet:
    _check_lines(len(frame))
    if any(fold_heading(name or "") in names for name in frame.index.names):
        frame = frame.reset_index()
    columns = tuple(str(column) for column in frame.columns)
    lists = [frame.iloc[:, index].tolist() for index in range(len(columns))]
    rows = [(number, values, "") for number, values in enumerate(zip(*lists, strict=True), 1)]
    return CellSheet("table", columns, rows)


def _check_lines(lines: int) -> None:
    if lines > MAX_LINES:
        raise PlanRejected(f"The table has {lines:,} rows; at most {MAX_LINES:,} are allowed. Nothing was changed.")
    if not lines:
        raise PlanRejected("The table is empty. Nothing was changed.")


def _roles(columns: Sequence[str]) -> list[tuple[str, int]]:
    roles = [(_NAMES[name], index) for index, column in enumerate(columns) if (name := fold_heading(column)) in _NAMES]
    for role in {role for role, _ in roles}:
        of_role = [columns[index] for column_role, index in roles if column_role == role]
        if len(of_role) > (2 if role in _TWO_NAMES else 1):
            listed = ", ".join(display_text(heading, longest=60) for heading in of_role)
            raise PlanRejected(f"Several columns give the {role}: {listed}. Keep one. Nothing was changed.")
    return roles


def unused_columns(names: Sequence[str]) -> tuple[str, ...]:
    """Return the note on columns that were not compared; empty if there are none."""
    if not names:
        return ()
    more = f" and {len(names) - _COLUMNS_LISTED:,} more" if len(names) > _COLUMNS_LISTED else ""
    listed = ", ".join(display_text(name, longest=60) for name in islice(names, _COLUMNS_LISTED))
    return (f"These columns can’t be edited and were ignored: {listed}{more}.",)


def _cell_at(values: Sequence[Any], place_of: Mapping[str, int], role: str) -> Any:
    return values[place_of[role]] if role in place_of else None


def _id(value: Any) -> str:
    return cell_text(value)[:200]


def _number(value: Any) -> int | None:
    text = cell_text(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


def fold_heading(name: object) -> str:
    """Return a column's name normalized for comparison."""
    return _EDGE.sub("_", str(name).strip().lower())
