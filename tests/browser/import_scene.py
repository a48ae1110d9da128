"""A document that is dropped on the browser panel, its plan and what cannot be kept."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Locator, expect

TIDES: Final = Path(__file__).parents[1] / "imports" / "reading" / "files" / "tides.docx"


def document_dropped(panel: Locator) -> None:
    """Open the import and choose a file; what would be made of it is shown."""
    panel.get_by_role("button", name="Import…").click()
    panel.get_by_label("Drop a document or question file here").set_input_files(str(TIDES))
    expect(panel.get_by_role("button", name="Create 3 lessons")).to_be_enabled()
