"""A row of tabs."""

from __future__ import annotations

import pytest

from workbench.widgets.kit.tabs import Tabs


@pytest.mark.parametrize(("said", "heard"), [("People", ["People"]), ("Secrets", []), (None, [])])
def test_only_what_is_there_is_chosen(said: object, heard: list[str]) -> None:
    """A browser may say anything."""
    tabs, found = Tabs("Administration", ["People", "Credits"]), []
    tabs.on_choose(found.append)

    tabs._handle_custom_msg({"intent": "choose", "text": said}, [])

    assert found == heard


def test_its_script_makes_no_markup() -> None:
    """Nothing is read as HTML, and nothing is loaded."""
    assert "innerHTML" not in str(Tabs._esm)
    assert "://" not in str(Tabs._esm) + str(Tabs._css)
