"""Reports as pages without code: Voila with our template, which asks no other computer for anything.

That the panels work there is told in `test_journey.py`, and on every kernel by `make matrix`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.lab import Lab
from tests.browser.lessons import Writing
from tests.browser.page_objects import Watched
from tests.browser.started import end, printed
from tests.meta.source_tree import ROOT
from tests.needs import needs
from workbench.cli.jupyter.notebook_files import curated_folder

pytestmark = needs("chromium")

# A page is there when its cells have run: a kernel starts, pandas comes in, the service is asked.
SECONDS_TO_RUN = 60


@pytest.fixture
def page(context: BrowserContext, watched: Watched) -> Iterator[Page]:
    """A page of its own, watched."""
    made = context.new_page()
    made.set_default_timeout(SECONDS_TO_RUN * 1000)
    yield made
    made.close()


def page_of(notebook: str, page: Page, lab: Lab) -> Locator:
    """The cells of the page that Voila makes of a curated notebook."""
    shutil.copy(curated_folder() / notebook, lab.folder)
    page.goto(f"{lab.base_url}/voila/render/{notebook}?token={lab.token}")
    return ready(page)


def ready(page: Page) -> Locator:
    """The page's cells, after all of them have run."""
    cells = page.locator("#rendered_cells")
    cells.wait_for()
    return cells


@pytest.mark.slow
def test_recent_items_are_a_page(page: Page, lab: Lab, writing: Writing) -> None:
    """Figures instead of cells: no code is on it."""
    writing.of_texts("one")

    cells = page_of("40_recent_projects_credits.ipynb", page, lab)

    expect(cells.get_by_role("cell", name="My organization").first).to_be_visible()
    expect(cells).not_to_contain_text("from workbench import")


@pytest.mark.slow
def test_the_comparison_is_a_page(page: Page, lab: Lab, writing: Writing) -> None:
    """With its chart."""
    writing.of_texts("one")

    cells = page_of("70_organization_comparison.ipynb", page, lab)

    expect(cells.locator(".js-plotly-plot").first).to_be_visible(timeout=SECONDS_TO_RUN * 1000)


@pytest.fixture
def address(shared_folder: Path, home: Path, tmp_path: Path) -> Iterator[str]:
    """What `workbench page` of a curated notebook prints, as a person starts it; it is stopped afterwards."""
    words = [sys.executable, "-m", "workbench.cli.main", "page", "60_credit_forecast", "--no-browser"]
    places = {"HOME": str(home), "WORKBENCH_HOME": str(shared_folder), "PYTHONPATH": str(ROOT)}
    log = tmp_path / "page.log"
    with log.open("w", encoding="utf-8") as kept:
        started = subprocess.Popen(words, env={**os.environ, **places}, stdout=kept, stderr=kept)
    try:
        yield printed(log, started, r"\S+", SECONDS_TO_RUN)
    finally:
        end(started, seconds=20)


@pytest.mark.slow
def test_the_command_serves_a_curated_notebook(address: str, page: Page, writing: Writing) -> None:
    """At the address that it prints, with a token in it; the forecast's figures are there."""
    page.goto(address)
    cells = ready(page)

    expect(cells.get_by_text("balance_credits").first).to_be_visible()
    expect(cells).not_to_contain_text("from workbench import")
