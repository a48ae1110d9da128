"""The place below a panel."""

from __future__ import annotations

import pytest

from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.widgets.kit.controls import html, row_of_controls
from workbench.widgets.kit.detail_pane import DetailPane
from workbench.widgets.kit.panel import Panel


@pytest.fixture
def panels(nobody: Client, inline: InlinePool) -> list[Panel]:
    """Two of them."""
    return [Panel(nobody, workers=inline), Panel(nobody, workers=inline)]


def test_it_is_out_of_sight_until_something_is_there() -> None:
    """It takes no room."""
    assert DetailPane().layout.display == "none"


def test_one_thing_at_a_time(panels: list[Panel]) -> None:
    """The next one takes its place."""
    pane = DetailPane()
    pane.put(panels[0])
    pane.put(panels[1])

    assert pane.children[1:] == (panels[1],)
    assert panels[0].comm is None


def test_what_is_closed_leaves_nothing_open(panels: list[Panel]) -> None:
    """Each look at a history once left its list and buttons behind, in the kernel and in the browser."""
    pane, inner = DetailPane(), html()
    panels[0].show(row_of_controls(inner))
    pane.put(panels[0])

    pane.clear()

    assert (inner.comm, panels[0].header.comm) == (None, None)


def test_it_is_closed(panels: list[Panel]) -> None:
    """By its button."""
    pane = DetailPane()
    pane.put(panels[0])

    pane.close_button.click()

    assert (pane.panel, pane.layout.display) == (None, "none")
