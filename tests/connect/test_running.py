"""A run as a notebook has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.connect import Workbench
from workbench.connect.running import in_notebook
from workbench.errors import PlanRejected


def test_a_run_has_one_monitor(workbench: Workbench, tmp_path: Path) -> None:
    """Shown twice, it is the same panel."""
    run = workbench.bulk.run(workbench.bulk.plan([f"Kites {tmp_path}"], language="EN"))

    assert run.monitor() is run.monitor()
    assert run.monitor().value == "finished"
    run.close()


def test_outside_a_notebook_it_is_a_line(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """IPython on a terminal has no panels."""
    run = workbench.bulk.run(workbench.bulk.plan([f"Oars {tmp_path}"], language="EN"))
    run._ipython_display_()
    run.close()

    assert capsys.readouterr().out.count("\n") == 1
    assert not in_notebook()


def test_it_is_reported_and_exported(workbench: Workbench, tmp_path: Path) -> None:
    """For the person who approved the money, and for a spreadsheet."""
    run = workbench.bulk.run(workbench.bulk.plan([f"Ferries {tmp_path}"], language="EN"))
    page, table = run.report(tmp_path / "run.html"), run.export(tmp_path / "run.csv")
    run.close()

    assert "1 of 1" in page.read_text()
    assert "Ferries" in table.read_text(encoding="utf-8-sig")


def test_a_folder_that_is_missing_is_one_sentence(workbench: Workbench, tmp_path: Path) -> None:
    """Neither the page nor the table is written, and no trace is shown."""
    run = workbench.bulk.run(workbench.bulk.plan([f"Ferries {tmp_path}"], language="EN"))
    with pytest.raises(PlanRejected, match="cannot be written"):
        run.report(tmp_path / "missing" / "run.html")
    with pytest.raises(PlanRejected, match="cannot be written"):
        run.export(tmp_path / "missing" / "run.csv")
    run.close()
