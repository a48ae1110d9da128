"""Detect the heading of a table: its first line, one below a few title lines, or none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from workbench.bulk.reading.table import MAX_COLUMNS, TopicLine

TITLE_LINES: Final = 10
_LONGEST_NAME: Final = 60
NO_HEADING: Final = "Line {} was read as a topic. If it is the heading, read the list with `header=True`."
FOUND_BELOW: Final = "The heading is in line {}; the lines above it were skipped."


@dataclass(frozen=True, slots=True)
class HeaderRow:
    """Names of the columns, the line they are in (0: no heading), and notes for the user."""

    columns: tuple[str, ...]
    line: int = 0
    notes: tuple[str, ...] = ()


def find_heading(
    lines: Sequence[TopicLine], has_header: bool | None, knows: Callable[[str], bool], *, is_sheet: bool = False
) -> HeaderRow:
    """Return the heading of these lines.

    `has_header` is `None` if it is to be detected; `knows` says whether a cell is a column's name. With several
    columns an unknown first line counts as names: in a sheet always, in text if all cells are short.
    """
    filled = list(islice((line for line in lines if any(line.cells)), TITLE_LINES + 1))
    if not filled:
        return HeaderRow(())
    first = filled[0]
    if has_header is False:
        return HeaderRow(_number_columns(lines))
    if has_header or any(map(knows, first.cells)):
        return _header_row(first)
    below = _below_titles(filled, knows)
    if below is not None:
        return HeaderRow(_header_row(below).columns, below.number, (FOUND_BELOW.format(below.number),))
    if len(first.cells) > 1 and (is_sheet or all(0 < len(cell) <= _LONGEST_NAME for cell in first.cells)):
        return _header_row(first)
    is_list = len(first.cells) == 1
    return HeaderRow(_number_columns(lines), 0, (NO_HEADING.format(first.number),) if is_list else ())


def _header_row(line: TopicLine) -> HeaderRow:
    return HeaderRow(tuple(cell or f"column {position}" for position, cell in enumerate(line.cells, 1)), line.number)


def _number_columns(lines: Sequence[TopicLine]) -> tuple[str, ...]:
    width = max((len(line.cells) for line in lines), default=0)
    return tuple(f"column {index}" for index in range(1, min(width, MAX_COLUMNS) + 1))


def _below_titles(filled: Sequence[TopicLine], knows: Callable[[str], bool]) -> TopicLine | None:
    # A title is one cell in a line of its own; names of columns are several.
    for line in filled:
        if sum(map(bool, line.cells)) > 1:
            return line if any(map(knows, line.cells)) else None
    return None
