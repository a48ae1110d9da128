"""A saved panel in JupyterLab and Notebook 7: live where its kernel runs, else the HTML that was saved with it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.fronts import ADDRESSES
from tests.browser.lab import Lab
from tests.browser.page_objects import PATIENCE, Notebook, Watched
from tests.needs import needs

pytestmark = needs("chromium")

CELL = "from workbench import connect\nfrom workbench.widgets.credits import CreditsPanel\n"
CELL += "panel = CreditsPanel(connect().client)\npanel"
COUNTING = """\
from workbench import connect
from workbench.widgets.kit.panel import Panel
class Counting(Panel):
    label = "AI credits"
    value = 0
    def refresh(self):
        self.value = (self.value or 0) + 1
    def as_text(self):
        return f"{self.value} left"
Counting(connect().client)"""
ERROR = "Error displaying widget"
OPEN_WITHOUT_KERNEL = """async (path) => {
  const app = window.jupyterapp;
  const kernelPreference = {shouldStart: false, autoStartDefault: false};
  const panel = await app.commands.execute('docmanager:open', {path, factory: 'Notebook', kernelPreference});
  await panel.context.ready;
}"""


def live(cell: Locator) -> Locator:
    """The live panel."""
    return cell.locator(".wb-panel")


def saved_form(cell: Locator) -> Locator:
    """The HTML form."""
    return cell.locator("section[aria-label='AI credits']")


@pytest.fixture
def saved(open_notebook: Callable[..., Notebook], lab: Lab) -> str:
    """The name of a notebook that was saved with a panel in it; its kernel has ended."""
    notebook = open_notebook(CELL)
    cell = notebook.run(0)
    expect(live(cell)).to_be_visible()
    expect(saved_form(cell)).to_be_hidden()
    notebook.save()
    name = f"saved-{uuid4()}.ipynb"
    shutil.copy(lab.folder / notebook.name, lab.folder / name)
    return name


@pytest.fixture
def page(context: BrowserContext, watched: Watched) -> Iterator[Page]:
    """A page of its own."""
    made = context.new_page()
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


def test_a_panel_is_live_again_after_its_page_was_loaded_again(open_notebook: Callable[..., Notebook]) -> None:
    """Its kernel still runs."""
    notebook = open_notebook(CELL)
    notebook.run(0)
    notebook.reload()

    expect(live(notebook.cells.first)).to_be_visible()
    expect(saved_form(notebook.cells.first)).to_be_hidden()


def test_what_is_saved_follows_the_live_panel(open_notebook: Callable[..., Notebook], lab: Lab) -> None:
    """A click changes the HTML in the notebook; the panel on the page is not drawn again."""
    notebook = open_notebook(COUNTING)
    cell = notebook.run(0)
    expect(saved_form(cell)).to_contain_text("1 left")
    live(cell).evaluate("panel => { panel.dataset.same = 'yes'; }")

    cell.get_by_role("button", name="Refresh AI credits").click()

    expect(saved_form(cell)).to_contain_text("2 left")
    expect(live(cell)).to_have_attribute("data-same", "yes")
    expect(saved_form(cell)).to_be_hidden()
    notebook.save()
    assert "2 left" in lab.saved(notebook.name)


def test_without_a_kernel_the_saved_form_is_shown(saved: str, page: Page, lab: Lab) -> None:
    """It was “Error displaying widget: model not found”, with the HTML in the same output."""
    page.goto(lab.new_workspace(), timeout=3 * PATIENCE)
    page.wait_for_function("window.jupyterapp?.shell.currentWidget")
    page.evaluate(OPEN_WITHOUT_KERNEL, saved)
    cell = page.locator(".jp-CodeCell").first

    expect(saved_form(cell)).to_contain_text("left")
    expect(cell).not_to_contain_text(ERROR)
    expect(live(cell)).to_have_count(0)


@pytest.mark.parametrize("front", ["lab", pytest.param("notebook", marks=pytest.mark.slow)])
def test_with_another_kernel_the_saved_form_is_shown(saved: str, page: Page, lab: Lab, front: str) -> None:
    """JupyterLab starts one for a notebook that is opened; it has no panels. Running the cell shows the live one."""
    page.goto(lab.base_url + ADDRESSES[front].format(saved) + lab.token, timeout=3 * PATIENCE)
    cell = page.locator(".jp-CodeCell").first
    expect(cell.locator(".cm-content")).to_be_visible()
    page.evaluate("async () => { await window.jupyterapp.shell.currentWidget.sessionContext.ready; }")

    expect(saved_form(cell)).to_contain_text("left")
    expect(cell).not_to_contain_text(ERROR)
    cell.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    expect(live(cell)).to_be_visible()
    expect(saved_form(cell)).to_be_hidden()
    page.evaluate("async () => { await window.jupyterapp.shell.currentWidget.sessionContext.shutdown(); }")
