"""The panel of change sets in a real JupyterLab: a plan is looked at, made, and undone by keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import Notebook, enter, violations
from tests.needs import needs
from workbench.procedures.lesson import rename_lesson

pytestmark = [needs("chromium"), pytest.mark.slow]

SHOW = """import pandas
from workbench import connect
wb = connect()
table = pandas.DataFrame({{"lesson_id": {ids!r}, "title": {titles!r}}})
wb.changes.panel(wb.lessons.apply(table, name={name!r}))"""


@needs("npm")
@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_titles_are_corrected_and_put_back_by_keys(notebook: Notebook, writing: Writing, axe: Path, theme: str) -> None:
    """Differences first, a question before each step; changes by somebody else are left and reported."""
    notebook.theme(theme)
    ids = [writing.of_texts("one"), writing.of_texts("two"), writing.of_texts("three")]
    before = [writing.read(id_).title for id_ in ids]
    titles = ["Ebb", "<b>Flow</b>", "Slack water"]
    notebook.put(0, SHOW.format(ids=ids, titles=titles, name=f"tides {ids[0][:8]}"))
    panel = notebook.run(0).locator(".wb-panel").first
    table = panel.get_by_role("region", name="Planned changes")
    expect(table.locator("ins")).to_have_text(titles)
    found = violations(notebook.page, axe, ".wb-panel")

    enter(panel.get_by_role("button", name="Apply changes…"))
    expect(panel).to_contain_text("Apply 3 changes to 3 lessons?")
    enter(panel.get_by_role("button", name="Apply 3 changes", exact=True))
    expect(panel.get_by_role("region", name="Changes made")).to_be_visible()
    made = [writing.read(id_).title for id_ in ids]
    found += violations(notebook.page, axe, ".wb-panel")

    writing.client.call(rename_lesson(lesson_id=ids[2], title="By hand"))
    enter(panel.get_by_role("button", name="Undo…"))
    enter(panel.get_by_role("button", name="Undo 2 changes"))
    expect(panel.get_by_role("region", name="Changes made")).to_contain_text("undone")
    expect(panel).to_contain_text("By hand")

    assert made == titles
    assert [writing.read(id_).title for id_ in ids] == [*before[:2], "By hand"]
    assert found == []
