"""A translation next to its source in a real JupyterLab: brought up to date with the keyboard alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import BlockView, Notebook, enter, violations
from tests.helping import ServiceWithModel, balance
from tests.model_server import good
from tests.needs import needs
from workbench.authoring.block import Block, new_block_id
from workbench.client.sync import Client
from workbench.procedures.lesson import create_translation, get_translation

pytestmark = needs("chromium")


@pytest.fixture
def french(shared_model: ServiceWithModel, helping: Client, tides: str) -> str:
    """The lesson in French; since then its source has another text and one block more."""
    shared_model.model.answer_with(good())
    made = helping.call(create_translation(lesson_id=tides, language="FR"))
    writing = Writing(helping)
    heading, text, summary = writing.read(tides).blocks
    changed = Block(id=text.id, type="text", content={"markdown": "The sun pulls, too."})
    more = Block(id=new_block_id(), type="text", content={"markdown": "Ebb and flood."})
    writing.become(tides, [heading, changed, more, summary])
    return made.lesson_id


@pytest.fixture
def blocks(notebook: Notebook, shared_model: ServiceWithModel, french: str) -> BlockView:
    """The block list of the translation."""
    source = (
        f"import os\nos.environ['WORKBENCH_HOME'] = {str(shared_model.folder)!r}\n"
        f"from workbench import connect\nwb = connect()\nwb.widgets.block_list({french!r})"
    )
    notebook.put(0, source)
    return BlockView(notebook.page, notebook.run(0), french)


def row(blocks: BlockView, words: str) -> Locator:
    """The row of the source's block with these words."""
    return blocks.root.get_by_role("article").filter(has_text=words)


def states(client: Client, lesson_id: str) -> list[str]:
    """How each block is at the service."""
    found = client.call(get_translation(lesson_id=lesson_id)).translation
    return [block.state for block in found.blocks] if found else []


@pytest.mark.slow
def test_a_translation_is_brought_up_to_date_by_keys(
    notebook: Notebook, blocks: BlockView, helping: Client, axe: Path
) -> None:
    """One block is requested and accepted, one written by hand. Axe finds nothing, dark and light."""
    left = balance(helping)
    enter(blocks.button("Side by side"))
    stale = row(blocks, "The sun pulls, too.")
    expect(stale).to_be_focused()
    expect(stale.locator("ins").first).to_be_visible()
    found = violations(notebook.page, axe, ".wb-panel")
    blocks.press("g")
    expect(blocks.root.get_by_text(f"Costs 1 credit; {left:,} left.")).to_be_visible()
    blocks.press("Enter")
    expect(stale.get_by_text("Proposed translation")).to_be_visible()
    notebook.theme("JupyterLab Dark")
    found += violations(notebook.page, axe, ".wb-panel")
    notebook.theme("JupyterLab Light")
    blocks.press("a")
    expect(stale).to_have_attribute("data-state", "current")

    blocks.press("n")
    missing = row(blocks, "Ebb and flood.")
    expect(missing).to_be_focused()
    blocks.press("Enter")
    field = missing.get_by_label("Text (Markdown)", exact=True)
    expect(field).to_be_focused()
    found += violations(notebook.page, axe, ".wb-panel")
    field.fill("Flux et reflux.")
    blocks.press("Control+Enter")
    expect(missing).to_be_focused()
    expect(missing).to_contain_text("Flux et reflux.")
    blocks.press("a")
    expect(blocks.root.get_by_text("All up to date", exact=True)).to_be_visible()
    assert (states(helping, blocks.lesson_id), left - balance(helping)) == (["current"] * 4, 1)

    blocks.press("Escape")
    expect(blocks.button("Side by side")).to_be_focused()
    blocks.shows([*blocks.words()[:2], "Flux et reflux.", blocks.words()[3]])
    assert found == []


@pytest.mark.slow
def test_the_source_is_edited_while_somebody_translates(
    notebook: Notebook, blocks: BlockView, helping: Client, tides: str
) -> None:
    """It shows within seconds; who says that it is the same is asked to read again where it is not."""
    enter(blocks.button("Side by side"))
    expect(row(blocks, "The sun pulls, too.")).to_be_focused()
    writing = Writing(helping)
    heading, text, *rest = writing.read(tides).blocks
    writing.become(tides, [heading, Block(id=text.id, type="text", content={"markdown": "Nothing pulls."}), *rest])
    again = row(blocks, "Nothing pulls.")
    expect(again).to_be_focused()
    blocks.press("a")
    expect(again).to_have_attribute("data-state", "current")


@pytest.mark.slow
def test_without_a_kernel_it_says_so(notebook: Notebook, blocks: BlockView) -> None:
    """What was shown stays, and the list can be gone back to."""
    enter(blocks.button("Side by side"))
    expect(row(blocks, "The sun pulls, too.")).to_be_focused()
    notebook.restart()
    blocks.press("a")
    expect(blocks.root.get_by_text("lost its notebook")).to_be_visible()
    blocks.press("Escape")
    expect(blocks.rows.first).to_be_visible()
