"""Answers and tables as a notebook shows them: fields with values, aligned text and numbers, all text escaped."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel

from workbench.authoring.shape import OutputModel, wire_time
from workbench.client.session.origin import is_web
from workbench.text import align_cells, display_text, escape_html

if TYPE_CHECKING:
    import pandas

_LONGEST: Final = 120
_MOST_ITEMS: Final = 5
_NAMES: Final = ("title", "name", "file_name", "term", "lesson_id", "id")
"""Fields that can name a record in a list; the first one that the record has is used."""
_UNSET: Final = {"expires_at": "never"}
"""Text shown for fields without a value, where `None` would mislead."""
_ALIGN_STYLES: Final = {True: ' style="text-align:right">', False: ' style="text-align:left">'}


def show_records_as_tables() -> None:
    """If running in IPython, register these displays for every answer and table of the workbench.

    Calling it again changes nothing. Other tables and pandas' options are not affected.
    """
    if "IPython" not in sys.modules:
        return
    from IPython.core.getipython import get_ipython
    from IPython.utils.generics import complete_object

    complete_object.register(OutputModel, lambda record, names: dir(record))
    shell = get_ipython()
    if shell is not None and shell.display_formatter is not None:
        formatters = shell.display_formatter.formatters
        formatters["text/html"].for_type(OutputModel, record_html)
        formatters["text/plain"].for_type(OutputModel, lambda record, printer, cycle: printer.text(record_text(record)))
        for module in ("pandas", "pandas.core.frame"):  # pandas 3 and later; earlier versions
            if f"{module}.DataFrame" not in formatters["text/html"]:
                formatters["text/html"].for_type_by_name(module, "DataFrame", frame_html)


def record_text(record: OutputModel, *, for_terminal: bool = False) -> str:
    """Return the record as text: its type, and a line for each field.

    `for_terminal`: only fields with a value, and times as on the wire.
    """
    rows = [
        (name, wire_time(value) if for_terminal and isinstance(value, datetime) else text)
        for name, value, text in _rows(record)
        if value is not None or not for_terminal
    ]
    width = max((len(name) for name, _ in rows), default=0)
    return "\n".join([type(record).__name__, *(f"  {name:<{width}}  {display_text(text)}" for name, text in rows)])


def record_html(record: OutputModel) -> str:
    """Return the record as an HTML table, with web addresses as links."""
    rows = "".join(f"<tr><td>{escape_html(name)}</td><td>{_cell(text)}</td></tr>" for name, _, text in _rows(record))
    return f'<table><caption style="text-align:start">{type(record).__name__}</caption>{align_cells(rows)}</table>'


def _rows(record: OutputModel) -> Iterator[tuple[str, Any, str]]:
    """Yield each field's name, its value, and the value in words."""
    for name, value in record:
        text = _UNSET.get(name, "None") if value is None else _text(value)
        yield name, value, display_text(text, longest=_LONGEST)


def _text(value: Any) -> str:
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M} UTC"
    if isinstance(value, list | tuple):
        items = [_display_name(item) for item in value[:_MOST_ITEMS]]
        count, more = (f"{len(value):,}: ", ", …") if len(value) > _MOST_ITEMS else ("", "")
        return f"{count}{', '.join(items)}{more}" if items else "[]"
    if isinstance(value, BaseModel):
        return ", ".join(f"{name}={_display_name(part)}" for name, part in value)
    return str(value)


def _display_name(item: Any) -> str:
    """Return the text for a value in a list: a record's title or name, or the value itself."""
    names = (getattr(item, name, None) for name in _NAMES) if isinstance(item, BaseModel) else ()
    text = next((name for name in names if isinstance(name, str) and name), None)
    return display_text(_text(item) if text is None else text, longest=_LONGEST // _MOST_ITEMS * 2)


def _cell(value: str) -> str:
    text = escape_html(value)
    if not value.startswith("http") or value.endswith("…") or not is_web(value):
        return text
    return f'<a href="{text}" target="_blank" rel="noopener noreferrer">{text}</a>'


def frame_html(frame: pandas.DataFrame) -> str | None:
    """Return pandas' HTML of a DataFrame; in the workbench's own, text is left-aligned and numbers right-aligned."""
    from pandas.api.types import is_numeric_dtype

    html: str | None = frame._repr_html_()  # type: ignore[operator]
    if html is None or "is_complete" not in frame.attrs or frame.columns.nlevels > 1 or frame.columns.has_duplicates:
        return html
    before, first_row, rest = html.partition("<tr style")
    heads, row_end, body = rest.partition("</tr>")
    index_levels = frame.index.nlevels
    sides = [_ALIGN_STYLES[is_right] for is_right in _right_columns(frame, heads.count("<th>") - index_levels)]
    rows = "<tr>".join(_align_cells(row, "<td>", sides) for row in body.split("<tr>"))
    index_side = ">" if any(is_numeric_dtype(dtype) for dtype in _index_dtypes(frame)) else _ALIGN_STYLES[False]
    head = _align_cells(heads, "<th>", [index_side] * index_levels + sides)
    return before + first_row + head + row_end + rows.replace("<th", f"<th{index_side[:-1]}")


def _index_dtypes(frame: pandas.DataFrame) -> list[Any]:
    return [frame.index.get_level_values(level).dtype for level in range(frame.index.nlevels)]


def _right_columns(frame: pandas.DataFrame, count: int) -> list[bool]:
    """Return for each shown column whether it is numeric; pandas may replace the middle columns with one of dots."""
    from pandas.api.types import is_bool_dtype, is_numeric_dtype

    numbers = [is_numeric_dtype(dtype) and not is_bool_dtype(dtype) for dtype in frame.dtypes]
    if count == len(numbers):
        return numbers
    first = count // 2
    return [*numbers[:first], False, *numbers[len(numbers) - (count - first - 1) :]]


def _align_cells(row: str, tag: str, sides: Sequence[str]) -> str:
    """Return an HTML row with its cells aligned; unchanged if it has a different number of cells."""
    before, *cells = row.split(tag)
    if len(cells) != len(sides):
        return row
    return before + "".join(tag[:-1] + side + cell for side, cell in zip(sides, cells, strict=True))
