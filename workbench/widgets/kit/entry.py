"""A text field. Input reaches Python as messages and is never part of a widget's state, so it is never saved.

The stock text fields keep input in their state, which notebooks may save. A field with a name keeps input in the
browser's storage until `clear`: there it outlives the page and the kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from workbench.widgets.kit.assets import script, styles

LONGEST = 1_000_000
_MOST_CLEARED = 20
_LONGEST_MARK = 64


class TextEntry(anywidget.AnyWidget):
    """Text entry of one or more lines. `value` is its text; it can be set and observed, and stays in Python."""

    _esm = script("kit/entry")
    _css = styles("kit/entry")

    label = traitlets.Unicode("").tag(sync=True)
    hint = traitlets.Unicode("").tag(sync=True)
    kind = traitlets.Enum(["text", "search", "email", "number", "date"], "text").tag(sync=True)
    lines = traitlets.Int(1).tag(sync=True)
    max_characters = traitlets.Int(LONGEST).tag(sync=True)
    counts = traitlets.Bool(False).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)
    """What is wrong with the value, shown below it; a screen reader reads it out."""
    drafts = traitlets.Dict().tag(sync=True)
    """The owner and name of the browser's copy (`drafts.draft_owner`); empty: nothing is kept."""
    cleared = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """Marks of used drafts, so that the browser removes them, even while they are hidden."""
    value = traitlets.Unicode("")

    def __init__(self, label: str, *, hint: str = "", kind: str = "text", lines: int = 1, counts: int = 0) -> None:
        """Create the entry; `counts` is the recommended number of characters, shown with the count; 0 for none."""
        shown = {"max_characters": counts, "counts": True} if counts else {}
        super().__init__(label=label, hint=hint, kind=kind, lines=lines, **shown)
        self._from_browser = False
        self._mark = ""
        self._entered: list[Callable[[], object]] = []
        self.on_msg(lambda widget, message, buffers: self._on_message(message))
        self.observe(lambda change: self._tell(), "value")

    def on_enter(self, callback: Callable[[], object]) -> None:
        """Call this when the enter key is pressed; in a field of several lines, with Ctrl."""
        self._entered.append(callback)

    def clear(self) -> None:
        """Empty the field after its input was used, and remove the browser's copy."""
        if self._mark:
            self.cleared = [*self.cleared, self._mark][-_MOST_CLEARED:]
        self._mark, self.value = "", ""

    def _on_message(self, message: Any) -> None:
        intent = message.get("intent") if isinstance(message, dict) else None
        if intent == "ready":
            self._tell()
        elif intent in ("typed", "entered") and isinstance(message.get("text"), str):
            self._mark = str(message.get("mark", ""))[:_LONGEST_MARK]
            self._take(message["text"][:LONGEST])
            for callback in self._entered if intent == "entered" else ():
                callback()

    def _take(self, text: str) -> None:
        self._from_browser = True
        try:
            self.value = text
        finally:
            self._from_browser = False

    def _tell(self) -> None:
        if not self._from_browser:
            self.send({"text": self.value})

    def __repr__(self) -> str:
        return f"A text field: {self.label}."
