"""The head of a panel: its name, whether it works just now, what went wrong and what was done. Knows no service.

State comes down as traits, intents come up as messages. Its script also marks the panel's root element: role, label,
`aria-busy`, and that no keystroke inside is a command of the notebook.
"""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets

LONGEST_MARK = 40
_HERE = Path(__file__).parent


class PanelHeader(anywidget.AnyWidget):
    """Name, busy sign, alert and polite live region.

    Sends `{"intent": "shown" | "refresh" | "dismiss" | "hear" | "look"}`; `look` every few seconds while it is looked
    at and `follows`, each after the one before was heard.
    """

    _esm = _HERE / "panel_header.js"
    _css = _HERE / "panel.css"

    label = traitlets.Unicode("").tag(sync=True)
    can_refresh = traitlets.Bool(True).tag(sync=True)
    comes_into_view = traitlets.Bool(False).tag(sync=True)
    """Whether the panel is brought into view when it is shown: it was opened from above."""
    follows = traitlets.Bool(False).tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)
    details = traitlets.Unicode("").tag(sync=True)
    notice = traitlets.Unicode("").tag(sync=True)

    def hand_over(self, name: str, content: bytes) -> None:
        """Give the person's browser a file to keep; a panel that nobody looks at gives it to nobody."""
        self.send({"keep": name}, buffers=[content])

    def answer(self, mark: object) -> None:
        """Tell the views that the touch with this mark was heard: the kernel is not busy with a cell."""
        self.send({"heard": str(mark)[:LONGEST_MARK]})

    def __repr__(self) -> str:
        return f"The head of the panel {self.label}."
