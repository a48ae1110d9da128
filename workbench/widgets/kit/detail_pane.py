"""The detail pane: the place below a panel where it opens things, one at a time."""

from __future__ import annotations

from typing import Any

import ipywidgets

from workbench.widgets.kit.controls import button, close_tree, row_of_controls, set_visible
from workbench.widgets.kit.panel import Panel


class DetailPane(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """Empty and out of sight until something is put there."""

    def __init__(self, *, goes_back: bool = False) -> None:
        """With `goes_back` it takes the place of what it was opened from, and its button leads back there."""
        self.close_button = button("Close", None if goes_back else self.clear)
        self._goes_back = goes_back
        if goes_back:
            self.close_button.add_class("wb-back-button")
        self.panel: Panel | None = None
        super().__init__()
        self.add_class("wb-aside")
        set_visible(self, is_visible=False)

    def put(self, panel: Panel, *controls: Any) -> None:
        """Show this panel with these controls next to its close button; close the previous one."""
        panel.header.comes_into_view = True
        line = (self.close_button, *controls) if self._goes_back else (*controls, self.close_button)
        self._show(panel, (row_of_controls(*line), panel))

    def clear(self) -> None:
        """Show nothing."""
        self._show(None, ())

    def close(self) -> None:
        """Clear the pane, and forget its content."""
        self.clear()
        super().close()

    def _show(self, panel: Panel | None, children: tuple[Any, ...]) -> None:
        before, self.panel = self.panel, panel
        self.children = children
        set_visible(self, is_visible=panel is not None)
        if before is not None:
            close_tree(before)

    def __repr__(self) -> str:
        return repr(self.panel) if self.panel is not None else "Nothing is open."
