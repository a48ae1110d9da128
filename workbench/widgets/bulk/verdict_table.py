"""The table of verdicts: rows of a list whose cells can be corrected. State comes down as traits, intents go up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import traitlets

from workbench.widgets.bulk.edited_list import FIELDS
from workbench.widgets.kit.assets import script, styles

LONGEST = 20_000


class VerdictTable(anywidget.AnyWidget):
    """`rows` are states of `PlannedRow`; `fixed` are the fields that cannot be corrected, `choices` what is offered.

    What is typed and not entered is kept by the browser, under the name of the list (`drafts`).
    """

    _esm = script("bulk/verdict_table")
    _css = styles("bulk/verdict_table")

    label = traitlets.Unicode("").tag(sync=True)
    empty = traitlets.Unicode("").tag(sync=True)
    rows = traitlets.List(traitlets.Dict()).tag(sync=True)
    fixed = traitlets.List(traitlets.Unicode()).tag(sync=True)
    choices = traitlets.Dict().tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    drafts = traitlets.Dict().tag(sync=True)

    def __init__(self, label: str) -> None:
        super().__init__(label=label)
        self.on_correct: Callable[[str, str, str], object] = lambda row_id, name, text: None
        self.on_leave_out: Callable[[str, bool], object] = lambda row_id, is_left_out: None
        self.on_put_back: Callable[[str], object] = lambda row_id: None
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def fill(self, rows: Sequence[dict[str, Any]], *, empty: str) -> None:
        """Show these rows, or the text for none."""
        with self.hold_sync():
            self.empty = empty
            self.rows = list(rows)

    def _on_message(self, message: Any) -> None:
        if not isinstance(message, dict) or self.disabled or not isinstance(message.get("id"), str):
            return
        intent, row_id, text = message.get("intent"), message["id"], message.get("text")
        if intent == "correct" and message.get("field") in FIELDS and isinstance(text, str):
            self.on_correct(row_id, message["field"], text[:LONGEST])
        elif intent == "leaveOut":
            self.on_leave_out(row_id, bool(message.get("isLeftOut")))
        elif intent == "putBack":
            self.on_put_back(row_id)

    def __repr__(self) -> str:
        return f"A table: {self.label}, {len(self.rows):,} rows."
