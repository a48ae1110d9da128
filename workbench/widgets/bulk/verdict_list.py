"""The rows of a planned list, with a filter and a search above their table. Part of the list's panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import ipywidgets
import traitlets

from workbench.widgets.bulk.edited_list import FIELDS
from workbench.widgets.bulk.planned_list import (
    FILTERS,
    MOST_SHOWN,
    PROBLEMS_FIRST,
    PlannedList,
    PlannedRow,
    filter_rows,
)
from workbench.widgets.kit.assets import script, styles
from workbench.widgets.kit.controls import dropdown, row_of_controls
from workbench.widgets.kit.entry import TextEntry
from workbench.wording import count_text

LONGEST = 20_000


class VerdictTable(anywidget.AnyWidget):
    """`rows` are states of `PlannedRow`; `fixed` are the fields that cannot be corrected, `choices` the offered values.

    Unsaved input is kept by the browser, under the name of the list (`drafts`).
    """

    _esm = script("bulk/verdict_table")
    _css = styles("bulk/verdict_table")

    label = traitlets.Unicode("").tag(sync=True)
    empty = traitlets.Unicode("").tag(sync=True)
    rows = traitlets.List(traitlets.Dict()).tag(sync=True)
    fixed = traitlets.List(traitlets.Unicode()).tag(sync=True)
    choices = traitlets.Dict().tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    drafts = traitlets.Dict().tag(sync=True)

    def __init__(self, label: str) -> None:
        super().__init__(label=label)
        self.on_correct: Callable[[str, str, str], object] = lambda row_id, name, text: None
        self.on_leave_out: Callable[[str, bool], object] = lambda row_id, is_left_out: None
        self.on_put_back: Callable[[str], object] = lambda row_id: None
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def fill(self, rows: Sequence[dict[str, Any]], *, empty: str) -> None:
        """Show these rows, or the text for none."""
        with self.hold_sync():
            self.empty = empty
            self.rows = list(rows)

    def _on_message(self, message: Any) -> None:
        if not isinstance(message, dict) or self.disabled or not isinstance(message.get("id"), str):
            return
        intent, row_id, text = message.get("intent"), message["id"], message.get("text")
        if intent == "correct" and message.get("field") in FIELDS and isinstance(text, str):
            self.on_correct(row_id, message["field"], text[:LONGEST])
        elif intent == "leaveOut":
            self.on_leave_out(row_id, bool(message.get("isLeftOut")))
        elif intent == "putBack":
            self.on_put_back(row_id)

    def __repr__(self) -> str:
        return f"A table: {self.label}, {count_text(len(self.rows), 'row')}."


class VerdictList(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """Rows keep the order that they had when the filter was chosen: none jumps away as it is corrected."""

    def __init__(self) -> None:
        choices = [(text, name) for name, (text, _) in FILTERS.items()]
        self.filter = dropdown("Show", choices, value=PROBLEMS_FIRST)
        self.search = TextEntry("Find", hint="Search all columns", kind="search")
        self.table = VerdictTable("Rows of the list")
        self._planned: PlannedList | None = None
        self._order: list[str] | None = None
        super().__init__((row_of_controls(self.filter, self.search), self.table))
        self.add_class("wb-stack")
        for control in (self.filter, self.search):
            control.observe(lambda change: self.arrange(), "value")

    def fill(self, planned: PlannedList | None) -> None:
        """Show the rows of this list; sort again if it is another list or was read differently."""
        before, self._planned = self._planned, planned
        if before is None or planned is None or planned.edited.drafts is not before.edited.drafts:
            self._order = None
        rows = self.rows
        more = (
            f", showing {MOST_SHOWN:,} of {len(rows):,}: filter or search to see others"
            if len(rows) > MOST_SHOWN
            else ""
        )
        self.table.label = f"Rows of the list{more}"
        self.table.fixed = [] if planned is None or planned.edited.has_own_languages else ["language"]
        self.table.fill([row.as_state() for row in rows[:MOST_SHOWN]], empty="No rows match.")

    def arrange(self) -> None:
        """Filter and sort the rows again by the current choice and search."""
        self._order = None
        self.fill(self._planned)

    @property
    def rows(self) -> Sequence[PlannedRow]:
        """Selected rows, in order."""
        if self._planned is None:
            return ()
        if self._order is None:
            matching = filter_rows(self._planned.rows, self.filter.value, self.search.value)
            self._order = [row.row.id for row in matching]
            return matching
        by_id = {row.row.id: row for row in self._planned.rows}
        return [by_id[row_id] for row_id in self._order if row_id in by_id]

    def __repr__(self) -> str:
        return repr(self.table)
