"""The keys and buttons of the review panel: one command each, whichever way it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import anywidget
import traitlets

from workbench.widgets.kit.assets import script, styles
from workbench.widgets.kit.controls import button, row_of_controls, set_visible


class KeyCommand(NamedTuple):
    """A key as the browser names it, such as `a`; the command's name, and its description.

    With `focuses`, a selector, it only puts the focus there, in the browser.
    """

    key: str
    name: str
    text: str
    focuses: str = ""


class KeyCommands(anywidget.AnyWidget):
    """A button that lists the keys, as `?` does. Sends `{"intent": "command", "name", "subject"}`.

    `subject` is the panel's `data-wb-subject` when the key is pressed, such as the id of the open lesson, so that a
    late key is not applied to another one.

    Keys of fields, of panels inside the panel and with Ctrl, Alt or Meta are ignored. Escape sends the command
    `leave`, from a field too.
    """

    _esm = script("review/key_commands")
    _css = styles("review/key_commands")

    commands = traitlets.List(traitlets.Dict()).tag(sync=True)

    def __init__(self, commands: Sequence[KeyCommand]) -> None:
        super().__init__(commands=[command._asdict() for command in commands])
        self._commanded: list[Callable[[str, str], object]] = []
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def on_command(self, callback: Callable[[str, str], object]) -> None:
        """Call this with the name of a command, and with the subject that was shown when its key was pressed."""
        self._commanded.append(callback)

    def return_focus(self) -> None:
        """Return the focus to where it was before a dialog, which is hidden now."""
        self.send({"focus": True})

    def _on_message(self, message: Any) -> None:
        intent = message.get("intent") if isinstance(message, dict) else None
        if intent != "command":
            return
        name, subject = message.get("name"), message.get("subject")
        known = {"leave", *(command["name"] for command in self.commands)}
        if isinstance(name, str) and name in known and isinstance(subject, str):
            for callback in self._commanded:
                callback(name, subject)

    def __repr__(self) -> str:
        return f"Keys: {', '.join(command['key'] for command in self.commands)}."


KEYS: Final = (
    KeyCommand("n", "next", "next lesson"),
    KeyCommand("p", "previous", "previous lesson"),
    KeyCommand("a", "approve", "approve"),
    KeyCommand("s", "sendBack", "send back, with a note"),
    KeyCommand("c", "comment", "comment"),
    KeyCommand("e", "edit", "edit, or close the editor"),
    KeyCommand("u", "undo", "undo the last decision"),
    KeyCommand("r", "read", "go to the text", ".wb-reader > .bl-rendered"),
    KeyCommand("l", "list", "go to the list", "[role=listbox]"),
)


class ReviewKeys(KeyCommands):
    """The keys; their subject is the lesson that is open when one is pressed."""

    _css = styles("review/key_commands", "review/review")

    def __init__(self, command: Callable[[str, str], object]) -> None:
        super().__init__(KEYS)
        self.on_command(command)


class ReviewButtons:
    """The buttons: `of_lesson` for the open lesson, `of_filter` for all lessons of the filter. `stop` ends the latter.

    `command` gets a command's name and no subject: it applies to what is open when it arrives.
    """

    def __init__(self, command: Callable[[str, str], object]) -> None:
        def make_button(text: str, name: str, style: str = "") -> Any:
            key = next((key.key for key in KEYS if key.name == name), "")
            return button(text, lambda: command(name, ""), style=style, tooltip=f"Key: {key}" if key else "")

        self.approve = make_button("Approve", "approve", "primary")
        self.send_back = make_button("Send back…", "sendBack")
        self.comment = make_button("Comment…", "comment")
        self.edit = make_button("Edit", "edit")
        self.previous, self.next = make_button("Previous", "previous"), make_button("Next", "next")
        self.undo = make_button("Undo", "undo")
        self.approve_all, self.send_all_back = (
            make_button("Approve all…", "approveAll"),
            make_button("Send all back…", "sendAllBack"),
        )
        self.stop = make_button("Stop", "stop")
        set_visible(self.stop, is_visible=False)
        self.of_lesson = (
            self.approve,
            self.send_back,
            self.comment,
            self.edit,
            self.previous,
            self.next,
            self.undo,
        )
        self.of_filter = row_of_controls(self.approve_all, self.send_all_back, self.stop)
