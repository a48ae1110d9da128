"""Home in a real JupyterLab: what needs attention is gone to by keys, in both themes and on a telephone."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

from playwright.sync_api import expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, Notebook, violations
from tests.needs import needs
from workbench.procedures.lesson import create_lesson, request_review, review

pytestmark = needs("chromium")
PHONE = "() => { document.querySelector('.wb-home').closest('.wb-panel').style.width = '358px'; }"


@needs("npm")
def test_what_needs_attention_is_gone_to_by_keys(notebook: Notebook, writing: Writing, axe: Path) -> None:
    """A lesson opens below; when somebody else decides about it, the list follows."""
    title = f"Harbour lights {uuid4().hex[:6]}"
    lesson_id = writing.client.call(create_lesson(title=title, language="EN")).lesson_id
    writing.client.call(request_review(lesson_ids=[lesson_id]))
    notebook.put(0, "from workbench import connect\nwb = connect()\npanel = wb.widgets.home()\npanel")
    panel = notebook.run(0).locator(".wb-panel").first
    needs = panel.get_by_role("region", name="What needs attention").get_by_role("listitem")
    await_review = needs.filter(has_text="your review")
    expect(await_review).to_have_count(1, timeout=PATIENCE)
    found = violations(notebook.page, axe, ".wb-panel")
    notebook.theme("JupyterLab Dark")
    found += violations(notebook.page, axe, ".wb-panel")
    notebook.theme("JupyterLab Light")
    notebook.page.evaluate(PHONE)
    found += violations(notebook.page, axe, ".wb-panel")
    widths = panel.evaluate("panel => [panel.scrollWidth, panel.clientWidth]")
    recent = panel.get_by_role("region", name="Continue where you left off").get_by_role("button", name=title)
    expect(recent).to_be_visible()

    writing.client.call(review(lesson_id=lesson_id, revision=1, verdict="approved"))
    expect(needs.filter(has_text=title)).to_have_count(0, timeout=PATIENCE)
    recent.focus()
    notebook.page.keyboard.press("Enter")
    expect(panel.locator(".wb-aside .wb-blocks")).to_be_visible(timeout=PATIENCE)

    assert found == [] and widths[0] <= widths[1]
