"""The keys and buttons of the review panel: one command each, whichever way it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from workbench.widgets.kit.assets import styles
from workbench.widgets.kit.controls import button, line, set_visible
from workbench.widgets.review.key_commands import KeyCommand, KeyCommands

KEYS: Final = (
    KeyCommand("n", "next", "next lesson"),
    KeyCommand("p", "previous", "previous lesson"),
    KeyCommand("a", "approve", "approve"),
    KeyCommand("s", "sendBack", "send back, with a note"),
    KeyCommand("c", "comment", "comment"),
    KeyCommand("e", "edit", "edit, or close the editor"),
    KeyCommand("u", "undo", "undo the last decision"),
    KeyCommand("r", "read", "to the text", ".wb-reader > .bl-rendered"),
    KeyCommand("l", "list", "to the list", "[role=listbox]"),
)


class ReviewKeys(KeyCommands):
    """The keys; their subject is the lesson that is to be read when one is pressed."""

    _css = styles("review/key_commands", "review/review")

    def __init__(self, command: Callable[[str, str], object]) -> None:
        super().__init__(KEYS)
        self.on_command(command)


class ReviewButtons:
    """The buttons: `of_lesson` for the open lesson, `of_filter` for all lessons of the filter. `stop` ends the latter.

    `command` gets a command's name and no subject: what is open when it comes is meant.
    """

    def __init__(self, command: Callable[[str, str], object]) -> None:
        def made(text: str, name: str, style: str = "") -> Any:
            key = next((key.key for key in KEYS if key.name == name), "")
            return button(text, lambda: command(name, ""), style=style, tooltip=f"Key: {key}" if key else "")

        self.approve = made("Approve", "approve", "primary")
        self.send_back = made("Send back …", "sendBack")
        self.comment = made("Comment …", "comment")
        self.edit = made("Edit", "edit")
        self.previous, self.next = made("Previous", "previous"), made("Next", "next")
        self.undo = made("Undo", "undo")
        self.approve_all, self.send_all_back = (
            made("Approve all …", "approveAll"),
            made("Send all back …", "sendAllBack"),
        )
        self.stop = made("Stop", "stop")
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
        self.of_filter = line(self.approve_all, self.send_all_back, self.stop)
