"""The runs of this computer: listed, looked into, resumed and undone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from workbench.api.workbench import Workbench
from workbench.bulk.running.progress import RunPhase
from workbench.errors import PlanRejected
from workbench.procedures.lesson import get_lesson, rename_lesson


def test_runs_are_listed(workbench: Workbench, tmp_path: Path) -> None:
    """By name."""
    workbench.bulk.run(workbench.bulk.plan(["Ropes"], language="EN", name=tmp_path.name)).close()

    assert tmp_path.name in set(workbench.runs.list()["name"])


def test_a_run_is_undone_by_its_name(workbench: Workbench, tmp_path: Path) -> None:
    """Its lessons go into the trash, and nothing is refunded."""
    plan = workbench.bulk.plan([f"Barges {tmp_path}"], language="EN", name=f"undone {tmp_path.name}")
    workbench.bulk.run(plan).close()

    assert workbench.runs.undo(plan.name, yes=True).trashed == 1


def test_undoing_leaves_what_was_edited(workbench: Workbench, tmp_path: Path) -> None:
    """Until it is reported explicitly."""
    plan = workbench.bulk.plan(
        [f"Locks {tmp_path}", f"Weirs {tmp_path}"], language="EN", name=f"edited {tmp_path.name}"
    )
    run = workbench.bulk.run(plan)
    lesson_id = run.rows()[0].lesson_id or ""
    run.close()
    workbench.client.call(rename_lesson(lesson_id=lesson_id, title="By hand"))
    done = workbench.runs.undo(plan.name, yes=True)

    assert (done.trashed, [lesson.title for lesson in done.left]) == (1, ["By hand"])
    assert workbench.runs.undo(plan.name, include_edited=True, yes=True).trashed == 1


def test_undo_trashed_lessons_without_asking(workbench: Workbench, tmp_path: Path) -> None:
    """Regression: in Python nothing was shown and nobody was asked. Where nobody can be, nothing is changed."""
    plan = workbench.bulk.plan([f"Quays {tmp_path}"], language="EN")
    workbench.bulk.run(plan).close()

    with pytest.raises(PlanRejected, match=r"1 lesson would go to the trash.*yes=True"):
        workbench.runs.undo(plan.name)
    assert workbench.runs.undo(plan.name, yes=True).trashed == 1


@pytest.mark.parametrize(("typed", "stays"), [("1", 0), ("", 1), ("yes", 1)])
def test_undo_goes_on_when_the_number_is_typed(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, stays: int
) -> None:
    """As on the command line."""
    plan = workbench.bulk.plan([f"Docks {tmp_path} {typed}"], language="EN")
    workbench.bulk.run(plan).close()
    monkeypatch.setattr("builtins.input", lambda prompt: typed)
    with suppress(PlanRejected):
        workbench.runs.undo(plan.name)
    monkeypatch.undo()

    assert sum(lesson.topic == plan.rows[0].topic for lesson in workbench.lessons.iter()) == stays


def test_unnamed_lists_shared_one_run(workbench: Workbench, tmp_path: Path) -> None:
    """Regression: undoing the run of one list trashed the other's lessons."""
    first = workbench.bulk.plan([f"Piers {tmp_path}"], language="EN")
    second = workbench.bulk.plan([f"Buoys {tmp_path}"], language="EN")
    for plan in (first, second):
        workbench.bulk.run(plan).close()

    assert first.name != second.name
    assert workbench.runs.undo(second.name, yes=True).trashed == 1


def test_a_name_that_is_nobodys_undoes_nothing(workbench: Workbench) -> None:
    """Before anything is sent."""
    with pytest.raises(PlanRejected, match="There is no run"):
        workbench.runs.undo("never begun")


def test_a_mistyped_run_names_the_nearest(workbench: Workbench, tmp_path: Path) -> None:
    """And nothing is sent."""
    workbench.bulk.run(workbench.bulk.plan(["Oars"], language="EN", name=f"oars {tmp_path.name}")).close()

    with pytest.raises(PlanRejected, match=f"The nearest: .*'oars {tmp_path.name}'"):
        workbench.runs.get(f"oar {tmp_path.name}")


def test_a_run_that_is_done_is_resumed_for_nothing(workbench: Workbench, tmp_path: Path) -> None:
    """No row is left, so no credit is spent; its rows say the outcome of each."""
    plan = workbench.bulk.plan([f"Rafts {tmp_path}"], language="EN")
    workbench.bulk.run(plan).close()
    before = workbench.credits()

    with workbench.runs.resume(plan.name) as run:
        assert run.progress.counts.done == 1
    assert workbench.credits() == before
    assert workbench.runs.rows(plan.name)["state"].to_list() == ["done"]


def test_another_person_resumes_nothing(
    workbench: Workbench, as_role: Callable[[str], Workbench], tmp_path: Path
) -> None:
    """The run is listed on the computer that both use, and stays the first one's."""
    plan = workbench.bulk.plan([f"Ferries {tmp_path}"], language="EN")
    workbench.bulk.run(plan).close()
    theirs = as_role("author")

    assert plan.name in set(theirs.runs.list()["name"])
    with pytest.raises(PlanRejected):
        theirs.runs.resume(plan.name)


def test_a_change_set_is_a_run_among_runs(workbench: Workbench, tmp_path: Path) -> None:
    """Listed with its kind, resumed, and undone by its own rules: what was there is restored."""
    lesson_id = workbench.lessons.create(f"Tides {tmp_path.name}", language="EN").lesson_id
    name = f"set {tmp_path.name}"
    workbench.lessons.apply([{"lesson_id": lesson_id, "title": "Ebb"}], name=name).run().close()
    listed = workbench.runs.list("changes").set_index("name")
    with workbench.runs.resume(name) as resumed:
        counts = resumed.progress.counts

    assert (listed.loc[name, "done"], counts.done, counts.planned) == (1, 1, 0)
    assert workbench.runs.rows(name)["after"].to_list() == ["Ebb"]
    with pytest.raises(PlanRejected, match="always stays"):
        workbench.runs.undo(name, include_edited=True, yes=True)
    with pytest.raises(PlanRejected, match="1 change would be undone.*yes=True"):
        workbench.runs.undo(name)
    assert workbench.runs.undo(name, yes=True).undone == 1
    assert workbench.client.call(get_lesson(lesson_id=lesson_id)).title == f"Tides {tmp_path.name}"


def test_a_run_that_waits_for_nobody_is_stopped_by_name(workbench: Workbench, tmp_path: Path) -> None:
    """From another cell; started again it continues."""
    topics = [f"Harbour {number} {tmp_path.name}" for number in range(20)]
    plan = workbench.bulk.plan(topics, language="EN", name=f"stopped {tmp_path.name}")
    with workbench.bulk.run(plan, wait=False) as run:
        with suppress(PlanRejected):  # it may be done now
            workbench.runs.stop(plan.name)
        run.wait()
        phase = run.phase
        run.start().wait()

    assert phase in (RunPhase.STOPPED, RunPhase.FINISHED)
    assert run.progress.counts.done == 20
