"""Notebook 10 stops a run in the middle, and there is something left to continue with."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.meta.source_tree import ROOT


@pytest.mark.usefixtures("fresh_folder")
def test_the_notebook_s_stop_stops_something() -> None:
    """The run was over before its *Stop* was pressed: all rows were in progress at the same time."""
    notebook = json.loads((ROOT / "notebooks" / "10_starter_lessons_in_bulk.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    stop = next(index for index, cell in enumerate(cells) if ".stop()" in cell)
    known: dict[str, Any] = {}
    try:
        for cell in cells[: stop + 1]:
            exec(compile(cell, "notebook 10", "exec"), known)
        counts = known["run"].progress.counts
    finally:
        known["run"].close()
        known["sample"].close()
        known["wb"].close()

    assert counts.sending == 0
    assert 0 < counts.planned < counts.total
