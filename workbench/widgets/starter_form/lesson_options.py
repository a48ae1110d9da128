"""Options for writing a lesson, hidden at first: audience, tone, length, objectives, sources.

Part of the form for a new lesson and of a list's panel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import ipywidgets

from workbench.authoring.style import MAX_AUDIENCE, MAX_OBJECTIVE, MAX_OBJECTIVES, MAX_STYLE_TEXT
from workbench.bulk.reading.option_columns import option_cells, split_list
from workbench.client.sync import Client
from workbench.procedures.service import Capabilities
from workbench.widgets.kit.controls import button, dropdown, row_of_controls, set_visible, stack
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.sources.choice import SourceChoice

_MORE: Final = "Audience, tone, length…"
_LESS: Final = "Hide audience, tone, length"
_STRICT: Final = (("Allow in the draft", ""), ("Reject the draft", "strict"))


class LessonOptionControls(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """`cells` is the current input, as the cells of a topic list; `on_change()` is called when a person changes it."""

    def __init__(
        self, client: Client | None, organization_id: str | None, on_change: Callable[[], object] = lambda: None
    ) -> None:
        """Create the controls without a request; `refresh` makes it. Without a client, no sources are offered."""
        self.fields = {
            "audience": TextEntry("Audience", hint="e.g. new nurses", counts=MAX_AUDIENCE),
            "tone": TextEntry("Tone", hint="e.g. friendly", counts=MAX_STYLE_TEXT),
            "reading_level": TextEntry("Reading level", hint="e.g. B1", counts=MAX_STYLE_TEXT),
            "words": TextEntry("Approximate words", hint="100 to 5,000", kind="number"),
            "questions": TextEntry("Quiz questions", hint="0 to 10", kind="number"),
            "objectives": TextEntry(
                "Objectives, one per line", hint="What learners will be able to do", lines=3, counts=_OBJECTIVES
            ),
            "like": TextEntry("Use as a model", hint="Its title or ID"),
        }
        self.sources = SourceChoice(client, organization_id) if client is not None else None
        self.strict = dropdown("Text without a source", _STRICT)
        self.more_button = button(_MORE, lambda: self.show_more(not self.is_open))
        self._of_sources = (self.sources, self.strict) if self.sources is not None else ()
        self._on_change, self._is_filling, self.is_open = on_change, False, False
        first = [self.fields[name] for name in ("audience", "tone", "reading_level")]
        second = [self.fields[name] for name in ("words", "questions", "like")]
        self._more = stack(
            row_of_controls(*first), row_of_controls(*second), self.fields["objectives"], *self._of_sources
        )
        super().__init__((row_of_controls(self.more_button), self._more))
        self.add_class("wb-stack")
        for field in (*self.fields.values(), *self._of_sources):
            field.observe(lambda change: self._on_field_change(), "value")
        set_visible(self.strict, is_visible=False)
        self.show_more(False)
        set_visible(self, is_visible=False)

    @property
    def cells(self) -> dict[str, str]:
        """Typed and chosen values, without those left to the service."""
        if self.layout.display == "none":
            return {}
        typed = {name: field.value.strip() for name, field in self.fields.items() if name != "objectives"}
        objectives = self.fields["objectives"].value.splitlines()
        chosen = self.sources.value if self.sources is not None else ()
        return option_cells(
            **typed,
            objectives=[objective for objective in objectives if objective.strip()],
            sources=list(chosen),
            strict=bool(chosen) and self.strict.value == "strict",
        )

    def refresh(self, capabilities: Capabilities | None) -> None:
        """Show the options that the service supports, and read its sources. Blocks."""
        additions = set(capabilities.additions) if capabilities is not None else set()
        set_visible(self.fields["objectives"], is_visible="objectives" in additions)
        if self.sources is not None and "sourceIds" in additions:
            self.sources.refresh()
        set_visible(self, is_visible="style" in additions)
        self._render()

    def fill(self, cells: Mapping[str, str]) -> None:
        """Show these cells; the options are open if there are any."""
        self._is_filling = True
        try:
            for name, field in self.fields.items():
                items = split_list(cells.get(name, "")) if name == "objectives" else (cells.get(name, ""),)
                field.value = "\n".join(items)
            if self.sources is not None:
                self.sources.value = split_list(cells.get("sources", ""))
            self.strict.value = "strict" if "strict" in cells else ""
        finally:
            self._is_filling = False
        self._render()
        self.show_more(bool(cells))

    def show_more(self, is_open: bool) -> None:
        """Show or hide the fields; their values apply either way."""
        self.is_open = is_open
        self.more_button.description = _LESS if is_open else _MORE
        set_visible(self._more, is_visible=is_open)

    def _render(self) -> None:
        set_visible(self.strict, is_visible=self.sources is not None and bool(self.sources.value))

    def _on_field_change(self) -> None:
        if not self._is_filling:
            self._render()
            self._on_change()

    def __repr__(self) -> str:
        return f"How a lesson is written: {', '.join(self.cells) or 'nothing'} is chosen."


_OBJECTIVES: Final = MAX_OBJECTIVES * (MAX_OBJECTIVE + 1)


def draft_fields(options: LessonOptionControls, organization_id: str | None) -> dict[str, Any]:
    """Return the fields by the name under which the browser keeps their text, for each organization."""
    return {f"{name} {organization_id or ''}": field for name, field in options.fields.items()}
