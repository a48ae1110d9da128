"""A report's rows as a table that can be searched and sorted; rows that name a lesson or course open it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import anywidget
import traitlets

from workbench.reports.report import Report
from workbench.reports.view import SHORT_ROWS, cell_text, is_number, shown_columns
from workbench.text import escape_html
from workbench.widgets.admin.audit_wording import action_name
from workbench.widgets.kit.assets import script, styles
from workbench.widgets.reports.wording import column_label

if TYPE_CHECKING:
    import pandas

MOST_ROWS: Final = 2_000
MOST_CHARACTERS: Final = 1_000_000
"""What a browser gets of a long report at most; a file has all of it, and the panel says so."""
_NAMES: Final = ("title", "topic", "name")
_OPENED: Final = ("lesson", "course")
_CODE_NAMES: Final[dict[str, Callable[[str], str]]] = {"action": action_name}
"""Columns whose values are names in code, and what these are called for people."""


class TableColumn(NamedTuple):
    """A column as it is shown. `meaning` explains it."""

    name: str
    label: str
    meaning: str
    is_number: bool


@dataclass(frozen=True, slots=True)
class TableContent:
    """Columns, the texts of the first rows, and what opens what: an anchor by row and column. `total` counts all rows.

    Every text is plain: no part of it is read as markup.
    """

    columns: tuple[TableColumn, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    anchors: dict[tuple[int, int], str] = field(default_factory=dict)
    total: int = 0

    def as_message(self) -> dict[str, Any]:
        """Return what the browser gets: no anchor, only which cells have one."""
        opens: list[list[int]] = [[] for _ in self.rows]
        for row, column in self.anchors:
            opens[row].append(column)
        return {
            "columns": [
                {"label": column.label, "meaning": column.meaning, "isNumber": column.is_number}
                for column in self.columns
            ],
            "rows": [{"cells": list(cells), "opens": places} for cells, places in zip(self.rows, opens, strict=True)],
            "isLong": len(self.rows) > SHORT_ROWS,
        }

    def as_html(self) -> str:
        """Return the first rows as static HTML."""
        if not self.columns:
            return ""
        classes = [' class="wb-number"' if column.is_number else "" for column in self.columns]
        names = zip(self.columns, classes, strict=True)
        head = "".join(f"<th{side}>{escape_html(column.label)}</th>" for column, side in names)
        body = "".join(
            f"<tr>{''.join(f'<td{side}>{_bdi(text)}</td>' for text, side in zip(cells, classes, strict=True))}</tr>"
            for cells in self.rows[:SHORT_ROWS]
        )
        left = self.total - min(SHORT_ROWS, len(self.rows))
        more = f"<p>… and {left:,} more {'row' if left == 1 else 'rows'}.</p>" if left > 0 else ""
        return f'<table class="wb-table"><tr>{head}</tr>{body}</table>{more}'


def table_content(frame: pandas.DataFrame, report: Report) -> TableContent:
    """Return the table of a report's frame: columns that people read first before the others, without ids."""
    known = [name for name in shown_columns(frame) if not name.endswith("_ids")]
    names = [name for name in report.listed if name in known]
    names += [name for name in known if name not in names]
    declared = {column.name: column for column in report.columns}
    columns = tuple(
        TableColumn(
            name,
            column_label(declared.get(name, name)),
            declared[name].meaning if name in declared else "",
            is_number(frame[name]),
        )
        for name in names
    )
    texts = tuple(
        tuple(_text(name, value) for name, value in zip(names, values, strict=True))
        for values in frame[names].head(MOST_ROWS).astype(object).itertuples(index=False, name=None)
    )
    sizes = accumulate(sum(map(len, cells)) for cells in texts)
    rows = texts[: max(SHORT_ROWS, sum(size <= MOST_CHARACTERS for size in sizes))]
    return TableContent(columns, rows, _anchors(frame.head(len(rows)), names), len(frame))


def _text(name: str, value: object) -> str:
    text = cell_text(value)
    return _CODE_NAMES[name](text) if name in _CODE_NAMES else text


def _anchors(frame: pandas.DataFrame, names: Sequence[str]) -> dict[tuple[int, int], str]:
    """Return what the cells open that name a lesson or course whose id is in their row."""
    anchors: dict[tuple[int, int], str] = {}
    for kind in _OPENED:
        if f"{kind}_id" not in frame.columns:
            continue
        named = next((name for name in (kind, *_NAMES) if name in names), None)
        if named is None:
            continue
        column = names.index(named)
        for row, id_ in enumerate(frame[f"{kind}_id"].astype(object)):
            if isinstance(id_, str) and id_:
                anchors.setdefault((row, column), f"{kind}/{id_}")
    return anchors


def _bdi(text: str) -> str:
    return f'<bdi dir="auto">{escape_html(text)}</bdi>'


class ReportTable(anywidget.AnyWidget):
    """Shows a `TableContent`, which stays in Python and is in no saved notebook."""

    _esm = script("reports/table")
    _css = styles("reports/table")

    label = traitlets.Unicode("").tag(sync=True)

    def __init__(self, label: str) -> None:
        super().__init__(label=label)
        self.content = TableContent()
        self._open_callbacks: list[Callable[[str], object]] = []
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def put(self, content: TableContent) -> None:
        """Show this from its first row on; without columns it takes no room."""
        self.content = content
        self._tell()

    def on_open(self, callback: Callable[[str], object]) -> None:
        """Call this with the anchor of a cell that is opened, such as `lesson/ID`."""
        self._open_callbacks.append(callback)

    def _on_message(self, message: Any) -> None:
        intent = message.get("intent") if isinstance(message, dict) else None
        if intent == "ready":
            self._tell()
        elif intent == "open":
            anchor = self.content.anchors.get((message.get("row"), message.get("column")))
            for callback in self._open_callbacks if anchor is not None else ():
                callback(anchor or "")

    def _tell(self) -> None:
        self.send({"table": self.content.as_message()})

    def __repr__(self) -> str:
        return f"A table: {self.label}, {len(self.content.rows)} rows."
