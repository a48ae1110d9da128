"""The table of courses by languages, whose cells are chosen. State comes down as traits, intents go up as messages."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import anywidget
import traitlets

from workbench.widgets.coverage.cells import CourseLine, cell_key
from workbench.widgets.kit.assets import script, styles


class CoverageGrid(anywidget.AnyWidget):
    """`chosen` are the keys of the chosen cells, in the table's order; it can be set and observed.

    Space, Enter or a click chooses a cell or gives it up; on a heading, all of its row or column that are not whole.
    """

    _esm = script("coverage/grid")
    _css = styles("coverage/grid")

    label = traitlets.Unicode("").tag(sync=True)
    empty = traitlets.Unicode("").tag(sync=True)
    languages = traitlets.List(traitlets.Dict()).tag(sync=True)
    rows = traitlets.List(traitlets.Dict()).tag(sync=True)
    chosen = traitlets.List(traitlets.Unicode()).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    def __init__(self, label: str) -> None:
        super().__init__(label=label)
        self._keys: tuple[str, ...] = ()
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def fill(self, lines: Sequence[CourseLine], languages: Sequence[tuple[str, str]], *, empty: str) -> None:
        """Show these lines, with languages as codes and names. What is chosen and still there stays."""
        keys = [cell_key(line.course_id, code) for line in lines for code, _ in languages]
        with self.hold_sync():
            self._keys = tuple(keys)
            self.empty = empty
            self.languages = [{"code": code, "name": name} for code, name in languages]
            self.rows = [line.as_state() for line in lines]
            self.chosen = self._in_order(self.chosen)

    def _in_order(self, keys: Collection[Any]) -> list[str]:
        wanted = {key for key in keys if isinstance(key, str)}
        return [key for key in self._keys if key in wanted]

    def _on_message(self, message: Any) -> None:
        if not isinstance(message, dict) or message.get("intent") != "choose":
            return
        if self.disabled or not isinstance(message.get("keys"), list):
            self.send_state("chosen")  # the browser was ahead; it is taken back
        else:
            self.chosen = self._in_order(message["keys"])

    def __repr__(self) -> str:
        return f"A table: {self.label}, {len(self.rows):,} courses, {len(self.languages):,} languages."
