"""What docs/bulk.md says is so: its commands work as they are, and its tables are those of the code."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.meta.source_tree import ROOT
from tests.own_service import command
from workbench.bulk.journal.claims import KEY_LIFE_MS
from workbench.bulk.journal.row import State
from workbench.bulk.planning.approval import FREE_ROWS
from workbench.bulk.run_frame import COLUMNS
from workbench.cli.commands import COMMANDS

PAGE = (ROOT / "docs" / "bulk.md").read_text(encoding="utf-8")
TABLE, _, REST = PAGE.partition("\n## ")


def commands(text: str) -> list[list[str]]:
    """The commands that are in a text, as words, without the program."""
    return [shlex.split(match)[1:] for match in re.findall(r"`(workbench (?:generate|runs) [^`]+)`", text)]


def first_cells(section: str) -> list[str]:
    """The code in the first column of the table below this heading."""
    return re.findall(r"^\| `(\w+)` \|", PAGE.partition(f"## {section}\n")[2].partition("\n## ")[0], re.MULTILINE)


@pytest.mark.usefixtures("own_service")
def test_its_commands_work_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On eight topics; a run that has ended is not stopped, an unknown lesson is refused, and undoing asks first."""
    monkeypatch.chdir(tmp_path)
    Path("topics.csv").write_text("topic\n" + "".join(f"Knot {index} of {tmp_path.name}\n" for index in range(8)))
    failed = []
    for words in commands(TABLE):
        told = [word.replace("topics.xlsx", "topics.csv") for word in words]
        named = ["--run", "knots"] if told[1] == "topics.csv" else []
        ended = command(*("knots" if argument == "NAME" else argument for argument in told), *named)
        if ended.returncode:
            failed.append((words[1], ended.stderr))

    assert [name for name, _ in failed] == ["stop", "resolve", "undo"]
    assert "is not running" in failed[0][1]
    assert "There is no lesson ID" in failed[1][1]
    assert "8 lessons would go to the trash" in failed[2][1]
    assert [Path(text).exists() for text in ("run.csv", "run.html")] == [True, True]


def test_it_names_every_command_about_runs() -> None:
    """What is not on the page is not found by who reads it."""
    named = {listed_command[1] for listed_command in commands(PAGE) if listed_command[0] == "runs"}

    assert named == {command_name.partition(" ")[2] for command_name in COMMANDS if command_name.startswith("runs ")}


def test_its_columns_are_those_of_a_runs_table() -> None:
    """Names, types, units and meanings."""
    rows = [f"| `{column.name}` | `{column.dtype}` | {column.unit} | {column.meaning} |" for column in COLUMNS]

    assert "\n".join(rows) in PAGE


def test_its_states_are_those_of_a_row() -> None:
    """All of them, and no other."""
    assert first_cells("States") == [str(state) for state in State]


def test_its_numbers_are_those_of_the_code() -> None:
    """Rows that need no approval, and the days that a key is trusted."""
    assert f"More than {FREE_ROWS} rows" in PAGE
    assert f"valid for {KEY_LIFE_MS // 86_400_000} days" in PAGE
