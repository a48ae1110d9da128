"""The top bar of the page: organization, credits, search, changes, and the person who is signed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from workbench.widgets.kit.assets import script, styles

_LONGEST = 200


class TopBar(anywidget.AnyWidget):
    """State comes down as traits. Sends `{"intent": "go", "anchor"}` and `{"intent": "work_in", "organization_id"}`."""

    _esm = script("app/top_bar")
    _css = styles("app/top_bar")

    organizations = traitlets.List(traitlets.Dict()).tag(sync=True)
    """Id and name of those that the person can work in."""
    organization_id = traitlets.Unicode("").tag(sync=True)
    credits = traitlets.Unicode("").tag(sync=True)
    """The balance in words; empty where the person may not see it."""
    person = traitlets.Unicode("").tag(sync=True)
    needs = traitlets.List(traitlets.Dict()).tag(sync=True)
    """What needs the person's attention, for the bell: the text of each, and the anchor of where it is done."""
    opened = traitlets.Unicode("").tag(sync=True)
    """The anchor of what is shown in place of a section; when it is closed, the focus goes back to where it was."""

    def __init__(self, on_go: Callable[[str], object], on_work_in: Callable[[str], object]) -> None:
        super().__init__()
        self._on_go, self._on_work_in = on_go, on_work_in
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def show_organization(self) -> None:
        """Let the switcher show the organization that is worked in, whatever was chosen there."""
        self.send({"reset": True})

    def _on_message(self, message: Any) -> None:
        intent = message.get("intent") if isinstance(message, dict) else None
        if intent == "go" and isinstance(message.get("anchor"), str):
            self._on_go(message["anchor"][:_LONGEST])
        elif intent == "work_in" and message.get("organization_id") in [known["id"] for known in self.organizations]:
            self._on_work_in(message["organization_id"])

    def __repr__(self) -> str:
        return "The top bar of the page."
