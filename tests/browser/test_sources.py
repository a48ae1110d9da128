"""Sources in a real JupyterLab: a file is dropped, read, opened to learners; a block's quote leads to its passage."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, Notebook, enter, violations
from tests.needs import needs
from workbench.client.lookups.sources import iter_passages, iter_sources
from workbench.procedures.source import NewPassage, add_passages

pytestmark = [needs("chromium"), pytest.mark.slow]

SHOW = "from workbench import connect\nwb = connect()\nwb.widgets.sources()"
FILE = (
    "# Ladders\n\nA ladder of {word} stands at an angle of 75 degrees.\n\n# Harness\n\n<b>Seams</b> are looked over.\n"
)


@needs("npm")
@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_a_file_becomes_a_source_by_keys(notebook: Notebook, writing: Writing, axe: Path, theme: str) -> None:
    """Its passages are read and searched; learners may read them from then on; hostile text is text."""
    notebook.theme(theme)
    word = f"w{uuid4().hex[:8]}"
    notebook.put(0, SHOW)
    panel = notebook.run(0).locator(".wb-panel").first
    expect(panel).to_have_attribute("aria-busy", "false", timeout=PATIENCE)
    files = [
        {"name": f"{word} {number}.md", "mimeType": "", "buffer": FILE.format(word=word).encode() + b"x" * number}
        for number in (1, 2)
    ]
    panel.get_by_label("Drop files here").set_input_files(files)  # type: ignore[arg-type]
    expect(panel.get_by_text(f"{word} 2: version 1, 2 passages.")).to_be_visible(timeout=PATIENCE)
    expect(panel.get_by_text("<b>Seams</b> are looked over.")).to_be_visible()
    found = violations(notebook.page, axe, ".wb-panel")

    search = panel.get_by_label("Search passages")
    search.focus()
    notebook.page.keyboard.type("angle ladder")
    expect(panel.get_by_text("1 passage with these words, best first.")).to_be_visible()
    panel.get_by_label("Learners can read its passages").focus()
    notebook.page.keyboard.press("Space")
    expect(panel.get_by_text("Learners can read quoted passages.")).to_be_visible()
    found += violations(notebook.page, axe, ".wb-panel")
    enter(panel.get_by_role("button", name="Delete…"))
    enter(panel.get_by_role("button", name="Delete", exact=True))
    expect(panel.get_by_text(f"{word} 2 is deleted.")).to_be_visible()

    assert [source.title for source in iter_sources(writing.client, None) if word in source.title] == [f"{word} 1"]
    assert found == []


@needs("npm")
def test_a_quote_leads_to_its_passage(notebook: Notebook, writing: Writing, axe: Path) -> None:
    """Next to the block: title, place and quote; the passage opens below, the quote marked in it."""
    word = f"w{uuid4().hex[:8]}"
    notebook.put(
        0,
        "import pathlib, tempfile\nfrom workbench import connect\nwb = connect()\n"
        f"path = pathlib.Path(tempfile.mkdtemp()) / '{word}.md'\n_ = path.write_text({FILE.format(word=word)!r})\n"
        "wb.sources.add(path)",
    )
    expect(notebook.run(0).get_by_text(f"{word}: version 1, 2 passages.")).to_be_visible(timeout=PATIENCE)
    source = next(source for source in iter_sources(writing.client, None) if source.title == word)
    passage = next(iter(iter_passages(writing.client, source.source_id)))
    quote = {"quote": "stands at an angle of 75 degrees", "state": "verified", "place": passage.place}
    quoted = quote | {"passageId": passage.passage_id, "sourceId": source.source_id, "title": word}
    lesson_id = writing.lesson(("text", {"markdown": "Ladders lean.", "sources": [quoted]}))
    notebook.put(0, f"wb.widgets.block_list('{lesson_id}')")
    panel = notebook.run(0).locator(".wb-panel").first
    quotes = panel.get_by_role("region", name="From sources")
    expect(quotes).to_contain_text(f"{word}, line 3", timeout=PATIENCE)

    enter(quotes.get_by_role("button", name="Open the passage"))

    expect(quotes.locator("mark")).to_have_text("stands at an angle of 75 degrees")
    found = violations(notebook.page, axe, ".wb-panel")
    passages = [NewPassage(place="line 1", text="A ladder stands at 70 degrees.")]
    new = {"source_id": source.source_id, "title": word, "content_digest": uuid4().hex * 2, "passages": passages}
    writing.client.call(add_passages(first=1, is_last=True, **new))
    quotes = notebook.run(0).locator(".wb-panel").first.get_by_role("region", name="From sources")
    expect(quotes).to_contain_text("The source has a newer version", timeout=PATIENCE)

    assert found + violations(notebook.page, axe, ".wb-panel") == []
