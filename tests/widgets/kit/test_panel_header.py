"""The head of a panel, without a browser."""

from __future__ import annotations

from workbench.widgets.kit.panel_header import PanelHeader


def test_its_text_has_no_address() -> None:
    """A widget's usual text ends in where it lies in memory."""
    assert repr(PanelHeader(label="Credits")) == "The head of the panel Credits."
