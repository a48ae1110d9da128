"""CSV and pasted text to a table: which delimiter, whether a header, which lines are torn."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from workbench.bulk.reading.heading import find_heading
from workbench.bulk.reading.table import (
    MAX_CELL_CHARACTERS,
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_LINES,
    Table,
    TopicLine,
    checked_lines,
)
from workbench.errors import PlanRejected
from workbench.patterns import IGNORECASE, Pattern

DELIMITERS: Final = (",", ";", "\t", "|")
_SAMPLE_RECORDS: Final = 50
_BULLET: Final = Pattern(r"\s*(?:[-*•–·‣◦▪]|\d{1,5}[.)])\s+")
_SEPARATOR_LINE: Final = Pattern(r"\ufeff?\s*\"?sep=([^\r\n\"])\"?[ ,;\t|]*(\r\n|\r|\n|$)", IGNORECASE)
_LONGEST_CELL: Final = 64 * 1024 * 1024
_WIDEST: Final = 100_000  # signs that part cells in one record, those in quotation marks too
_MOST_RECORDS: Final = MAX_LINES + 100  # title lines above a heading are not topics


@dataclass(frozen=True, slots=True)
class Form:
    """Options for reading a text: `delimiter` (empty for one topic per line) and `header`; `None` detects them."""

    delimiter: str | None = None
    header: bool | None = None


def read_delimited(text: str, name: str, form: Form, knows: Callable[[str], bool], *, is_list: bool = False) -> Table:
    """Return the table in `text`.

    `knows` says whether a cell is a column's name; `is_list` text is split only below such a name. Raises
    `PlanRejected` for an empty text.
    """
    if not text.strip():
        raise PlanRejected(f"{name} is empty. Nothing was sent.")
    if form.delimiter is not None and len(form.delimiter) > 1:
        raise PlanRejected("A delimiter must be one character, or empty for one topic per line.")
    delimiter, skipped = form.delimiter, 0
    if separator_line := _SEPARATOR_LINE.match(text):
        # Excel's own first line; it is not a record, and the following lines keep their numbers.
        delimiter, skipped = delimiter if delimiter is not None else separator_line[1], 1
        text = text[separator_line.end() - len(separator_line[2]) :]
    if delimiter is None:
        delimiter = _delimiter(text, knows, is_list=is_list)
    records, notes = _records(text, delimiter)
    records = records[skipped:]
    heading = find_heading(records, form.header, knows)
    if len(heading.columns) > MAX_COLUMNS:
        raise PlanRejected(f"{name} has more than {MAX_COLUMNS:,} columns. Nothing was sent.")
    lines = (_fit_line(record, len(heading.columns)) for record in records if record.number > heading.line)
    return Table(name, heading.columns, checked_lines(lines), (*notes, *heading.notes))


def _records(text: str, delimiter: str) -> tuple[list[TopicLine], tuple[str, ...]]:
    if not delimiter:
        plain = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n \t")
        lines = plain.split("\n", _MOST_RECORDS)[:_MOST_RECORDS]
        lines, notes = _without_bullets(lines)
        return [TopicLine(number, (_cell(line),)) for number, line in enumerate(lines, 1)], notes
    try:
        return list(_limit_cells(_parse_records(text, delimiter, strict=True))), ()
    except csv.Error as refused:
        notes = (f"A quotation mark is out of place ({refused}); the lines that it joins are skipped.",)
        return [_not_torn(line) for line in _limit_cells(_parse_records(text, delimiter, strict=False))], notes


def _limit_cells(records: Iterable[TopicLine]) -> Iterator[TopicLine]:
    # More are not kept than a table can have; that they are too many is for the table to say.
    cells = 0
    for record in islice(records, _MOST_RECORDS):
        cells += len(record.cells)
        yield record
        if cells > MAX_CELLS + _WIDEST:
            return


def _without_bullets(lines: list[str]) -> tuple[list[str], tuple[str, ...]]:
    # Lists pasted from letters or slides; a sign before only some lines belongs to their topics.
    topics = [line for line in lines if line.strip()]
    if len(topics) < 2 or not all(map(_BULLET.match, topics)):
        return lines, ()
    return [_BULLET.sub("", line) for line in lines], ("The bullet or number at the start of each line was removed.",)


def _not_torn(line: TopicLine) -> TopicLine:
    # After an unpaired quotation mark, a cell continues over the next lines, which would become one topic.
    if any("\n" in cell or "\r" in cell for cell in line.cells):
        return replace(line, fault="a quotation mark that is not closed takes several lines together")
    return line


def _parse_records(text: str, delimiter: str, *, strict: bool) -> Iterator[TopicLine]:
    usual = csv.field_size_limit(_LONGEST_CELL)
    try:
        record = _Record(text, delimiter)
        reader = csv.reader(record.lines(), delimiter=delimiter, strict=strict, skipinitialspace=True)
        number = 1
        for cells in reader:
            yield TopicLine(number, tuple(_cell(cell) for cell in cells))
            number = reader.line_num + 1
            record.width = 0
    finally:
        csv.field_size_limit(usual)


@dataclass(slots=True)
class _Record:
    """The lines of a text, as long as one record of them does not become too wide to be laid out."""

    text: str
    delimiter: str
    width: int = 0

    def lines(self) -> Iterator[str]:
        for line in io.StringIO(self.text, newline=""):
            self.width += line.count(self.delimiter)
            if self.width > _WIDEST:
                raise PlanRejected(f"A line has more than {MAX_COLUMNS:,} cells. Nothing was sent.")
            yield line


def _delimiter(text: str, knows: Callable[[str], bool], *, is_list: bool) -> str:
    best, best_rank = "", (False, 1)
    for delimiter in DELIMITERS:
        widths, first = _widths(text, delimiter)
        if not widths or widths[0] < 2:
            continue
        known = any(knows(cell) for cell in first)
        even = sum(width == widths[0] for width in widths) >= 0.8 * len(widths)
        # Topics hold commas and semicolons, never tabs: those come from a spreadsheet's cells.
        if not known and (not even or (is_list and delimiter != "\t")):
            continue
        if (known, widths[0]) > best_rank:
            best, best_rank = delimiter, (known, widths[0])
    # A header of one known column: commas below it belong to the topics.
    first_line = text.lstrip().partition("\n")[0].strip().strip('"')
    return "," if not best and not is_list and knows(first_line) and '"' in text else best


def _widths(text: str, delimiter: str) -> tuple[list[int], tuple[str, ...]]:
    widths: list[int] = []
    first: tuple[str, ...] = ()
    for line in islice(_parse_records(text, delimiter, strict=False), _MOST_RECORDS):
        if any(line.cells):
            first = first or line.cells
            widths.append(len(line.cells))
        if len(widths) >= _SAMPLE_RECORDS:
            break
    return widths, first


def _fit_line(line: TopicLine, width: int) -> TopicLine:
    cells = line.cells
    if len(cells) > width and any(cells[width:]):
        fault = f"it has {len(cells)} cells where the heading has {width}; put text with commas in quotation marks"
        return TopicLine(line.number, cells[:width], fault)
    return TopicLine(line.number, (cells + ("",) * width)[:width], line.fault)


def _cell(text: str) -> str:
    return text.strip()[:MAX_CELL_CHARACTERS]
