"""Files as draft lessons, on a page of their own."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from uuid import uuid4
from zipfile import ZipFile

import pytest

from tests.imports.reading.test_docx import FILES
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.widgets.browser.import_panel import ImportPanel


@pytest.fixture
def tides() -> bytes:
    """A document that no other test has imported: the same content again would change nothing."""
    copied = BytesIO()
    with ZipFile(FILES / "tides.docx") as document, ZipFile(copied, "w") as copy:
        for name in document.namelist():
            mark = f"<w:t>Copy {uuid4().hex[:8]} of ".encode()
            data = document.read(name)
            copy.writestr(name, data.replace(b"<w:t>", mark, 5) if name == "word/document.xml" else data)
    return copied.getvalue()


@pytest.fixture
def panel_with(client: Client, inline: InlinePool, tmp_path: Path) -> Callable[..., ImportPanel]:
    """Make a panel, whose journals are its own."""

    def made(on_go: Callable[[str], object] | None = None) -> ImportPanel:
        panel = ImportPanel(client, workers=inline, on_go=on_go)
        panel.importing._folder = tmp_path / "runs"
        return panel

    return made


def test_a_file_becomes_drafts_to_which_there_is_a_way(panel_with: Callable[..., ImportPanel], tides: bytes) -> None:
    """Nothing before it is approved."""
    gone: list[str] = []
    panel = panel_with(gone.append)
    panel.importing.plan_file("tides.docx", tides)
    before = (panel.as_text(), panel.library_button.layout.display)
    panel.importing.run_button.click()
    shown = panel.library_button.layout.display
    panel.library_button.click()

    assert before[0].startswith("Import: ") and before[1] == "none"
    assert panel.value and "drafts" in panel.as_text()
    assert (shown, gone) == (None, ["library"])
    panel.importing.undo()
    assert (panel.value, panel.library_button.layout.display) == ("", "none")


def test_without_a_page_around_it_there_is_no_way_to_the_library(
    panel_with: Callable[..., ImportPanel], tides: bytes
) -> None:
    """A button that does nothing is not shown, and neither is one that would close the page."""
    panel = panel_with()
    panel.importing.plan_file("tides.docx", tides)
    panel.importing.run_button.click()

    assert panel.value and panel.library_button.layout.display == "none"
    assert panel.importing.leave_button.layout.display == "none"
    panel.importing.undo()
