"""What JupyterLab shows while a person types: Tab names the methods, Shift-Tab their parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as NotShownError
from playwright.sync_api import expect

from tests.browser.page_objects import Notebook
from tests.needs import needs
from tests.slow import first_in_gate
from workbench.api.bulk import Bulk
from workbench.api.changes import Changes
from workbench.api.connect import connect
from workbench.api.content.courses import Courses
from workbench.api.content.lessons import Lessons
from workbench.api.content.projects import Projects
from workbench.api.content.sources import Sources
from workbench.api.exports import Exports
from workbench.api.panels import Panels
from workbench.api.people import People
from workbench.api.reports import Reports
from workbench.api.runs import Runs
from workbench.api.snapshots import Snapshots

pytestmark = needs("chromium")

PARTS = {
    "lessons": Lessons,
    "reports": Reports,
    "bulk": Bulk,
    "changes": Changes,
    "courses": Courses,
    "exports": Exports,
    "people": People,
    "projects": Projects,
    "runs": Runs,
    "snapshots": Snapshots,
    "sources": Sources,
    "widgets": Panels,
}
CONNECTED = "from workbench import connect\nwb = connect()"


def methods(kind: type) -> dict[str, Callable[..., object]]:
    """The public methods of a class, by name."""
    return {name: method for name, method in inspect.getmembers(kind, callable) if not name.startswith("_")}


@pytest.fixture
def connected(notebook: Notebook) -> Notebook:
    """The notebook with `connect` and `wb` in its kernel."""
    notebook.put(0, CONNECTED)
    notebook.run(0)
    return notebook


def shown_by(notebook: Notebook, source: str, keys: str, shown: str) -> str:
    """What a key shows behind this source in a cell."""
    notebook.put(1, source)
    notebook.cells.nth(1).locator(".cm-content").first.click()
    notebook.page.keyboard.press("Control+End")
    box = notebook.page.locator(shown)
    for _ in range(10):  # JupyterLab gives a kernel one second to complete a name, and a first look takes longer
        notebook.page.keyboard.press(keys)
        with suppress(NotShownError):
            box.wait_for(timeout=2_000)
            break
    expect(box).to_be_visible()
    text = box.inner_text()
    notebook.page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    return text


def parameters_shown(notebook: Notebook, call: str, function: Callable[..., object]) -> list[str]:
    """The parameters of a function that Shift-Tab does not show."""
    text = shown_by(notebook, f"{call}(", "Shift+Tab", ".jp-Tooltip")
    assert "*args" not in text and "**kwargs" not in text
    return [name for name in inspect.signature(function).parameters if name != "self" and name not in text]


def test_connect_shows_its_parameters(connected: Notebook) -> None:
    """It showed `(*args, **kwargs)`."""
    assert parameters_shown(connected, "connect", connect) == []


@pytest.mark.parametrize("part", first_in_gate(PARTS, 2))
def test_every_method_shows_its_parameters(connected: Notebook, part: str) -> None:
    """With their names, whatever the method's own machinery is."""
    missing = {
        name: parameters_shown(connected, f"wb.{part}.{name}", method) for name, method in methods(PARTS[part]).items()
    }

    assert {name: parameter_list for name, parameter_list in missing.items() if parameter_list} == {}


@pytest.mark.parametrize("part", first_in_gate(PARTS, 2))
def test_tab_names_every_method(connected: Notebook, part: str) -> None:
    """And nothing that is not for people."""
    text = shown_by(connected, f"wb.{part}.", "Tab", ".jp-Completer")

    assert [name for name in methods(PARTS[part]) if name not in text.split()] == []
    assert "_client" not in text
