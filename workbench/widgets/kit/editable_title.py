"""Titles edited in place: the messages of their scripts and the answers, and a title above content.

The field is `title_editor.js`; a list of rows has it too.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

import anywidget
import traitlets

from workbench.text import display_text
from workbench.widgets.kit.assets import script, styles

LONGEST = 10_000

Retitle = Callable[[str, str, str], object]
"""Called with the id of a thing, the typed title, and the title when typing began."""


class TitleEditing(traitlets.HasTraits):
    """A widget in which titles can be edited. Input arrives as messages, and is never part of the widget's state."""

    editable = traitlets.Bool(False).tag(sync=True)
    """Whether F2 or a double click starts editing a title."""
    drafts = traitlets.Dict().tag(sync=True)
    """The owner of unsaved titles in the browser (`drafts.draft_owner`)."""

    _retitle: Retitle | None = None

    def on_retitle(self, callback: Retitle) -> None:
        """Call this when a person has typed another title; it is answered by `finish_title`."""
        self._retitle = callback

    def edit_title(self, thing_id: str) -> None:
        """Begin to change the title of this thing, as F2 does."""
        self.send({"edit": thing_id})  # type: ignore[attr-defined]

    def finish_title(self, thing_id: str, *, is_saved: bool) -> None:
        """Close the field, or let the person continue editing."""
        self.send({"titled": thing_id, "isSaved": is_saved})  # type: ignore[attr-defined]

    def take_title(self, message: dict[str, Any], known: Container[str]) -> None:
        """Read a script's message; one about an unknown title is answered as not saved."""
        ids, text, base = message.get("ids"), message.get("text"), message.get("base")
        if not (isinstance(ids, list) and len(ids) == 1 and isinstance(ids[0], str)):
            return
        if not isinstance(text, str) or not isinstance(base, str) or not self.editable or ids[0] not in known:
            self.finish_title(ids[0], is_saved=False)
        elif self._retitle is not None:
            self._retitle(ids[0], text[:LONGEST], base[:LONGEST])


class EditableTitle(TitleEditing, anywidget.AnyWidget):
    """A title, followed by tags; `label` is the label of the button that changes it."""

    _esm = script("kit/editable_title")
    _css = styles("kit/title_editor", "kit/editable_title")

    label = traitlets.Unicode("Change the title").tag(sync=True)
    thing = traitlets.Unicode("").tag(sync=True)
    """The id of the thing with this title."""
    text = traitlets.Unicode("").tag(sync=True)
    tags = traitlets.List(traitlets.Dict()).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    def __init__(self, label: str) -> None:
        super().__init__(label=label)
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def fill(self, thing: str, title: str, tags: tuple[tuple[str, str], ...] = ()) -> None:
        """Show the title of this thing; tags are words with a tone, as those of a `Row`."""
        with self.hold_sync():
            self.thing, self.text = thing, display_text(title)
            self.tags = [{"text": display_text(text), "tone": tone} for text, tone in tags]

    def _on_message(self, message: Any) -> None:
        if isinstance(message, dict) and message.get("intent") == "retitle":
            self.take_title(message, (self.thing,))

    def __repr__(self) -> str:
        return f"A title: {self.text}."


def base_title(seen: str, title: str) -> str:
    """Return the stored form of a title that somebody saw; `title` is the known one and may be newer."""
    return title if display_text(title) == seen else seen
