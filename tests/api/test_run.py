"""A run as a notebook has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.finishing import finish
from workbench.api.run import NotebookRun, in_notebook
from workbench.api.workbench import Workbench
from workbench.bulk import load_plan
from workbench.bulk.running.progress import RunPhase
from workbench.errors import PlanRejected
from workbench.procedures.lesson import get_lesson
from workbench.widgets.run_monitor.panel import RunMonitor


def test_a_run_has_one_monitor(workbench: Workbench, tmp_path: Path) -> None:
    """Shown twice, it is the same panel."""
    run = workbench.bulk.run(workbench.bulk.plan([f"Kites {tmp_path}"], language="EN"))

    assert run.monitor() is run.monitor()
    assert run.monitor().value == "finished"
    run.close()


def test_a_plan_runs_itself(workbench: Workbench, tmp_path: Path) -> None:
    """As `wb.bulk.run(plan)` does: planned, loaded from a file, or of an outline; without a connection it says how."""
    plan = workbench.bulk.plan([f"Knots {tmp_path}"], language="EN", name=f"knots {tmp_path.name}")
    file = workbench.bulk.save(plan, tmp_path / "plan.json")
    outline = workbench.courses.outline([f"Bends {tmp_path}"], title=f"Ropes {tmp_path}", language="EN")
    runs = [plan.run(plan.approve(credits=1)), workbench.bulk.load(file).run(wait=False).wait(), outline.plan().run()]
    done = [run.progress.counts.done for run in runs]
    for run in runs:
        run.close()

    assert done == [1, 1, 1] and "runner" not in file.read_text(encoding="utf-8")
    with pytest.raises(PlanRejected, match=r"Run it with `wb.bulk.run\(plan\)`"):
        load_plan(file).run()


def test_an_interrupted_cell_stops_the_run_and_raises(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that queued cells do not run. Run again, it makes the rest; every lesson is paid for once.

    Regression: the cell ended as if the run were finished, and the next cells ran.
    """
    topics = [f"Locks {number} {tmp_path.name}" for number in range(20)]
    plan = workbench.bulk.plan(topics, language="EN", name=f"locks {tmp_path.name}")
    before = workbench.credits() or 0
    rest = NotebookRun._rest_within
    interrupts = iter([KeyboardInterrupt])

    def interrupted_once(run: NotebookRun, timeout_seconds: float | None) -> None:
        for interrupt in interrupts:
            monitors.append(run.monitor())
            raise interrupt
        rest(run, timeout_seconds)

    monitors: list[RunMonitor] = []
    monkeypatch.setattr(NotebookRun, "_rest_within", interrupted_once)
    with pytest.raises(KeyboardInterrupt):
        plan.run()
    stopped = monitors[0].value
    again = plan.run()

    assert (stopped, monitors[0].value, again.phase) == ("stopped", "finished", RunPhase.FINISHED)
    assert again.progress.counts.done == 20 == before - (workbench.credits() or 0)
    again.close()


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
