"""CSV and pasted text to a table: which delimiter, whether a header, which lines are torn. Knows no file."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from workbench.bulk.table import MAX_CELL_CHARACTERS, MAX_COLUMNS, Line, Table, checked_lines
from workbench.errors import PlanRejected

DELIMITERS: Final = (",", ";", "\t", "|")
_SAMPLE_RECORDS: Final = 50
_LONGEST_CELL: Final = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Form:
    """What a person said of the text: `delimiter` (empty for one topic a line) and `header`; `None` is: find out."""

    delimiter: str | None = None
    header: bool | None = None


def read_delimited(text: str, name: str, form: Form, knows: Callable[[str], bool], *, is_list: bool = False) -> Table:
    """The table in `text`. `knows` says whether a cell is a column's name; `is_list` text is split only under such.

    Raises `PlanRejected` for an empty text.
    """
    if not text.strip():
        raise PlanRejected(f"{name} is empty. Nothing was sent.")
    if form.delimiter is not None and len(form.delimiter) > 1:
        raise PlanRejected("A delimiter is one character, or empty for one topic a line. Nothing was sent.")
    delimiter = form.delimiter if form.delimiter is not None else _delimiter(text, knows, is_list=is_list)
    records, notes = _records(text, delimiter)
    first = next((each for each in records if any(each.cells)), Line(1, ()))
    has_header = form.header if form.header is not None else _is_header(first, knows)
    width = max(len(each.cells) for each in records)
    if has_header:
        columns = tuple(cell or f"column {place}" for place, cell in enumerate(first.cells, 1))
        records = [each for each in records if each.number > first.number]
    else:
        columns = tuple(f"column {place}" for place in range(1, min(width, MAX_COLUMNS) + 1))
        if len(columns) == 1 and first.number == 1 and form.header is None:
            notes = (*notes, "Line 1 is taken as a topic. If it is a heading, say header=True.")
    if len(columns) > MAX_COLUMNS:
        raise PlanRejected(f"{name} has more than {MAX_COLUMNS:,} columns. Nothing was sent.")
    return Table(name, columns, checked_lines(_fitted(each, len(columns)) for each in records), notes)


def _records(text: str, delimiter: str) -> tuple[list[Line], tuple[str, ...]]:
    if not delimiter:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if lines and not lines[-1].strip():
            lines.pop()
        return [Line(number, (_cell(each),)) for number, each in enumerate(lines, 1)], ()
    try:
        return list(_parsed(text, delimiter, strict=True)), ()
    except csv.Error as refused:
        notes = (f"A quotation mark is out of place ({refused}); look at the rows that are long.",)
        return list(_parsed(text, delimiter, strict=False)), notes


def _parsed(text: str, delimiter: str, *, strict: bool) -> Iterator[Line]:
    usual = csv.field_size_limit(_LONGEST_CELL)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict, skipinitialspace=True)
        number = 1
        for cells in reader:
            yield Line(number, tuple(_cell(each) for each in cells))
            number = reader.line_num + 1
    finally:
        csv.field_size_limit(usual)


def _delimiter(text: str, knows: Callable[[str], bool], *, is_list: bool) -> str:
    best, best_rank = "", (False, 1)
    for each in DELIMITERS:
        widths, first = _widths(text, each)
        if not widths or widths[0] < 2:
            continue
        known = any(knows(cell) for cell in first)
        even = sum(width == widths[0] for width in widths) >= 0.8 * len(widths)
        if not known and (is_list or not even):
            continue
        if (known, widths[0]) > best_rank:
            best, best_rank = each, (known, widths[0])
    # A header of one known column: commas below it belong to the topics.
    first_line = text.lstrip().partition("\n")[0].strip().strip('"')
    return "," if not best and not is_list and knows(first_line) and '"' in text else best


def _widths(text: str, delimiter: str) -> tuple[list[int], tuple[str, ...]]:
    widths: list[int] = []
    first: tuple[str, ...] = ()
    for line in _parsed(text, delimiter, strict=False):
        if any(line.cells):
            first = first or line.cells
            widths.append(len(line.cells))
        if len(widths) >= _SAMPLE_RECORDS:
            break
    return widths, first


def _is_header(first: Line, knows: Callable[[str], bool]) -> bool:
    if len(first.cells) == 1:
        return knows(first.cells[0])
    return any(knows(cell) for cell in first.cells) or all(0 < len(cell) <= 60 for cell in first.cells)


def _fitted(line: Line, width: int) -> Line:
    cells = line.cells
    if len(cells) > width and any(cells[width:]):
        fault = f"it has {len(cells)} cells where the heading has {width}; put text with commas in quotation marks"
        return Line(line.number, cells[:width], fault)
    return Line(line.number, (cells + ("",) * width)[:width], line.fault)


def _cell(text: str) -> str:
    return text.strip()[:MAX_CELL_CHARACTERS]
