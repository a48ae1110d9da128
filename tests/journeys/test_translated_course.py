"""The notebook on translating a course, at a service with a model: what is made is paid for once."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout
from typing import Any

import pytest

from tests.helping import ServiceWithModel, balance
from tests.meta.source_tree import ROOT
from tests.model_server import faithful
from workbench.client.lookups.translations import iter_translations
from workbench.client.sync import Client

NOTEBOOK = ROOT / "notebooks" / "35_translate_a_course.ipynb"


def run_cells() -> tuple[dict[str, Any], str]:
    """The variables after every code cell, and what it printed."""
    names: dict[str, Any] = {}
    printed = io.StringIO()
    with redirect_stdout(printed):
        for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                exec("".join(cell["source"]), names)
    names["wb"].close()
    return names, printed.getvalue()


def test_the_notebook_translates_a_course_and_pays_once(
    shared_model: ServiceWithModel, helping: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lesson with every type of question into two languages, one brought up to date; again, nothing is paid."""
    monkeypatch.setenv("WORKBENCH_HOME", str(shared_model.folder))
    shared_model.model.answer_with(faithful())
    before = balance(helping)
    names, printed = run_cells()
    first = balance(helping)
    _, again = run_cells()
    made = list(iter_translations(helping, None, lesson_id=names["source"]))

    assert "finished: 2 of 2 done, 2 credits spent" in printed
    assert "finished: 0 of 0 done" in again
    assert (before - first, first - balance(helping)) == (3, 0)
    assert [(translation.language, translation.missing_blocks) for translation in made] == [("DE", 0), ("FR", 0)]
    assert {block["state"] for _, block in names["blocks"].iterrows()} == {"current", "stale"}
