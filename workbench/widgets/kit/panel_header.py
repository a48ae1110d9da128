"""The head of a panel: its name, whether it works just now, what went wrong and what was done.

State comes down as traits, intents come up as messages. Its script also marks the panel's root element: role, label,
`aria-busy`, and that no keystroke inside is a command of the notebook.
"""

from __future__ import annotations

import anywidget
import traitlets

from workbench.widgets.kit.assets import script, styles

LONGEST_ID = 40


class PanelHeader(anywidget.AnyWidget):
    """Name, busy sign, alert and polite live region.

    Sends `{"intent": "shown" | "refresh" | "dismiss" | "ping" | "poll"}`; `poll` every few seconds while it is on
    the screen and `follows`, each after the one before was answered. The answer to both is `{"pong": id}`.
    """

    _esm = script("kit/panel_header")
    _css = styles("kit/panel")

    label = traitlets.Unicode("").tag(sync=True)
    can_refresh = traitlets.Bool(True).tag(sync=True)
    comes_into_view = traitlets.Bool(False).tag(sync=True)
    """Whether the panel is brought into view when it is shown: it was opened from above."""
    follows = traitlets.Bool(False).tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)
    details = traitlets.Unicode("").tag(sync=True)
    notice = traitlets.Unicode("").tag(sync=True)

    def download(self, name: str, content: bytes) -> None:
        """Hand a file to the person's browser, which puts it among its downloads; without a view it goes nowhere."""
        self.send({"download": name}, buffers=[content])

    def pong(self, message_id: object) -> None:
        """Answer a ping or poll: the kernel is not busy with a cell."""
        self.send({"pong": str(message_id)[:LONGEST_ID]})

    def __repr__(self) -> str:
        return f"The head of the panel {self.label}."
