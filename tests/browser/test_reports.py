"""Reports in a notebook: cards, a long table that can be searched, and charts with their words, without any network.

That the notebooks on reports are pages in Voila is told in `test_voila.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, Notebook, enter, violations
from tests.browser.sharing_scenes import narrow
from tests.needs import needs
from workbench.procedures.lesson import create_lesson
from workbench.reports import REPORTS

pytestmark = needs("chromium")

HOSTILE = "<img src=x onerror='window.hostile=1'><script>window.hostile=1</script>"
TABLE = """\
from workbench import connect
wb = connect()
wb.reports.show(wb.reports.lessons(), "organization", "title", "language", "updated_at")"""
PANEL = """\
from workbench import connect
wb = connect()
panel = wb.widgets.reports("lessons")
panel"""
CHART = """\
from workbench.reports.charts import spending
spending(wb.reports.credits(by="language"))"""


@pytest.fixture
def sails(writing: Writing) -> str:
    """A word that the title of one lesson of many holds, beside something hostile."""
    word = f"sails{uuid4().hex}"
    titles = [*(f"Knot {index}" for index in range(24)), f"{word} {HOSTILE}"]
    writing.client.batch(*(create_lesson(title=title, language="EN") for title in titles))
    writing.lesson(("text", {"markdown": "Paid for."}))
    return word


def searched(shown: Locator, word: str) -> None:
    """Look for the one lesson, and find its title as text."""
    shown.locator("input[type=search]").wait_for(timeout=3 * PATIENCE)
    expect(shown.locator("dl").first).to_contain_text("languages")
    shown.locator("input[type=search]").fill(word)
    expect(shown.locator("tbody tr:visible")).to_have_count(1)
    expect(shown.locator("tbody tr:visible")).to_contain_text(HOSTILE)
    assert shown.page.evaluate("window.hostile === undefined")


def charted(shown: Locator) -> None:
    """The chart is drawn, and its words stand beneath."""
    shown.locator(".js-plotly-plot .main-svg").first.wait_for(timeout=PATIENCE)
    expect(shown).to_contain_text("Credits spent by language:")


def test_a_report_and_a_chart_in_a_notebook(open_notebook: Callable[..., Notebook], sails: str) -> None:
    """Cards above; a hostile title is text; nothing is fetched from elsewhere."""
    notebook = open_notebook(TABLE, CHART)

    searched(notebook.run(0), sails)
    charted(notebook.run(1))


@pytest.mark.slow
def test_a_chart_follows_the_theme(open_notebook: Callable[..., Notebook], sails: str) -> None:
    """It was white in the dark theme. Its words change with those around it, and nothing is run again."""
    notebook = open_notebook("from workbench import connect\nwb = connect()", CHART)
    notebook.run(0)
    shown = notebook.run(1)
    charted(shown)

    notebook.theme("JupyterLab Dark")

    beneath = shown.locator(".wb-chart-words").evaluate("each => getComputedStyle(each).color")
    expect(shown.locator(".main-svg .ytick text").first).to_have_css("fill", beneath)
    expect(shown.locator(".main-svg").first).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    notebook.theme("JupyterLab Light")


@needs("npm")
def test_the_panel_of_reports_is_used_by_keys(notebook: Notebook, sails: str, axe: Path) -> None:
    """Searched, narrowed, refused at the field, switched, charted, downloaded and opened; in both themes and narrow."""
    notebook.put(0, PANEL)
    panel = notebook.run(0).locator(".wb-panel").first
    keys, page = notebook.page.keyboard, notebook.page
    table = panel.get_by_role("region", name="Lessons")
    panel.get_by_label("Search this table").fill(sails)
    expect(table.locator("tbody tr")).to_have_count(1)
    expect(table.locator("tbody tr")).to_contain_text(HOSTILE)
    found = violations(page, axe, ".wb-panel")
    panel.get_by_label("Language", exact=True).fill("English")
    keys.press("Enter")
    alert = panel.get_by_role("alert").filter(has_text="not valid")
    expect(alert).to_be_visible()
    expect(panel.get_by_label("Language", exact=True)).to_have_attribute("aria-invalid", "true")
    found += violations(page, axe, ".wb-panel")
    panel.get_by_label("Language", exact=True).fill("EN")
    panel.get_by_label("Search", exact=True).fill(sails[:12])
    keys.press("Enter")
    expect(panel.get_by_label("Search this table")).to_have_count(0)  # a short table needs none
    expect(panel).to_have_attribute("aria-busy", "false")
    expect(table.locator("tbody tr")).to_have_count(1)
    with page.expect_download() as downloaded:
        enter(panel.get_by_role("button", name="Download", exact=True))
    assert downloaded.value.suggested_filename.startswith("lessons-")
    enter(table.get_by_role("button").filter(has_text=sails))
    expect(panel.get_by_role("region", name="Blocks").or_(panel.locator(".wb-blocks")).first).to_be_visible()
    enter(panel.get_by_role("button", name="Close", exact=True))

    panel.get_by_role("listbox", name="Reports").focus()
    for _ in range(len(REPORTS)):
        if panel.get_by_role("option", selected=True).filter(has_text="Coverage").count():
            break
        keys.press("ArrowDown")
    expect(panel.locator(".wb-report-chart svg")).to_be_visible(timeout=PATIENCE)
    notebook.theme("JupyterLab Dark")
    found += violations(page, axe, ".wb-panel")
    narrow(panel)
    assert panel.evaluate("each => each.scrollWidth <= each.clientWidth + 1")
    found += violations(page, axe, ".wb-panel")
    notebook.theme("JupyterLab Light")
    page.set_viewport_size({"width": 1360, "height": 900})

    assert found == []
    assert page.evaluate("window.hostile === undefined")
