"""`workbench lessons apply`: a table is planned, approved and carried out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.changes.conftest import new_lesson
from tests.cli.changes.conftest import table as table
from tests.own_service import command


@pytest.fixture
def many(own_service: object, tmp_path: Path) -> Path:
    """A table with thirty changes."""
    ids = [new_lesson(f"Lesson {number} {tmp_path.name}") for number in range(30)]
    path = tmp_path / "many.csv"
    path.write_text("lesson_id,title\n" + "".join(f"{id_},New {number}\n" for number, id_ in enumerate(ids)))
    return path


def test_a_plan_is_shown_and_changes_nothing(table: Path) -> None:
    """Both values, and the columns that are not fields."""
    ended = command("apply", str(table), "--plan", "--json")
    found = json.loads(ended.stdout)

    assert [(row["after"], row["verdict"]) for row in found["rows"]] == [("Ebb", "change"), ("=Flow()", "change")]
    assert "language" in found["notes"][0]
    assert "To change them, leave out --plan." in command("apply", str(table), "--plan").stdout
    head, *lines = command("apply", str(table), "--plan", "--output", "csv").stdout.splitlines()
    assert head == "line,lessonId,courseId,blockId,field,before,after,verdict,reason,isPublic"
    assert [line.split(",")[6] for line in lines] == ["Ebb", "'=Flow()"]


def test_a_few_changes_need_no_approval(table: Path) -> None:
    """And made again there is nothing to change."""
    first, second = (command("apply", str(table), "--json") for _ in range(2))

    assert (first.returncode, json.loads(first.stdout)["done"]) == (0, 2)
    assert "Nothing to change" in second.stderr


def test_many_changes_are_approved_first(many: Path) -> None:
    """Without a terminal it takes `--yes`."""
    refused = command("apply", str(many))
    made = command("apply", str(many), "--yes", "--json")

    assert (refused.returncode, made.returncode) == (2, 0)
    assert "This makes 30 changes. Use --yes to approve" in refused.stderr
    assert json.loads(made.stdout)["done"] == 30


def test_a_saved_plan_is_carried_out_as_it_is(table: Path, tmp_path: Path) -> None:
    """Without another name."""
    path = str(tmp_path / "plan.json")
    command("apply", str(table), "--plan", "--save", path)
    renamed = command("apply", path, "--name", "other")
    made = command("apply", path, "--json")

    assert renamed.returncode == 2
    assert "Leave out --name" in renamed.stderr
    assert json.loads(made.stdout)["done"] == 2


@pytest.mark.parametrize("words", [["https://example.org/x.csv"], ["nothing.csv"], ["x.csv", "--save", "plan.json"]])
def test_wrong_use_is_one_line(own_service: object, words: list[str]) -> None:
    """And nothing is sent."""
    ended = command("apply", *words)

    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
