"""Change sets and translations are runs, too: listed, shown, resumed and undone by `workbench runs`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.lessons import Writing
from tests.cli.changes.conftest import new_lesson
from tests.helping import ServiceWithModel, balance
from tests.model_server import good
from tests.own_service import Ended, command
from workbench.client.sync import Client
from workbench.procedures.lesson import delete_lesson


def told(ended: Ended) -> Any:
    """What a command tells programs."""
    return json.loads(ended.stdout)


@pytest.fixture
def change_set(own_service: object, tmp_path: Path) -> str:
    """The name of a set that gave a lesson another title."""
    path, name = tmp_path / "table.csv", f"set of {tmp_path.name}"
    path.write_text(f"lesson_id,title\n{new_lesson(f'Tides {tmp_path.name}')},Ebb\n")
    assert command("apply", str(path), "--name", name).returncode == 0
    return name


def test_a_change_set_is_listed_shown_and_undone_as_a_run(change_set: str) -> None:
    """As `workbench changes` does it."""
    listed = {run["run"]: run for run in told(command("runs", "list", "--kind", "changes", "--json"))}
    shown = told(command("runs", "show", change_set, "--json"))
    resumed = command("runs", "resume", change_set)
    edited = command("runs", "undo", change_set, "--include-edited", "--yes")
    undone = told(command("runs", "undo", change_set, "--yes", "--json"))

    assert (listed[change_set]["kind"], listed[change_set]["done"], listed[change_set]["credits"]) == ("changes", 1, 0)
    assert shown == told(command("changes", "show", change_set, "--json")) | {"undone": 0, "rows": shown["rows"]}
    assert resumed.returncode == 0 and "finished" in resumed.stdout
    assert edited.returncode == 2 and "--include-edited works only for runs of lessons" in edited.stderr
    assert (undone["changeSet"], undone["undone"]) == (change_set, 1)


def test_another_kind_of_that_name_is_not_taken(change_set: str) -> None:
    """`--kind` says which is meant."""
    ended = command("runs", "show", change_set, "--kind", "lessons")

    assert (ended.returncode == 2 and "No run is named" in ended.stderr) or "No runs yet" in ended.stderr


def test_translations_are_listed_resumed_and_undone(
    shared_model: ServiceWithModel, helping: Client, tides: str
) -> None:
    """Planned again, only what is missing is made and paid; undone, what the run made is in the trash."""
    shared_model.model.answer_with(good())

    def run(*words: str) -> Ended:
        return command(*words, WORKBENCH_HOME=str(shared_model.folder), **shared_model.model.environment)

    other = Writing(helping).lesson(("text", {"markdown": "The moon pulls at the sea."}))
    before = balance(helping)
    made = told(run("translate", tides, other, "--to", "FR,DE", "--yes", "--json"))
    (name, *_) = [row["run"] for row in told(run("runs", "list", "--kind", "translations", "--json"))]
    helping.call(delete_lesson(lesson_id=made[0]["translation_id"]))
    unasked = run("runs", "resume", name)
    resumed = told(run("runs", "resume", name, "--yes", "--json"))
    shown = told(run("runs", "show", name, "--json"))["rows"]
    undone = told(run("runs", "undo", name, "--yes", "--json"))
    steps = run("runs", "undo", name, "--yes")

    assert name.startswith("Translations into FR, DE")
    assert unasked.returncode == 2 and "Up to 1 credits." in unasked.stderr
    assert {row["state"] for row in resumed} == {"there"} and before - balance(helping) == 5
    assert [row["state"] for row in shown] == ["done"] * 4
    assert (undone["run"], undone["trashed"], undone["editedAndLeft"]) == (name, 4, [])
    assert steps.returncode == 0 and "0 lessons went to the trash" in steps.stdout


def test_a_run_that_nobody_carries_out_is_not_stopped(change_set: str) -> None:
    """The command says so, and changes nothing."""
    ended = command("runs", "stop", change_set)

    assert ended.returncode == 2 and f"The run {change_set} is not running. Nothing was stopped." in ended.stderr
