"""The HTML forms of a panel in notebooks: shown once, and replaced when the panel shows something else.

A panel is displayed under a display id, so that its output can be replaced later: after each of its tasks, and after
each cell, as a cell may change a panel by code. Our extension for JupyterLab and Notebook 7 then keeps the live panel;
other front ends would draw it again.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from typing import Any, Protocol
from weakref import WeakSet


class _Shown(Protocol):
    """A panel, as far as its HTML form needs it."""

    def update_saved(self) -> None: ...
    def _repr_mimebundle_(self) -> dict[str, Any]: ...


class SavedForms:
    """The outputs in which one panel is displayed. `is_redrawn` is None until a front end has drawn it."""

    def __init__(self) -> None:
        self.is_redrawn: bool | None = None
        self._handles: list[Any] = []
        self._html = ""

    def display(self, panel: _Shown) -> None:
        """Display the panel as the output of the cell that runs."""
        from IPython.display import display

        bundle = panel._repr_mimebundle_()
        self._html = bundle["text/html"]
        handle = display(bundle, raw=True, display_id=True)  # type: ignore[no-untyped-call]
        if handle is not None:  # None outside IPython, where the text is printed
            self._handles.append(handle)
            _update_after_cells().add(panel)

    def update(self, panel: _Shown, *, even_if_redrawn: bool = False) -> None:
        """Replace the panel's HTML in all outputs if it differs."""
        if not self._handles or (self.is_redrawn and not even_if_redrawn):
            return
        bundle = panel._repr_mimebundle_()
        if bundle["text/html"] == self._html:
            return
        self._html = bundle["text/html"]
        for handle in self._handles:
            handle.update(bundle, raw=True)


@cache
def _update_after_cells() -> WeakSet[Any]:
    """Return the displayed panels, whose saved forms are updated after each cell."""
    panels: WeakSet[Any] = WeakSet()

    def update(*result: object) -> None:
        for panel in list(panels):
            with suppress(Exception):  # what a panel shows is never the reason that a cell fails
                panel.update_saved()

    shell = sys.modules["IPython"].get_ipython()
    if shell is not None:
        shell.events.register("post_run_cell", update)
    return panels
