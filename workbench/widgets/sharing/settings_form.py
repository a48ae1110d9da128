"""Fields for the settings of links: the last day, the pages that may embed, search engines. Asks no service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import ipywidgets

from workbench.authoring.share_settings import ANYWHERE, NEVER, NOWHERE, expiry_day
from workbench.changes.row import EMBED_ORIGINS, EXPIRES, INDEXING
from workbench.changes.share_cells import NO, YES, clean_share_cell, share_texts
from workbench.errors import NotSent
from workbench.procedures.sharing import ShareSettings
from workbench.text import display_text
from workbench.widgets.kit.controls import dropdown, hint, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.entry import TextEntry
from workbench.wording import count_text

AS_IT_IS: Final = "as it is"
ONLY_THESE: Final = "only these"
SETTINGS: Final = {EXPIRES: "Link expiry", EMBED_ORIGINS: "Embedding", INDEXING: "Search engines"}
"""Label of each setting, by its field."""
_VALUES: Final = {
    EXPIRES: {NEVER: "Never expires"},
    EMBED_ORIGINS: {ANYWHERE: "On any website", NOWHERE: "Nowhere"},
    INDEXING: {NO: "Not allowed", YES: "Allowed"},
}
_DATED: Final = "until"


def setting_text(field: str, cell: str) -> str:
    """Return a cell of a setting as the form shows it; a date or websites stay as they are."""
    return display_text(_VALUES[field].get(cell, cell))


class ShareSettingsForm(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """The settings of one link; with `keeps`, of many, where each may be left as it is."""

    def __init__(self, *, keeps: bool = False) -> None:
        same = [("Keep current setting", AS_IT_IS)] if keeps else []
        first = AS_IT_IS if keeps else None
        ends = [*same, (setting_text(EXPIRES, NEVER), NEVER), ("Expires on a date", _DATED)]
        self.ends = dropdown(SETTINGS[EXPIRES], ends, value=first or NEVER)
        self.expires = TextEntry("Last day (UTC)", kind="date")
        anywhere, nowhere = (setting_text(EMBED_ORIGINS, cell) for cell in (ANYWHERE, NOWHERE))
        sites = [*same, (anywhere, ANYWHERE), ("Only on these websites", ONLY_THESE), (nowhere, NOWHERE)]
        self.embedding = dropdown(SETTINGS[EMBED_ORIGINS], sites, value=first or ANYWHERE)
        self.origins = TextEntry("Websites, one per line", hint="https://school.example", lines=3)
        engines = [*same, *((setting_text(INDEXING, cell), cell) for cell in (NO, YES))]
        self.indexing = dropdown(SETTINGS[INDEXING], engines, value=first or NO)
        self.note = html()
        self._shown: dict[str, str] = {}
        super().__init__(
            children=(
                row_of_controls(self.ends, self.expires, self.indexing),
                row_of_controls(self.embedding),
                self.origins,
                self.note,
            )
        )
        self.add_class("wb-stack")
        for widget in (self.ends, self.embedding):
            widget.observe(lambda change: self._render(), "value")
        self._render()

    def fill(self, settings: ShareSettings) -> None:
        """Show the settings of one link, and what the organization allows."""
        self._shown = share_texts(settings)
        self.ends.value = NEVER if settings.expires_at is None else _DATED
        self.expires.value = "" if settings.expires_at is None else expiry_day(settings.expires_at)
        origins = self._shown.get(EMBED_ORIGINS, ANYWHERE)
        self.embedding.value = origins if origins in (ANYWHERE, NOWHERE) else ONLY_THESE
        self.origins.value = "" if origins in (ANYWHERE, NOWHERE) else origins.replace(" ", "\n")
        self.indexing.value = self._shown.get(INDEXING, NO)
        latest = settings.latest_expires_at
        limit = (
            f"The organization's links last at most {count_text(settings.longest_share_days or 0, 'day')}"
            if latest
            else ""
        )
        set_html(self.note, hint(f"{limit}; the latest possible date is now {expiry_day(latest)}." if latest else ""))
        self._render()

    @property
    def before(self) -> Mapping[str, str]:
        """Settings shown last, as cells."""
        return self._shown

    def read_form(self) -> dict[str, str]:
        """Return the chosen settings that differ from those shown, as cells. Raises `NotSent` if invalid."""
        wanted: dict[str, str] = {}
        if self.ends.value != AS_IT_IS:
            wanted[EXPIRES] = self.expires.value if self.ends.value == _DATED else NEVER
        if self.embedding.value != AS_IT_IS:
            is_list = self.embedding.value == ONLY_THESE
            wanted[EMBED_ORIGINS] = self.origins.value if is_list else self.embedding.value
            if is_list and not self.origins.value.strip():
                raise NotSent("Enter the websites that may embed it, such as https://school.example.")
        if self.indexing.value != AS_IT_IS:
            wanted[INDEXING] = self.indexing.value
        try:
            cleaned = {field: clean_share_cell(field, value) for field, value in wanted.items()}
        except ValueError as refused:
            raise NotSent(f"This link setting is invalid: {refused}. Nothing was sent.") from None
        if self.ends.value == _DATED and self.expires.value == self._shown.get(EXPIRES, "")[:10]:
            cleaned[EXPIRES] = self._shown[EXPIRES]  # an unchanged time within the day
        return {field: text for field, text in cleaned.items() if text != self._shown.get(field)}

    def controls(self) -> tuple[Any, ...]:
        """Return the controls that are disabled together."""
        return self.ends, self.expires, self.embedding, self.origins, self.indexing

    def on_change(self, callback: Callable[[], object]) -> None:
        """Call this when something is chosen or typed."""
        for control in self.controls():
            control.observe(lambda change: callback(), "value")

    def _render(self) -> None:
        set_visible(self.expires, is_visible=self.ends.value == _DATED)
        set_visible(self.origins, is_visible=self.embedding.value == ONLY_THESE)

    def __repr__(self) -> str:
        return "Link settings."
