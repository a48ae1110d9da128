"""The workbench's tiles in JupyterLab's launcher, and its commands in the palette, there and in Notebook 7.

In `make test`, `test_journey` opens the panels by their tile.
"""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.fronts import ADDRESSES
from tests.browser.lab import Lab
from tests.browser.page_objects import PATIENCE, Notebook, Watched, tile
from tests.needs import needs
from workbench.cli.jupyter.notebook_files import FIRST, curated_folder

pytestmark = [needs("chromium"), pytest.mark.slow]

PANELS = "workbench-panels.ipynb"
FRONT = ".jp-NotebookPanel:not(.lm-mod-hidden)"


def from_palette(page: Page, words: str) -> None:
    """Execute a command as a person finds it: by typing."""
    page.keyboard.press("Control+Shift+C")
    page.locator(".lm-CommandPalette-input").fill(words)
    page.locator(".lm-CommandPalette-item").first.click()


def test_the_tile_shows_all_panels(launcher: Page, lab: Lab, folder: str) -> None:
    """In a notebook of this folder, its code out of sight; the command finds it again and runs nothing."""
    tile(launcher, "Panels").click()
    notebook = Notebook(launcher, PANELS)
    expect(launcher.locator(FRONT).get_by_role("link", name="Publish")).to_be_visible(timeout=3 * PATIENCE)
    expect(notebook.cells.first.locator(".jp-InputCollapser-collapsed, .jp-Placeholder")).to_be_visible()
    prompt = notebook.cells.first.locator(".jp-InputPrompt").first
    expect(prompt).to_have_text("[1]:")
    from_palette(launcher, "open the workbench all panels")

    expect(launcher.locator(".lm-CommandPalette-input")).to_be_hidden()
    expect(prompt).to_have_text("[1]:")
    assert (lab.folder / folder / PANELS).is_file()


def test_what_a_person_wrote_is_not_run(launcher: Page, lab: Lab, folder: str) -> None:
    """A notebook of that name with other cells is opened as it is."""
    lab.write(f"{folder}/{PANELS}", ["print('not', 'asked')"])
    tile(launcher, "Panels").click()
    cell = launcher.locator(FRONT).locator(".jp-CodeCell")

    expect(cell.locator(".cm-content")).to_be_visible()
    launcher.evaluate("async () => { await window.jupyterapp.shell.currentWidget.sessionContext.ready; }")
    expect(cell.locator(".jp-InputPrompt").first).to_have_text("[ ]:")


def test_the_notebooks_are_copied(launcher: Page, lab: Lab, folder: str) -> None:
    """All of them, into a folder beside; the first is open."""
    tile(launcher, "Notebooks").click()

    expect(launcher.locator(FRONT).get_by_role("heading", name="Start here")).to_be_visible(timeout=3 * PATIENCE)
    copies = {path.name for path in (lab.folder / folder / "workbench-notebooks").glob("*.ipynb")}
    assert copies == {path.name for path in curated_folder().glob("*.ipynb")}


@pytest.mark.parametrize("where", ["", "workbench-notebooks"])
def test_copies_that_are_there_are_opened(launcher: Page, lab: Lab, folder: str, where: str) -> None:
    """In this folder or beside, changed or not; no kernel is started to copy them again."""
    copies = lab.folder / folder / where
    copies.mkdir(exist_ok=True)
    mine = json.loads((curated_folder() / FIRST).read_text("utf-8"))
    mine["cells"][0]["source"] = "# Mine"
    (copies / FIRST).write_text(json.dumps(mine), "utf-8")

    tile(launcher, "Notebooks").click()

    expect(launcher.locator(FRONT).get_by_role("heading", name="Mine")).to_be_visible()
    assert [path.name for path in copies.glob("*.ipynb")] == [FIRST]


def test_what_stands_in_the_way_is_said(launcher: Page, lab: Lab, folder: str) -> None:
    """A file has the name of the copies' folder: the words of the kernel that was to copy are shown."""
    (lab.folder / folder / "workbench-notebooks").write_text("mine", "utf-8")
    tile(launcher, "Notebooks").click()

    dialog = launcher.get_by_role("dialog")
    expect(dialog).to_contain_text("workbench-notebooks is a file", timeout=3 * PATIENCE)
    dialog.get_by_role("button", name="Close").click()


def test_notebook_7_has_the_commands(context: BrowserContext, lab: Lab, watched: Watched) -> None:
    """It has no launcher; the palette has both."""
    page = context.new_page()
    name = lab.write(f"seven-{uuid4()}.ipynb", ["'one'"])
    page.goto(lab.base_url + ADDRESSES["notebook"].format(name) + lab.token, timeout=3 * PATIENCE)
    page.locator(".jp-CodeCell").first.wait_for(timeout=PATIENCE)
    page.keyboard.press("Control+Shift+C")
    page.locator(".lm-CommandPalette-input").fill("open the workbench")

    expect(page.locator(".lm-CommandPalette-itemLabel")).to_have_text(
        ["Open the workbench: all panels on one page", "Open the workbench's notebooks, copied for you"]
    )
    page.close()
