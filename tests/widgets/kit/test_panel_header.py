"""The head of a panel, without a browser."""

from __future__ import annotations

from workbench.widgets.kit.panel_header import PanelHeader


def test_its_script_makes_no_markup() -> None:
    """Texts are set as text; nothing that it shows is read as HTML."""
    assert "innerHTML" not in str(PanelHeader._esm)


def test_its_script_and_style_load_nothing() -> None:
    """No address of another host, in neither."""
    assert "://" not in str(PanelHeader._esm) + str(PanelHeader._css)


def test_its_text_has_no_address() -> None:
    """A widget's usual text ends in where it lies in memory."""
    assert repr(PanelHeader(label="Credits")) == "The head of the panel Credits."
