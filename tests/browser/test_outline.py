"""The panel of a course from a brief in a real JupyterLab: a list of titles becomes an outline, by keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.page_objects import PATIENCE, Notebook, enter, violations
from tests.needs import needs

pytestmark = [needs("chromium"), pytest.mark.slow]

SHOW = "from workbench import connect\nwb = connect()\nwb.widgets.outline()"
LINES = "What flour does\nWater and salt\nHow yeast raises dough"


@needs("npm")
@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_an_outline_is_changed_by_keys_and_asks_before_it_is_made(notebook: Notebook, axe: Path, theme: str) -> None:
    """Moved with Alt and a key, retitled with F2, excluded; the accessibility rules find nothing, in either theme."""
    notebook.theme(theme)
    notebook.put(0, SHOW)
    panel, keys = notebook.run(0).locator(".wb-panel").first, notebook.page.keyboard
    panel.get_by_role("textbox", name="Brief").fill(LINES)
    found = violations(notebook.page, axe, ".wb-panel")
    enter(panel.get_by_role("button", name="Use these lines as lesson titles"))
    rows = panel.get_by_role("listbox", name="Lessons of the outline").get_by_role("option")
    expect(rows).to_have_count(3, timeout=PATIENCE)

    rows.nth(2).click()
    keys.press("Alt+Home")
    expect(rows.first).to_contain_text("How yeast raises dough")
    keys.press("F2")
    keys.press("Control+a")
    keys.type("Yeast")
    keys.press("Enter")
    expect(rows.first).to_contain_text("Yeast")
    expect(rows.first).not_to_contain_text("raises")
    found += violations(notebook.page, axe, ".wb-panel")
    enter(panel.get_by_role("button", name="Exclude"))
    expect(panel.get_by_text("2 lessons, 1 excluded")).to_be_visible()
    enter(panel.get_by_role("button", name="Create course…"))
    expect(panel.get_by_text("2 lessons will be created in the course “New course”")).to_be_visible(timeout=PATIENCE)
    found += violations(notebook.page, axe, ".wb-panel")
    enter(panel.get_by_role("button", name="Cancel"))
    enter(panel.get_by_role("button", name="New brief"))

    assert found == []
