"""The rows of a planned list, with a filter and a search above their table. Part of the list's panel."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets

from workbench.widgets.bulk.planned_list import FILTERS, MOST_SHOWN, PROBLEMS_FIRST, PlannedList, PlannedRow, filtered
from workbench.widgets.bulk.verdict_table import VerdictTable
from workbench.widgets.kit.controls import dropdown, line
from workbench.widgets.kit.entry import TextEntry


class VerdictList(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """Rows keep the order that they had when the filter was chosen: none jumps away as it is corrected."""

    def __init__(self) -> None:
        choices = [(text, name) for name, (text, _) in FILTERS.items()]
        self.filter = dropdown("Show", choices, value=PROBLEMS_FIRST)
        self.search = TextEntry("Find", hint="Words in any column", kind="search")
        self.table = VerdictTable("Rows of the list")
        self._planned: PlannedList | None = None
        self._order: list[str] | None = None
        super().__init__((line(self.filter, self.search), self.table))
        self.add_class("wb-stack")
        for each in (self.filter, self.search):
            each.observe(lambda change: self.arrange(), "value")

    def fill(self, planned: PlannedList | None) -> None:
        """Show the rows of this list; those of another list, or of one that was read otherwise, are ordered anew."""
        before, self._planned = self._planned, planned
        if before is None or planned is None or planned.edited.drafts is not before.edited.drafts:
            self._order = None
        rows = self.rows
        more = f", {MOST_SHOWN:,} of {len(rows):,}: filter or search for the others" if len(rows) > MOST_SHOWN else ""
        self.table.label = f"Rows of the list{more}"
        self.table.fixed = [] if planned is None or planned.edited.has_own_languages else ["language"]
        self.table.fill([each.as_state() for each in rows[:MOST_SHOWN]], empty="No row is like that.")

    def arrange(self) -> None:
        """Choose and order the rows anew, by what is chosen and typed now."""
        self._order = None
        self.fill(self._planned)

    @property
    def rows(self) -> Sequence[PlannedRow]:
        """The rows that are chosen, in order."""
        if self._planned is None:
            return ()
        if self._order is None:
            found = filtered(self._planned.rows, self.filter.value, self.search.value)
            self._order = [each.row.id for each in found]
            return found
        by_id = {each.row.id: each for each in self._planned.rows}
        return [by_id[each] for each in self._order if each in by_id]

    def __repr__(self) -> str:
        return repr(self.table)
