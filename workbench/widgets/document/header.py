"""The header of a lesson as the browser shows it: title, place, status, next step, links, and toggles of the rail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from workbench.widgets.kit.assets import script, styles
from workbench.widgets.kit.editable_title import TitleEditing

INTENTS = ("go", "step", "preview", "section", "task")


class DocumentHeader(TitleEditing, anywidget.AnyWidget):
    """Breadcrumb, title, status, next step with what is left to do, preview, links, and toggles of the rail.

    All is in `state`, as plain text, and goes down; what a person wants comes up as a message with an intent of
    `INTENTS` and a `value`, such as an anchor of the page or the name of a section. A typed title comes as in
    `TitleEditing`.
    """

    _esm = script("document/header")
    _css = styles("kit/title_editor", "document/header")

    state = traitlets.Dict().tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    def __init__(self, on_intent: Callable[[str, str], object]) -> None:
        super().__init__()
        self.on_msg(lambda widget, message, buffers: self._on_message(message, on_intent))

    def _on_message(self, message: Any, on_intent: Callable[[str, str], object]) -> None:
        intent = message.get("intent") if isinstance(message, dict) else None
        if intent == "retitle":
            self.take_title(message, (self.state.get("lesson", ""),))
            return
        value = message.get("value", "") if isinstance(message, dict) else ""
        if intent in INTENTS and isinstance(value, str) and not self.disabled:
            on_intent(str(intent), value)

    def __repr__(self) -> str:
        return "The header of a lesson."
