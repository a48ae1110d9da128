"""The anchor of a page's address, such as `#review` or `#lesson/ID`: what is shown. It can be passed on.

In a notebook nothing is shown and nothing sent: its address belongs to the notebook.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import anywidget
import traitlets

from workbench.patterns import Pattern
from workbench.widgets.kit.assets import script, styles

LONGEST: Final = 200
_ANCHOR: Final = Pattern(r"(lesson|course|publish)/([A-Za-z0-9_-]{1,64})")
_PAGE = Pattern(r"https?://[^?#]*$")


class LinkTarget(NamedTuple):
    """A lesson, a course, or the publication of a course (`publish`) that a link names."""

    kind: str
    id: str

    @property
    def anchor(self) -> str:
        """Part of an address after the `#`."""
        return f"{self.kind}/{self.id}"


def read_anchor(anchor: str) -> LinkTarget | None:
    """Return the lesson, course or publication that an anchor names, or `None` if it names none."""
    match = _ANCHOR.fullmatch(anchor)
    return LinkTarget(match[1], match[2]) if match else None


class PageAddress(anywidget.AnyWidget):
    """Keeps the anchor of the page's address; out of sight.

    `anchor` is set to what is open, and becomes a step of the browser's history; `title` is the window's title. `page`
    is the page's address without anchor and token; empty in a notebook.
    """

    _esm = script("app/address")
    _css = styles("app/app")

    anchor = traitlets.Unicode("").tag(sync=True)
    arrived = traitlets.Unicode("").tag(sync=True)
    """The anchor to which the browser went by itself, so that a late answer is no step of its history."""
    title = traitlets.Unicode("").tag(sync=True)
    page = traitlets.Unicode("")

    def __init__(self) -> None:
        super().__init__()
        self._visited: list[Callable[[str], object]] = []
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def on_visit(self, callback: Callable[[str], object]) -> None:
        """Call this with the anchor with which a person comes to the page, or goes back and forward to."""
        self._visited.append(callback)

    def link_to(self, kind: str, thing_id: str) -> str:
        """Return the shareable link to a lesson or course; empty in a notebook."""
        return f"{self.page}#{LinkTarget(kind, thing_id).anchor}" if self.page else ""

    def _on_message(self, message: Any) -> None:
        if not isinstance(message, dict) or message.get("intent") != "visit":
            return
        anchor, page = message.get("anchor"), message.get("page")
        if isinstance(page, str) and _PAGE.match(page):
            self.page = page
        if isinstance(anchor, str):
            for callback in self._visited:
                callback(anchor[:LONGEST])

    def __repr__(self) -> str:
        return "The address of the page."
