"""Every table about this computer keeps the rule that docs/reports.md has; and none is left out."""

from __future__ import annotations

from tests.tables import OF_AN_ORGANIZATION, OF_THIS_COMPUTER, breaches, dtypes
from workbench.api.api_object import ApiObject
from workbench.api.workbench import Workbench
from workbench.bulk.journal.journal_file import runs_folder


def test_each_table_of_this_computer_keeps_the_rule(workbench: Workbench) -> None:
    """Runs and change sets, their plans, and the rows that wait for a person."""
    before = {name: OF_THIS_COMPUTER[name](workbench) for name in ("runs.list", "reports.runs", "changes.list")}
    plan = workbench.bulk.plan(["Rowing", "Punting"], language="EN", name="two topics")
    run = workbench.bulk.run(plan)
    titles = workbench.lessons.list()[["lesson_id"]].head(1).assign(title="Rowing well")
    changes = workbench.lessons.apply(titles, name="new titles")
    with changes.run() as changing:
        found = {"changes": changes.frame(), "changes.run": changing.frame()}
    found |= {name: give(workbench) for name, give in OF_THIS_COMPUTER.items()}
    found |= {"plan": plan.frame(), "run": run.frame(), "run.needs_you": run.needs_you()}
    run.close()

    assert [breach for name, frame in [*before.items(), *found.items()] for breach in breaches(name, frame)] == []
    assert [name for name, frame in before.items() if dtypes(frame) != dtypes(found[name])] == []
    assert found["run"].dtypes[found["run.needs_you"].columns].equals(found["run.needs_you"].dtypes)
    assert len(found["run"]) == 2 and found["run.needs_you"].empty and len(found["changes.show"]) == 1


def test_a_journal_that_cannot_be_read_is_missing(workbench: Workbench) -> None:
    """The lists of runs and of change sets said that they were complete."""
    spoilt = runs_folder() / "spoilt.sqlite"
    spoilt.parent.mkdir(parents=True, exist_ok=True)
    spoilt.write_bytes(b"no database" * 100)
    try:
        lists = [workbench.runs.list(), workbench.reports.runs(), workbench.changes.list()]
    finally:
        spoilt.unlink()

    assert [list_.attrs["is_complete"] for list_ in lists] == [False] * 3
    assert all("spoilt.sqlite" in list_.attrs["missing"][0] for list_ in lists)


def test_no_table_is_left_out(workbench: Workbench) -> None:
    """A method that gives a DataFrame is in one of the lists above."""
    giving = {
        f"{attribute}.{name}"
        for attribute, found in vars(workbench).items()
        if isinstance(found, ApiObject)
        for name in dir(found)
        if not name.startswith("_")
        and "DataFrame" in str(getattr(getattr(found, name), "__annotations__", {}).get("return"))
    }

    assert giving == OF_AN_ORGANIZATION.keys() | OF_THIS_COMPUTER.keys()
