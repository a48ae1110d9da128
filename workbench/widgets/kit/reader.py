"""Rendered text to read: HTML that Python has rendered and sanitised, sent as messages, so that no notebook saves it.

Nothing else may be given to it than what `authoring.rendering` made, or what was escaped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from workbench.authoring.rendering.labels import direction
from workbench.widgets.kit.assets import script, styles


class Reader(anywidget.AnyWidget):
    """Shows `html`, which stays in Python. `more` is the text of a button below it, for what comes next."""

    _esm = script("kit/reader")
    _css = styles("kit/rendered", "kit/reader")

    label = traitlets.Unicode("").tag(sync=True)
    more = traitlets.Unicode("").tag(sync=True)

    def __init__(self, label: str) -> None:
        super().__init__(label=label)
        self.html, self.language = "", "EN"
        self._wanted_more: list[Callable[[], object]] = []
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def put(self, html: str, *, language: str = "EN", more: str = "") -> None:
        """Show this, from its beginning; an empty one takes no room."""
        self.html, self.language, self.more = html, language, more
        self._tell()

    def add(self, html: str, *, more: str = "") -> None:
        """Show this below what is there."""
        self.html += html
        self.more = more
        self.send({"add": html})

    def on_more(self, callback: Callable[[], object]) -> None:
        """Call this when the next part is requested."""
        self._wanted_more.append(callback)

    def _on_message(self, message: Any) -> None:
        intent = message.get("intent") if isinstance(message, dict) else None
        if intent == "ready":
            self._tell()
        elif intent == "more" and self.more:
            for wanted in self._wanted_more:
                wanted()

    def _tell(self) -> None:
        code = self.language.lower()
        self.send({"html": self.html, "language": code, "direction": direction(self.language)})

    def __repr__(self) -> str:
        return f"A place to read in: {self.label}."
