"""A panel after a refresh or with a state, and what it shows: its HTML, its widgets' state its own text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeVar

import ipywidgets

from tests.markup import seen
from workbench.widgets.kit.panel import Panel

OURS = {"<button>", "<svg>"}  # copy buttons, sparkline and QR code


P = TypeVar("P", bound=Panel)


def refreshed(panel: P) -> P:
    """The panel after its first refresh; with inline workers that is over when this returns."""
    panel.start(panel.refresh)
    return panel


def filled(panel: P, **state: Any) -> P:
    """The panel with this state, as if it had read it from a service; none is asked."""
    panel._is_loaded = True
    for name, value in state.items():
        setattr(panel, name, value)
    panel.render()
    return panel


def widgets_in(root: Any) -> Iterator[Any]:
    """The widget and all below it."""
    yield root
    for child in getattr(root, "children", ()):
        yield from widgets_in(child)


def html_in(panel: Panel) -> str:
    """Every HTML fragment that the panel shows, and the HTML of a saved notebook."""
    fragments = [widget.value for widget in widgets_in(panel) if isinstance(widget, ipywidgets.HTML)]
    return "\n".join([*fragments, panel._repr_mimebundle_()["text/html"]])


def state_of(panel: Panel) -> str:
    """The state of all its widgets, as a notebook with widget state holds it."""
    return json.dumps([widget.get_state() for widget in widgets_in(panel)], default=str)


def dangers_in(panel: Panel, *, allowed: frozenset[str] = frozenset()) -> list[str]:
    """What in the panel's HTML could run, fetch or send; copy buttons, pictures and links to the service are ours."""
    found = seen(html_in(panel))
    return [
        danger
        for danger in found.dangers
        if danger not in OURS | allowed and not danger.startswith("a href=http://127.0.0.1")
    ]
