"""Single keys that act while the focus is in a panel and nothing is typed, and a list of them to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import anywidget
import traitlets

from workbench.widgets.kit.assets import script, styles


class KeyCommand(NamedTuple):
    """A key as the browser names it, such as `a`; the command's name, and what it does in words.

    With `focuses`, a selector, it only puts the focus there, in the browser.
    """

    key: str
    name: str
    text: str
    focuses: str = ""


class KeyCommands(anywidget.AnyWidget):
    """A button that lists the keys, as `?` does. Sends `{"intent": "command", "name", "subject"}`.

    `subject` is the `data-wb-subject` that stands in the panel when the key is pressed, such as the id of what is to be
    read there: a key that comes late is not taken for what is shown by then.

    Keys of fields, of panels inside the panel and with Ctrl, Alt or Meta are left alone. Escape sends the command
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
        """Give the focus back to where it was before something was typed or asked, for that is out of sight now."""
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
