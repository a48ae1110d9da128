"""Help with a block in a real JupyterLab, at a service whose model answers when the test says so."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import BlockView, Notebook, enter, violations
from tests.helping import HALF, SEA, ServiceWithModel, balance
from tests.model_server import ModelServer, held_until, helpful
from tests.needs import needs
from workbench.client.sync import Client

pytestmark = needs("chromium")


@pytest.fixture
def blocks(notebook: Notebook, shared_model: ServiceWithModel, tides: str) -> BlockView:
    """The block list of the lesson about the sea, from the service that has a model."""
    source = (
        f"import os\nos.environ['WORKBENCH_HOME'] = {str(shared_model.folder)!r}\n"
        f"from workbench import connect\nwb = connect()\nwb.widgets.block_list({tides!r})"
    )
    notebook.put(0, source)
    view = BlockView(notebook.page, notebook.run(0), tides)
    view.row("The sea").click()
    return view


def test_a_proposal_is_asked_for_read_and_taken_by_keys(
    notebook: Notebook, blocks: BlockView, model: ModelServer, helping: Client, axe: Path
) -> None:
    """The page is loaded again while it is written; it is paid for once, applied as one edit, and undone."""
    left, go_on = balance(helping), threading.Event()
    model.answer_with(held_until(go_on, helpful()))
    blocks.press("Alt+Enter")
    menu = blocks.root.get_by_role("region", name="Help with this block")
    expect(menu).to_contain_text(f"Costs 1 credit; {left:,} left.")
    expect(menu.get_by_role("button", name="Rewrite")).to_be_focused()
    found = violations(notebook.page, axe, ".wb-panel")
    blocks.press("Tab")
    enter(menu.get_by_role("button", name="Shorten"))
    expect(menu).to_contain_text("Shorten: writing")

    notebook.reload()
    blocks = notebook.blocks
    expect(
        blocks.root.get_by_role("status").filter(has_text="A suggestion for block 2 is being written")
    ).to_be_visible()
    blocks.row("The sea").click()
    menu = blocks.root.get_by_role("region", name="Help with this block")
    expect(menu).to_contain_text("Shorten: writing")
    go_on.set()
    expect(menu.locator("del")).to_have_text(" a day because the moon pulls at it")
    found += violations(notebook.page, axe, ".wb-panel")
    enter(menu.get_by_role("button", name="Accept"))
    expect(blocks.row(HALF)).to_be_visible()
    expect(menu).to_be_hidden()
    assert (len(model.requests), balance(helping)) == (1, left - 1)

    blocks.press("Control+z")
    expect(blocks.row(SEA[:60])).to_be_visible()
    assert found == []


@pytest.mark.slow
def test_a_block_that_others_change_meanwhile_is_not_overwritten(
    notebook: Notebook, blocks: BlockView, model: ModelServer, helping: Client, axe: Path
) -> None:
    """Both texts are there, and in the dark theme too everything can be read."""
    go_on = threading.Event()
    model.answer_with(held_until(go_on, helpful()))
    blocks.button("Help with this block").click()
    menu = blocks.root.get_by_role("region", name="Help with this block")
    menu.get_by_role("button", name="Shorten").click()
    expect(menu).to_contain_text("Shorten: writing")
    writing = Writing(helping)
    now = writing.read(blocks.lesson_id).blocks
    theirs = now[1].model_copy(update={"content": {"markdown": "Theirs."}})
    writing.become(blocks.lesson_id, [now[0], theirs, now[2]])
    expect(blocks.row("Theirs.")).to_be_visible()
    go_on.set()

    expect(menu).to_contain_text("changed this block since you asked")
    notebook.theme("JupyterLab Dark")
    found = violations(notebook.page, axe, ".wb-panel")
    notebook.theme("JupyterLab Light")
    menu.get_by_role("button", name="Keep both").click()
    blocks.shows(["Tides", "Theirs.", HALF, "The moon pulls."])
    assert found == []


@pytest.mark.slow
def test_without_a_kernel_the_menu_says_why_there_is_no_help(notebook: Notebook, blocks: BlockView) -> None:
    """Nothing can be requested, and the menu closes by Escape."""
    notebook.restart()
    blocks.button("Help with this block").click()
    menu = blocks.root.get_by_role("region", name="Help with this block")
    expect(menu).to_contain_text("The notebook isn't responding")
    expect(menu.get_by_role("button", name="Shorten")).to_have_count(0)
    menu.get_by_role("button", name="Close").press("Escape")
    expect(menu).to_be_hidden()
