"""The same list as a page without code."""

from __future__ import annotations

from playwright.sync_api import BrowserContext

from tests.browser.desk import BlockView, Watched
from tests.browser.lab import Lab
from tests.browser.lessons import Writing
from tests.needs import needs

pytestmark = needs("chromium")


def test_pages_are_arranged_in_voila(context: BrowserContext, lab: Lab, writing: Writing, watched: Watched) -> None:
    """By mouse and by keys; the service has the order."""
    lesson_id = writing.of_texts("one", "two", "three")
    name = lab.write(
        "page.ipynb",
        [
            "from workbench import connect\nfrom workbench.widgets.block_list import BlockList",
            f"BlockList(connect().client, {lesson_id!r})",
        ],
    )
    page = context.new_page()
    page.goto(f"{lab.base_url}/voila/render/{name}?token={lab.token}")
    view = BlockView(page, page.locator("body"), lesson_id)
    view.rows.first.wait_for(timeout=60_000)

    view.drag("one", "two")
    view.shows(["two", "one", "three"])
    view.is_saved()
    view.row("three").click()
    view.press("Alt+Home")
    view.shows(["three", "two", "one"])
    view.is_saved()

    assert writing.texts(lesson_id) == ["three", "two", "one"]
    outside, errors = watched.taken()  # Voila's own page asks for icons and formulas elsewhere, and does not get them
    assert [each for each in outside if "cdnjs" not in each and "jsdelivr" not in each] == []
    # ... and it loads Notebook 7's own extension, which misses a module there and says so.
    foreign = ("ERR_FAILED", "labextensions/@jupyter-notebook/")
    assert [each for each in errors if not any(name in each for name in foreign)] == []
