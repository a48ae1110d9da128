"""Reports in a notebook: cards, a long table that can be searched, and charts with their words, without any network.

That the notebooks on reports are pages in Voila is told in `test_voila.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, Notebook
from tests.needs import needs
from workbench.procedures.lesson import create_lesson

pytestmark = needs("chromium")

HOSTILE = "<img src=x onerror='window.hostile=1'><script>window.hostile=1</script>"
TABLE = """\
from workbench import connect
wb = connect()
wb.reports.show(wb.reports.lessons(), "organization", "title", "language", "updated_at")"""
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
