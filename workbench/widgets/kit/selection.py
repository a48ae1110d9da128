"""SelectionMessages: what a person selects in a list or a table, without an earlier answer undoing a later choice."""

from __future__ import annotations

from typing import Any

import traitlets


class SelectionMessages(traitlets.HasTraits):
    """A widget whose script sends selections as messages, numbered by its view.

    A person can select twice before the kernel has handled the first message. The script keeps what it shows until
    `answered` names its last message (`kit/selection.js`).
    """

    answered = traitlets.List(["", 0]).tag(sync=True)
    """The view and the number of the last selection that was handled."""

    def answer_selection(self, message: dict[str, Any]) -> None:
        """Tell the view that this message was handled; call it after the selection has changed, or was refused."""
        view, number = message.get("view"), message.get("number")
        if isinstance(view, str) and type(number) is int:
            self.answered = [view[:40], number]
