"""Change sets from the workbench object."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.api.workbench import Workbench
from workbench.bulk.running.progress import RunPhase
from workbench.changes import ChangeRun
from workbench.errors import PlanRejected
from workbench.procedures.lesson import create_lesson, get_lesson, rename_lesson


@pytest.fixture
def lesson_id(workbench: Workbench, tmp_path: Path) -> str:
    """A new lesson about tides."""
    return workbench.client.call(create_lesson(title=f"Tides {tmp_path.name}", language="EN")).lesson_id


def title(workbench: Workbench, lesson_id: str) -> str:
    """The lesson's title now."""
    return workbench.client.call(get_lesson(lesson_id=lesson_id)).title


def test_a_table_is_applied_and_undone(workbench: Workbench, lesson_id: str, tmp_path: Path) -> None:
    """From a plan to what it was."""
    before = title(workbench, lesson_id)
    run = workbench.lessons.apply([{"lesson_id": lesson_id, "title": "Ebb"}], name=tmp_path.name).run()
    after = title(workbench, lesson_id)
    run.close()

    assert tmp_path.name in workbench.changes.list()["name"].tolist()
    assert workbench.changes.show(tmp_path.name)["state"].tolist() == ["done"]
    assert workbench.changes.undo(tmp_path.name, yes=True).undone == 1
    assert (after, title(workbench, lesson_id)) == ("Ebb", before)


def test_an_interrupted_change_set_stops_and_raises(
    workbench: Workbench, lesson_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left stays planned and is applied by its name; cells that are queued do not run."""
    plan = workbench.lessons.apply([{"lesson_id": lesson_id, "title": "Ebb"}], name=tmp_path.name)

    def interrupted(run: ChangeRun) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(ChangeRun, "_rounds", interrupted)
        with pytest.raises(KeyboardInterrupt):
            plan.run()
    left = workbench.changes.show(tmp_path.name)["state"].tolist()
    with workbench.changes.resume(tmp_path.name) as run:
        assert (left, run.phase, title(workbench, lesson_id)) == (["planned"], RunPhase.FINISHED, "Ebb")


def test_a_list_of_lessons_is_applied_as_it_is_and_put_in_order(workbench: Workbench, tmp_path: Path) -> None:
    """As it was read it changes nothing; by its column `position` it orders a course."""
    course = workbench.courses.create(f"Sea {tmp_path.name}").course_id
    ids = [workbench.lessons.create(text, language="EN", course=course).lesson_id for text in ("Tides", "Waves")]
    table = workbench.lessons.list(course=course, columns="all")
    unchanged = workbench.lessons.apply(table)
    table.loc[table["lesson_id"] == ids[1], "position"] = 1
    workbench.lessons.apply(table, name=tmp_path.name).run().close()
    ordered = workbench.lessons.list(course=course, columns="all").set_index("lesson_id")["position"].to_dict()

    assert unchanged.changes == workbench.lessons.apply(workbench.lessons.list(course=course)).changes == ()
    assert ordered == {ids[1]: 1, ids[0]: 2}


def test_a_text_is_replaced_in_the_lessons_of_a_filter(workbench: Workbench, lesson_id: str, tmp_path: Path) -> None:
    """By a plan as well."""
    plan = workbench.lessons.replace("tides", "waves", where={"search": tmp_path.name})
    plan.run().close()

    assert title(workbench, lesson_id) == f"Waves {tmp_path.name}"


def test_a_plan_that_was_saved_is_run(workbench: Workbench, lesson_id: str, tmp_path: Path) -> None:
    """It is connected again when it is loaded; and continuing with it is free."""
    plan = workbench.lessons.apply([{"lesson_id": lesson_id, "title": "Ebb"}], name=tmp_path.name)
    path = workbench.changes.save(plan, tmp_path / "plan.json")
    workbench.changes.load(path).run().close()
    resumed = workbench.changes.resume(tmp_path.name)
    resumed.close()

    assert title(workbench, lesson_id) == "Ebb"
    assert resumed.progress.counts.done == 1


def test_undoing_asks_where_nobody_said_yes(
    workbench: Workbench, lesson_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what would be undone and what stays; another answer than the number changes nothing."""
    workbench.lessons.apply([{"lesson_id": lesson_id, "title": "Ebb"}], name=tmp_path.name).run().close()
    monkeypatch.setattr("builtins.input", lambda question: "no")
    with pytest.raises(PlanRejected, match="Nothing was changed"):
        workbench.changes.undo(tmp_path.name)
    workbench.client.call(rename_lesson(lesson_id=lesson_id, title="By hand"))
    monkeypatch.setattr("builtins.input", lambda question: "0")

    assert "now 'By hand'" in str(workbench.changes.undo(tmp_path.name))
