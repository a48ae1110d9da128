"""Two notebooks that share one kernel, and so one `wb`: each has its own outputs, and both work in one organization."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

CELL_SECONDS = 200
TITLE = "Written in the second notebook"
FIRST = [
    "from workbench import connect\nwb = connect()\npanel = wb.widgets.browser()\npanel.load_once(30)\npanel",
    "panel.refresh()\npanel",
]
SECOND = [
    f"wb.lessons.create({TITLE!r}, language='EN').title",
    "run = wb.bulk.plan(['Tides'], language='EN', name='shared').run()\nrun.monitor()",
    "wb.facts.organization.name, wb.runs.list()['name'].to_list()",
]


def notebook(cells: list[str]) -> Any:
    """A notebook of these cells."""
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])


@contextmanager
def sharing_a_kernel(folder: Path) -> Iterator[tuple[NotebookClient, NotebookClient]]:
    """Two notebooks as JupyterLab has them with *Use existing kernel*."""
    first, second = (
        NotebookClient(notebook(cells), timeout=CELL_SECONDS, resources={"metadata": {"path": str(folder)}})
        for cells in (FIRST, SECOND)
    )
    with first.setup_kernel():
        second.km, second.kc = first.km, first.kc
        yield first, second


def shown_by(client: NotebookClient, place: int, mime_type: str = "text/plain") -> str:
    """Run a cell; what it shows."""
    cell = client.execute_cell(client.nb.cells[place], place)
    return "".join(output["data"].get(mime_type, "") for output in cell.outputs if "data" in output)


@pytest.mark.usefixtures("fresh_folder")
def test_both_see_what_either_does(tmp_path: Path) -> None:
    """A lesson and a run of the second are in a panel of the first; outputs are where their cells are."""
    with sharing_a_kernel(tmp_path) as (first, second):
        before = shown_by(first, 0, "text/html")
        title = shown_by(second, 0)
        run = shown_by(second, 1)
        after = shown_by(first, 1, "text/html")
        facts = shown_by(second, 2)

    assert title == repr(TITLE) and "finished: 1 of 1 done" in run
    assert (TITLE in before, TITLE in after, "Tides" in after) == (False, True, True)
    assert facts == "('My organization', ['shared'])"
    assert not any(TITLE in str(output) for cell in first.nb.cells[:1] for output in cell.outputs)
