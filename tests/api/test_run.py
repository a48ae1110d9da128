"""A run as a notebook has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.finishing import finish
from workbench.api.run import in_notebook
from workbench.api.workbench import Workbench
from workbench.errors import PlanRejected
from workbench.procedures.lesson import get_lesson


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


def test_a_report_names_who_ordered_what_was_skipped_and_where_it_can_be_read(
    workbench: Workbench, tmp_path: Path
) -> None:
    """A public lesson by its link, a private one by its id."""
    topics = [f"Locks {tmp_path}", "", f"Weirs {tmp_path}"]
    run = workbench.bulk.run(workbench.bulk.plan(topics, language="EN")).wait()
    public, private = (row.lesson_id or "" for row in run.rows())
    lesson = workbench.client.call(get_lesson(lesson_id=public))
    finish(workbench.client, public)
    link = workbench.courses.share(lesson.course_id)
    page = run.report(tmp_path / "run.html").read_text()
    run.close()

    assert f'href="{link.url}"' in page
    assert f"lesson {private}" in page
    assert "Skipped, not requested: 1" in page
    assert 'Requested by</th><td><bdi dir="auto">You</bdi>' in page


def test_a_folder_that_is_missing_is_one_sentence(workbench: Workbench, tmp_path: Path) -> None:
    """Neither the page nor the table is written, and no trace is shown."""
    run = workbench.bulk.run(workbench.bulk.plan([f"Ferries {tmp_path}"], language="EN"))
    with pytest.raises(PlanRejected, match="cannot be written"):
        run.report(tmp_path / "missing" / "run.html")
    with pytest.raises(PlanRejected, match="cannot be written"):
        run.export(tmp_path / "missing" / "run.csv")
    run.close()
