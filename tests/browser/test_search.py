"""Lessons are searched for, opened and tagged by keys in a real JupyterLab; no author's text becomes markup."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import Notebook, violations
from tests.browser.test_panels import CONNECT, panel
from tests.needs import needs
from workbench.procedures.lesson import get_lesson, rename_lesson, set_tags

pytestmark = needs("chromium", "npm")


def test_a_lesson_is_found_tagged_and_opened_by_keys(
    open_notebook: Callable[..., Notebook], writing: Writing, axe: Path
) -> None:
    """The slash key, words, the down key, Enter; the words are set off, and a tag is a click away."""
    word = f"w{uuid4().hex[:8]}"
    lesson_id = writing.of_texts(f"<img src=x onerror=alert(1)> {word} 🎓 ebb")
    other = writing.of_texts("another one")
    writing.client.call(rename_lesson(lesson_id=lesson_id, title="<b>Tides</b>"))
    for tagged_id in (lesson_id, other):
        writing.client.call(set_tags(lesson_id=tagged_id, tags=[f"tag {word}"]))
    notebook = open_notebook(CONNECT + "found = wb.widgets.browser()\nfound", "print(found.opened)")
    root, keys = panel(notebook), notebook.page.keyboard
    rows = root.get_by_role("listbox", name="Lessons and courses").get_by_role("option")

    root.get_by_role("button", name="New blank lesson…").focus()
    keys.press("/")
    expect(root.get_by_label("Search")).to_be_focused()
    keys.type(f"{word} ebb")
    expect(root.get_by_role("status").filter(has_text="1 lesson found.")).to_be_visible()
    expect(rows.first.locator(".wb-hit mark")).to_have_text([word, "ebb"])
    expect(rows.first).to_contain_text("<img src=x onerror=alert(1)>")
    assert root.locator("img").count() == 0

    keys.press("ArrowDown")
    keys.press("Space")
    keys.press("Enter")
    expect(root.get_by_role("button", name="Tags…")).to_be_enabled()
    root.get_by_role("button", name="Tags…").focus()
    keys.press("Enter")
    expect(root.get_by_role("combobox", name="Tags of “<b>Tides</b>”")).to_be_focused()
    keys.type("storm,")
    root.get_by_text("Search tips").click()
    found = []
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        notebook.theme(theme)
        found += [f"{theme}: {violation}" for violation in violations(notebook.page, axe, ".wb-panel")]
    assert found == []
    root.get_by_role("button", name="Save tags").focus()
    keys.press("Enter")
    expect(rows.first.locator(".wb-chip")).to_have_text(["storm", f"tag {word}"])
    assert writing.client.call(get_lesson(lesson_id=lesson_id)).tags == ["storm", f"tag {word}"]

    rows.first.locator(".wb-chip").last.click()
    expect(root.get_by_label("Search")).to_have_value(f'tag:"tag {word}"')
    expect(rows).to_have_count(2)
    assert notebook.printed(1) == lesson_id
