"""The import of the browser panel in a real JupyterLab: looked at, made and undone by keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.import_scene import TIDES
from tests.browser.page_objects import Notebook, enter, violations
from tests.needs import needs

pytestmark = [needs("chromium"), pytest.mark.slow]


@needs("npm")
def test_a_document_is_imported_and_taken_back_by_keys(notebook: Notebook, axe: Path) -> None:
    """Its lessons and what is not kept are shown first; nobody has to leave the panel."""
    notebook.put(0, "from workbench import connect\nconnect().widgets.browser()")
    panel = notebook.run(0).locator(".wb-panel").first
    enter(panel.get_by_role("button", name="Import…"))
    panel.get_by_label("Drop a document or question file here").set_input_files(str(TIDES))
    make = panel.get_by_role("button", name="Create 3 lessons")
    expect(make).to_be_enabled()
    expect(panel.get_by_role("region", name="Lessons to create")).to_contain_text("In the harbour")
    expect(panel.get_by_text("5 items will be changed or skipped")).to_be_visible()
    found = violations(notebook.page, axe, ".wb-panel")

    enter(make)
    expect(panel.get_by_role("option", name="In the harbour")).to_be_visible()
    enter(panel.get_by_role("button", name="Undo import"))
    expect(panel.get_by_role("option", name="In the harbour")).to_have_count(0)

    assert found == []
