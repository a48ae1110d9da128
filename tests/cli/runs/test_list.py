"""`workbench runs list`: what was generated from this computer."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from tests.own_service import command

pytestmark = pytest.mark.usefixtures("own_service")


def told(*words: str) -> Any:
    """What the command tells programs."""
    return json.loads(command("runs", *words, "--json").stdout)


def test_a_run_is_listed(begun: str) -> None:
    """With how far it came."""
    found = {run["run"]: run for run in told()}

    assert (found[begun]["rows"], found[begun]["done"], found[begun]["credits"]) == (5, 2, 2)


def test_a_spreadsheet_gets_the_same(begun: str) -> None:
    """The figures of the JSON, under its names."""
    rows = {row["run"]: row for row in csv.DictReader(command("runs", "--output", "csv").stdout.splitlines())}
    (program,) = (run for run in told() if run["run"] == begun)

    assert rows[begun] == {name: "" if value is None else str(value) for name, value in program.items()}


def test_the_group_alone_lists(begun: str) -> None:
    """`workbench runs` is `workbench runs list`."""
    assert command("runs").stdout == command("runs", "list").stdout


def test_none_yet_says_how_to_begin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A new home."""
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path / "new"))

    assert "workbench generate" in command("runs").stdout


def test_a_journal_that_cannot_be_read_is_said_whole(damaged: Path) -> None:
    """Not cut to a column, and also where one of its runs is requested."""
    assert "is damaged. It was kept" in command("runs").stderr
    assert "is damaged. It was kept" in command("runs", "show", "spring").stderr
