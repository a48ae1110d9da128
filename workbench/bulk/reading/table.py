"""A table as it was read: columns and lines of text cells, from any source."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from workbench.errors import PlanRejected

MAX_LINES: Final = 100_000
MAX_CELL_CHARACTERS: Final = 20_000
MAX_COLUMNS: Final = 1_000
MAX_CELLS: Final = 5_000_000
MAX_TEXT_CHARACTERS: Final = 100_000_000


@dataclass(frozen=True, slots=True)
class TopicLine:
    """One line. `number` is its line in the file, the header included; `fault` says why it cannot be used."""

    number: int
    cells: tuple[str, ...]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """`name` is the source's, such as a file's; `notes` say what a person should know of the reading.

    `is_file`: it came from a file, whose name distinguishes it from others.
    """

    name: str
    columns: tuple[str, ...]
    lines: tuple[TopicLine, ...]
    notes: tuple[str, ...] = ()
    is_file: bool = False


def cell_text(value: Any) -> str:
    """Return a cell's value as text: empty if missing, `2654` for 2654.0, ISO 8601 for dates.

    Longer text is cut after `MAX_CELL_CHARACTERS`, which is far more than a topic may have.
    """
    if value is None or _is_missing(value):
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, date | datetime):
        return value.isoformat()
    return str(value).strip()[:MAX_CELL_CHARACTERS]


def _is_missing(value: Any) -> bool:
    # NaN and NaT are the values that differ from themselves; pandas' NA refuses to say.
    try:
        return bool(value != value)
    except (TypeError, ValueError):
        return type(value).__name__ == "NAType"


def checked_lines(lines: Iterable[TopicLine]) -> tuple[TopicLine, ...]:
    """Return the lines. Raises `PlanRejected` as soon as there are more, or they hold more, than a plan can."""
    checked: list[TopicLine] = []
    cells = characters = 0
    for line in lines:
        checked.append(line)
        cells += len(line.cells)
        characters += sum(map(len, line.cells))
        if len(checked) > MAX_LINES:
            raise PlanRejected(f"The list has more than {MAX_LINES:,} lines. Split it. Nothing was sent.")
        if cells > MAX_CELLS or characters > MAX_TEXT_CHARACTERS:
            raise PlanRejected(
                f"The list contains too much text: over {MAX_CELLS:,} cells or {MAX_TEXT_CHARACTERS:,} characters. "
                "Keep only the columns of topics and languages. Nothing was sent."
            )
    return tuple(checked)
