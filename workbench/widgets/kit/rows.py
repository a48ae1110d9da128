"""A selectable list, or a table with columns: a single widget, however many rows it has.

State comes down as traits, intents come up as messages; the script writes no trait.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import anywidget
import traitlets

from workbench.authoring.shape import utc_time, wire_time
from workbench.text import display_text, escape_html
from workbench.widgets.kit.assets import script, styles
from workbench.widgets.kit.editable_title import TitleEditing
from workbench.widgets.kit.selection import SelectionMessages

_LONGEST_PART = 1_000


class TextPart(NamedTuple):
    """A part of a text, and whether it matches the search."""

    text: str
    is_match: bool = False


class RowColumn(NamedTuple):
    """A column of a table. `width` is a track of a CSS grid; `sorts`: a person can sort by it, as `name` says."""

    name: str
    label: str
    width: str
    sorts: bool = True


class RowCell(NamedTuple):
    """What a row has in a column: a text, one with a tone as a tag, or a time from the service.

    `whole` is what a short text stands for: a screen reader hears it, and it is shown where the mouse rests.
    """

    text: str = ""
    tone: str = ""
    at: datetime | None = None
    whole: str = ""

    def as_state(self) -> dict[str, str]:
        """Return the state for the browser."""
        whole = display_text(self.whole or self.text)
        return {
            "text": display_text(self.text),
            "tone": self.tone,
            "at": "" if self.at is None else wire_time(self.at),
            "whole": whole,
        }


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the list. `tags` are short words with a tone: `plain`, `good`, `warn` or `bad`. All plain text.

    `at` is a time from the service, shown before `detail` in the browser's time zone and language.
    `title_parts` are the title, split at what was searched for; `excerpt` is part of its text, split likewise;
    `chips` are words that can be clicked. `cells` are what it has in the columns of a table, behind the title; the
    chips have the column `tags`.
    """

    id: str
    title: str
    detail: str = ""
    tags: tuple[tuple[str, str], ...] = ()
    at: datetime | None = None
    title_parts: tuple[TextPart, ...] = ()
    excerpt: tuple[TextPart, ...] = ()
    chips: tuple[TextPart, ...] = ()
    cells: tuple[RowCell, ...] = ()

    def as_state(self) -> dict[str, Any]:
        """Return the state for the browser; terminal control and direction characters are made visible."""
        tags = [{"text": display_text(text), "tone": tone} for text, tone in self.tags]
        state = {
            "id": self.id,
            "title": display_text(self.title),
            "detail": display_text(self.detail),
            "tags": tags,
            "at": wire_time(utc_time(self.at)) if self.at else "",
        }
        more = {"titleParts": self.title_parts, "hit": self.excerpt, "chips": self.chips}
        state |= {name: [_part_as_state(part) for part in row_parts] for name, row_parts in more.items() if row_parts}
        return state | ({"cells": [cell.as_state() for cell in self.cells]} if self.cells else {})


def _part_as_state(part: TextPart) -> dict[str, Any]:
    """Return the part's state, keeping blanks at its ends, since another part follows."""
    leading, trailing = (" " if edge.isspace() else "" for edge in (part.text[:1], part.text[-1:]))
    return {"text": f"{leading}{display_text(part.text, longest=_LONGEST_PART)}{trailing}", "isMatch": part.is_match}


class Rows(SelectionMessages, TitleEditing, anywidget.AnyWidget):
    """A list box. `chosen` are the ids of the chosen rows, in the list's order; it can be set and observed.

    With `many`, Space and checkboxes add rows. Enter or a double click opens a row. With `movable`, dragging rows
    or pressing Alt with an arrow key, Home or End requests a new order, which `fill` then shows, and Alt+M requests
    moving them to another list. With `receives`, rows of another list can be dropped on a row of this one.
    With `editable`, F2 or a double click on a title edits it in place. `status` is shown above the rows, and
    read out by a screen reader whenever it changes.

    With `columns`, of which the first one is the title, each row is a line of a table, with labels above them;
    `sort` names the one that it is sorted by, with `-` in front for a falling order.
    """

    _esm = script("kit/rows")
    _css = styles("kit/rows", "kit/title_editor")

    label = traitlets.Unicode("").tag(sync=True)
    empty = traitlets.Unicode("Nothing here yet.").tag(sync=True)
    many = traitlets.Bool(False).tag(sync=True)
    movable = traitlets.Bool(False).tag(sync=True)
    receives = traitlets.Bool(False).tag(sync=True)
    more = traitlets.Unicode("").tag(sync=True)
    status = traitlets.Unicode("").tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    rows = traitlets.List(traitlets.Dict()).tag(sync=True)
    chosen = traitlets.List(traitlets.Unicode()).tag(sync=True)
    columns = traitlets.List(traitlets.Dict()).tag(sync=True)
    sort = traitlets.Unicode("").tag(sync=True)

    def __init__(self, label: str, *, empty: str = "Nothing here yet.", many: bool = False) -> None:
        super().__init__(label=label, empty=empty, many=many)
        self._open_callbacks: list[Callable[[str], object]] = []
        self._more_callbacks: list[Callable[[], object]] = []
        self._reorder_callbacks: list[Callable[[list[str], list[str]], object]] = []
        self._transfer_callbacks: list[Callable[[list[str]], object]] = []
        self._receive_callbacks: list[Callable[[list[str], str], object]] = []
        self._chip_callbacks: list[Callable[[str], object]] = []
        self._sort_callbacks: list[Callable[[str], object]] = []
        self._chips: dict[str, tuple[TextPart, ...]] = {}
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def fill(self, rows: Sequence[Row], *, more: str = "", empty: str | None = None) -> None:
        """Show these rows; `more` is the text of a button for further ones. Chosen rows still listed stay chosen."""
        with self.hold_sync():
            if empty is not None:
                self.empty = empty
            self.rows = [row.as_state() for row in rows]
            self._chips = {row.id: row.chips for row in rows}
            self.more = more
            self.chosen = self._in_order(self.chosen)

    def show_columns(self, columns: Sequence[RowColumn], sort: str) -> None:
        """Show the rows as a table with these columns, sorted as said; without columns, as a list."""
        self.columns = [column._asdict() for column in columns]
        self.sort = sort

    def on_sort(self, callback: Callable[[str], object]) -> None:
        """Call this with the name of a column that a person wants to sort by."""
        self._sort_callbacks.append(callback)

    def on_open(self, callback: Callable[[str], object]) -> None:
        """Call this with the id of a row that is opened."""
        self._open_callbacks.append(callback)

    def on_chip(self, callback: Callable[[str], object]) -> None:
        """Call this with the text of a chip that is clicked."""
        self._chip_callbacks.append(callback)

    def on_more(self, callback: Callable[[], object]) -> None:
        """Call this when further rows are requested."""
        self._more_callbacks.append(callback)

    def on_reorder(self, callback: Callable[[list[str], list[str]], object]) -> None:
        """Call this with all ids in the requested order, and with the ids of the rows that moved."""
        self._reorder_callbacks.append(callback)

    def on_transfer(self, callback: Callable[[list[str]], object]) -> None:
        """Call this with the ids of rows that a person wants to move to another list."""
        self._transfer_callbacks.append(callback)

    def on_receive(self, callback: Callable[[list[str], str], object]) -> None:
        """Call this with ids that the browser says are rows of another list, and the row that they were dropped on."""
        self._receive_callbacks.append(callback)

    def move(self, ids: Sequence[str], offset: int) -> None:
        """Request moving these rows down together by this many places; a negative number moves them up."""
        self._reorder(ids, moved_by([row["id"] for row in self.rows], ids, offset))

    def _select(self, message: dict[str, Any], ids: list[str]) -> None:
        try:
            if not self.disabled:
                self.chosen = ids
        finally:
            self.answer_selection(message)

    def _on_message(self, message: Any) -> None:
        intent = message.get("intent") if isinstance(message, dict) else None
        ids = message.get("ids") if isinstance(message, dict) else None
        known = self._in_order(ids) if isinstance(ids, list) else []
        if intent == "choose":
            self._select(message, known if self.many else known[:1])
        elif intent == "retitle":
            self.take_title(message, known)
        elif self.disabled:
            return
        elif intent == "open" and known:
            for on_open in self._open_callbacks:
                on_open(known[0])
        elif intent == "chip" and known:
            index, chips = message.get("chip"), self._chips.get(known[0], ())
            for on_chip in self._chip_callbacks if type(index) is int and 0 <= index < len(chips) else ():
                on_chip(chips[index].text)
        elif intent == "move" and known and self.movable:
            by, order = message.get("by"), [row["id"] for row in self.rows]
            moved = moved_by(order, known, by) if type(by) is int else moved_before(order, known, message.get("before"))
            self._reorder(known, moved)
        elif intent == "transfer" and known and self.movable:
            for on_transfer in self._transfer_callbacks:
                on_transfer(known)
        elif intent == "receive" and known and self.receives and isinstance(message.get("rows"), list):
            for on_receive in self._receive_callbacks:
                on_receive([row for row in message["rows"] if isinstance(row, str)], known[0])
        elif intent == "sort":
            names = [column["name"] for column in self.columns if column["sorts"]]
            for on_sort in self._sort_callbacks if message.get("column") in names else ():
                on_sort(message["column"])
        elif intent == "more":
            for on_more in self._more_callbacks:
                on_more()

    def _reorder(self, ids: Sequence[str], order: list[str]) -> None:
        if order != [row["id"] for row in self.rows]:
            for on_reorder in self._reorder_callbacks:
                on_reorder(order, list(ids))

    def _in_order(self, ids: Sequence[object]) -> list[str]:
        wanted = {id_ for id_ in ids if isinstance(id_, str)}
        return [row["id"] for row in self.rows if row["id"] in wanted]

    def __repr__(self) -> str:
        return f"A list: {self.label}, {len(self.rows)} rows."


def table_html(columns: Sequence[RowColumn], rows: Sequence[Row]) -> str:
    """Return the rows as a table in a saved notebook, with the labels of the columns above them."""
    head = "".join(f"<th>{escape_html(column.label)}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(_cell_html(text) for text in _row_texts(row, len(columns)))}</tr>" for row in rows)
    return f'<table class="wb-table"><tr>{head}</tr>{body}</table>'


def _row_texts(row: Row, count: int) -> list[str]:
    texts = [row.title, *(cell.text or (f"{cell.at:%Y-%m-%d}" if cell.at else "") for cell in row.cells)][:count]
    chips = " · ".join(chip.text for chip in row.chips)
    return [*texts[:-1], chips] if len(texts) == count else texts


def _cell_html(text: str) -> str:
    return f'<td><bdi dir="auto">{escape_html(text)}</bdi></td>'


def moved_by(order: Sequence[str], moving: Sequence[str], by: int) -> list[str]:
    """Return the order with these rows together, moved by this many places, never past the list's ends."""
    row_ids = [row_id for row_id in order if row_id not in moving]
    first = next(index for index, row_id in enumerate(order) if row_id in moving)
    return _insert_rows(order, moving, row_ids, max(0, min(first + by, len(row_ids))))


def moved_before(order: Sequence[str], moving: Sequence[str], before: object) -> list[str]:
    """Return the order with these rows moved together before row `before`, or to the end if that is not another row."""
    row_ids = [row_id for row_id in order if row_id not in moving]
    return _insert_rows(
        order, moving, row_ids, next((index for index, row_id in enumerate(row_ids) if row_id == before), len(row_ids))
    )


def _insert_rows(order: Sequence[str], moving: Sequence[str], rest: list[str], index: int) -> list[str]:
    return [*rest[:index], *(row_id for row_id in order if row_id in moving), *rest[index:]]
