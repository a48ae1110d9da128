"""Edits a few tags: those that are there as chips, a field for another one with those in use to choose from.

What is typed is in no widget's state; the tags come up in one message when they are saved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import traitlets

from workbench.authoring.tags import MAX_TAGS
from workbench.text import display_text
from workbench.widgets.kit.assets import script, styles
from workbench.widgets.kit.controls import set_visible

_MOST_SENT = 10 * MAX_TAGS
_MOST_KNOWN = 1_000


class TagEditor(anywidget.AnyWidget):
    """Out of sight until `edit`. `tags` are those that it began with; setting them shows others."""

    _esm = script("browser/tag_editor")
    _css = styles("browser/tag_editor")

    label = traitlets.Unicode("").tag(sync=True)
    tags = traitlets.List(traitlets.Unicode()).tag(sync=True)
    known = traitlets.List(traitlets.Unicode()).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    is_open = traitlets.Bool(False).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self._saved: list[Callable[[list[str]], object]] = []
        self._searched: list[Callable[[str], object]] = []
        self.on_msg(lambda widget, message, buffers: self._on_message(message))
        set_visible(self, is_visible=False)

    def on_save(self, callback: Callable[[list[str]], object]) -> None:
        """Call this with all tags that are wanted; they are not checked."""
        self._saved.append(callback)

    def on_search(self, callback: Callable[[str], object]) -> None:
        """Call this with a tag that is to be searched for."""
        self._searched.append(callback)

    def edit(self, label: str, tags: Sequence[str], *, known: Sequence[str] = ()) -> None:
        """Show these tags, to be edited; `known` are offered."""
        with self.hold_sync():
            self.label = display_text(label)
            self.tags, self.known = list(tags), list(known)[:_MOST_KNOWN]
            self.is_open = True
        set_visible(self, is_visible=True)
        self.send({"do": "begin"})

    def close_editor(self) -> None:
        """Take it out of sight; what was not saved is gone."""
        self.is_open = False
        set_visible(self, is_visible=False)

    def _on_message(self, message: Any) -> None:
        intent = message.get("intent") if isinstance(message, dict) else None
        tags = message.get("tags") if isinstance(message, dict) else None
        if self.disabled or not self.is_open:
            return
        if intent == "save" and isinstance(tags, list) and all(isinstance(tag, str) for tag in tags):
            for saved in self._saved:
                saved(tags[:_MOST_SENT])
        elif intent == "search" and isinstance(message.get("tag"), str):
            for searched in self._searched:
                searched(message["tag"])
        elif intent == "cancel":
            self.close_editor()

    def __repr__(self) -> str:
        return f"Tag editor: {self.label}."
