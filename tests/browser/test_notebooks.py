"""Every notebook in JupyterLab, as a person runs it: an empty organization, one with lessons, the example, a model.

What its cells promise is asserted by them; here, that none fails, that no table is empty, and that every panel is drawn
and has loaded. `tests/journeys/test_notebooks.py` runs them without a browser, and reads the saved copies.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.lab import Lab, running_lab
from tests.browser.page_objects import PATIENCE, Notebook, Watched, opened
from tests.helping import service_with_model
from tests.meta.source_tree import ROOT
from tests.model_server import quoting
from tests.needs import needs
from tests.own_service import command
from workbench.embedded import life

pytestmark = [needs("chromium"), pytest.mark.slow]

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PANEL = "application/vnd.lesson-workbench.panel+json"
PREPARED_BY = {"empty": (), "ten lessons": ("demo",), "example": ("demo", "--example"), "a model": None}
RUN_ALL = "async () => { await window.jupyterapp.commands.execute('notebook:run-all-cells'); }"
SCROLL_TO = "async (place) => { await window.jupyterapp.shell.currentWidget.content.scrollToItem(place); }"


@pytest.fixture
def home(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a service that was prepared for the situation."""
    folder = tmp_path / "workbench"
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("WORKBENCH_HOME", str(folder))
    words = PREPARED_BY[request.param]
    with ExitStack() as stack:
        if words is None:
            stack.enter_context(service_with_model(folder)).model.answer_with(quoting())
        elif words:
            assert command(*words).returncode == 0
        yield folder
        life.stop(now=True)


@pytest.mark.parametrize("home", PREPARED_BY, indirect=True)
def test_every_notebook_in_jupyterlab(home: Path, browser: Browser, tmp_path: Path) -> None:
    """In the order of their names, each with a kernel of its own; all problems are reported together."""
    problems: list[str] = []
    with running_lab(tmp_path, home) as lab, browser.new_context(viewport={"width": 1360, "height": 1000}) as context:
        watched = Watched()
        watched.watch(context)
        for path in NOTEBOOKS:
            shutil.copy(path, lab.folder / path.name)
            found = _problems(context, lab, path.name)
            outside, errors = watched.taken()
            problems += [f"{path.stem}: {problem}" for problem in (*found, *outside, *errors)]
    assert not problems, "\n".join(problems)


def _problems(context: BrowserContext, lab: Lab, name: str) -> list[str]:
    """Run a notebook from top to bottom and save it; what is wrong with its outputs and panels."""
    notebook = opened(context, lab, name)
    notebook.page.evaluate(RUN_ALL)
    notebook.save()
    cells = json.loads(lab.saved(name))["cells"]
    for place, cell in enumerate(cells):
        if any(PANEL in output.get("data", ()) for output in cell.get("outputs", ())):
            _see_panel(notebook, place)
    notebook.save()  # with what the panels have loaded
    problems = [problem for cell in json.loads(lab.saved(name))["cells"] for problem in _wrong(cell)]
    failures = lab.forgotten_failures()
    notebook.close()
    return [*problems, failures] if failures else problems


def _see_panel(notebook: Notebook, place: int) -> None:
    """Scroll to a cell and wait until its panel is drawn and has loaded."""
    notebook.page.evaluate(SCROLL_TO, place)
    cell = notebook.page.locator(f".jp-Cell[data-windowed-list-index='{place}']")
    panel = cell.locator(".wb-panel, .wb-blocks").first
    expect(panel).to_be_visible(timeout=PATIENCE)
    expect(cell.locator("[aria-busy=true]")).to_have_count(0, timeout=PATIENCE)


def _wrong(cell: dict[str, Any]) -> Iterator[str]:
    """Yield what no reader of a notebook should find: an error, a cell that was not run, an empty table."""
    if cell["cell_type"] != "code":
        return
    source = "".join(cell["source"])
    if cell["execution_count"] is None:
        yield f"not run: {source}"
    for output in cell["outputs"]:
        html = "".join(output.get("data", {}).get("text/html", ""))
        if output["output_type"] == "error":
            yield f"{output['ename']}: {output['evalue']} in {source}"
        elif "<p>0 rows" in html or 'aria-label="Report: 0 rows' in html:
            yield f"an empty table from {source}"
