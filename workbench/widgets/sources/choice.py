"""A list of sources to choose some from, for forms: the ids of the chosen ones are its value."""

from __future__ import annotations

from typing import Final

import ipywidgets
import traitlets

from workbench.client.lookups.sources import iter_sources, offers_sources
from workbench.client.sync import Client
from workbench.procedures.source import SourceSummary
from workbench.widgets.kit.controls import hint, html, set_html, set_visible
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.rows import Row, Rows
from workbench.wording import count_text

MAX_CHOSEN: Final = 20
"""Sources that one lesson is drafted from."""
_FILTERED_FROM: Final = 8  # up to this many, no filter is needed
_LABEL: Final = "Sources to draft from"


class SourceChoice(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """Choice of at most 20 sources that are ready; hidden while no source is ready.

    `value` are the ids of the chosen ones, in the order of the list; it can be set and observed. Ids that
    `refresh` does not find are removed from it.
    """

    value = traitlets.Tuple()
    disabled = traitlets.Bool(False)

    def __init__(self, client: Client, organization_id: str | None) -> None:
        """Create the choice without a request; `refresh` makes it."""
        self._client, self._organization_id = client, organization_id
        self.sources: tuple[SourceSummary, ...] = ()
        self.filter = TextEntry("Find", hint="Search by title", kind="search")
        self.list = Rows(_LABEL, empty="No sources match.", many=True)
        self.note = html()
        self._is_filling = False
        super().__init__(children=(self.filter, self.list, self.note))
        self.add_class("wb-stack")
        for entry in (self.filter, self.list):
            traitlets.dlink((self, "disabled"), (entry, "disabled"))
        self.filter.observe(lambda change: self._fill(), "value")
        self.list.observe(lambda change: self._take(change.new), "chosen")
        self.observe(lambda change: self._fill(), "value")
        self._fill()

    def refresh(self) -> None:
        """Read the sources of the organization. Blocks. Where the service keeps none, none is offered."""
        listed = iter_sources(self._client, self._organization_id) if offers_sources(self._client) else ()
        self.sources = tuple(source for source in listed if source.is_ready)
        known = {source.source_id for source in self.sources}
        self.value = tuple(source_id for source_id in self.value if source_id in known)
        self._fill()

    def _take(self, chosen: list[str]) -> None:
        if self._is_filling:
            return
        shown = {row["id"] for row in self.list.rows}
        wanted = {source_id for source_id in self.value if source_id not in shown} | set(chosen)
        ordered = tuple(source.source_id for source in self.sources if source.source_id in wanted)
        set_html(
            self.note,
            hint(f"You can draft a lesson from at most {MAX_CHOSEN} sources." if len(ordered) > MAX_CHOSEN else ""),
        )
        if len(ordered) <= MAX_CHOSEN:
            self.value = ordered
        self._fill()

    def _fill(self) -> None:
        words = self.filter.value.casefold().split()
        matching = [source for source in self.sources if all(word in source.title.casefold() for word in words)]
        self._is_filling = True
        try:
            self.list.fill([_row(source) for source in matching])
            self.list.chosen = [source.source_id for source in matching if source.source_id in self.value]
        finally:
            self._is_filling = False
        self.list.status = f"{len(self.value):,} of {len(self.sources):,} sources chosen" if self.value else _LABEL
        set_visible(self.filter, is_visible=len(self.sources) > _FILTERED_FROM)
        set_visible(self, is_visible=bool(self.sources))

    def __repr__(self) -> str:
        return f"A list of sources: {len(self.value)} of {len(self.sources)} chosen."


def _row(source: SourceSummary) -> Row:
    passages = count_text(source.passages, "passage")
    return Row(source.source_id, source.title, passages)
