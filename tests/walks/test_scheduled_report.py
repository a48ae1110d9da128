"""A report from cron: the notebook run by papermill, the command and the cell give the same figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import papermill
import pytest

from tests.meta.house import ROOT
from tests.own_service import command
from tests.own_service import own_service as own_service
from tests.own_service import shared_folder as shared_folder
from workbench.connect import connect

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::FutureWarning"
)


@pytest.mark.usefixtures("own_service")
def test_notebook_command_and_cell_agree(tmp_path: Path) -> None:
    """On what was spent by each person, with the same parameters."""
    topics, file = tmp_path / "two.csv", tmp_path / "credits.json"
    topics.write_text(f"topic\nGears in {tmp_path.name}\nCams in {tmp_path.name}\n")
    command("generate", str(topics), "--language", "EN", "--yes")
    notebook = ROOT / "notebooks" / "40_recent_projects_credits.ipynb"
    ran = papermill.execute_notebook(
        notebook, tmp_path / "out.ipynb", parameters={"since": "2026-01-01"}, progress_bar=False, cwd=str(ROOT)
    )
    command("report", "credits", "--param", "by=person", "--param", "since=2026-01-01", "--to", str(file))
    with connect() as workbench:
        spent = int(workbench.reports.credits(by="person", since="2026-01-01")["spent_credits"].sum())
    (row,) = json.loads(file.read_text(encoding="utf-8"))["rows"]

    assert row["spent_credits"] == spent
    assert str(spent) in shown(ran, "by_person[")


def shown(notebook: Any, name: str) -> str:
    """What the cell with this text shows."""
    (cell,) = [
        each
        for each in notebook.cells
        if name in each.source and each.cell_type == "code" and "assert" not in each.source
    ]
    return "".join(str(each.get("data", {}).get("text/plain", "")) for each in cell.outputs)
