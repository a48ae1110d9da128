"""A row of tabs. The stock tab widget draws all its pages at once; here a page is drawn when it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import traitlets

from workbench.widgets.kit.assets import script, styles


class Tabs(anywidget.AnyWidget):
    """Texts to choose one of; `chosen` can be set. Sends `{"intent": "choose", "text"}`."""

    _esm = script("kit/tabs")
    _css = styles("kit/tabs")

    label = traitlets.Unicode("").tag(sync=True)
    texts = traitlets.List(traitlets.Unicode()).tag(sync=True)
    chosen = traitlets.Unicode("").tag(sync=True)

    def __init__(self, label: str, texts: Sequence[str]) -> None:
        super().__init__(label=label, texts=list(texts))
        self._chosen: list[Callable[[str], object]] = []
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def on_choose(self, callback: Callable[[str], object]) -> None:
        """Call this with the text that is chosen."""
        self._chosen.append(callback)

    def _on_message(self, message: Any) -> None:
        text = message.get("text") if isinstance(message, dict) and message.get("intent") == "choose" else None
        if text in self.texts:
            for callback in self._chosen:
                callback(text)

    def __repr__(self) -> str:
        return f"Tabs: {', '.join(self.texts)}."
