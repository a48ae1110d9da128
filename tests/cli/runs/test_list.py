"""`workbench runs`: what was generated, and going on with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.own_service import command

pytestmark = pytest.mark.usefixtures("own_service")


@pytest.fixture
def begun(tmp_path: Path) -> str:
    """The name of a run of five rows of which its budget paid two."""
    path, name = tmp_path / "five.csv", f"run of {tmp_path.name}"
    path.write_text("topic\n" + "".join(f"Room {each} in {tmp_path.name}\n" for each in range(5)))
    command("generate", str(path), "--language", "EN", "--run", name, "--budget", "2", "--yes")
    return name


def told(*words: str) -> Any:
    """What the command tells programs."""
    return json.loads(command("runs", *words, "--json").stdout)


def test_a_run_is_listed(begun: str) -> None:
    """With how far it came."""
    found = {each["run"]: each for each in told()}

    assert (found[begun]["rows"], found[begun]["done"], found[begun]["credits"]) == (5, 2, 2)


def test_its_rows_are_shown(begun: str) -> None:
    """Without the list that it was made from."""
    assert sorted(row["state"] for row in told("show", begun)["rows"]) == ["done"] * 2 + ["planned"] * 3


def test_it_is_gone_on_with(begun: str) -> None:
    """To its end; what was done stays as it was."""
    before = {row["lessonId"] for row in told("show", begun)["rows"]} - {None}
    after = told("resume", begun)

    assert (after["done"], after["planned"]) == (5, 0)
    assert before < {row["lessonId"] for row in after["rows"]}


def test_the_beginning_of_a_name_is_enough(begun: str) -> None:
    """Names are made from file, language and organization; nobody types that."""
    assert told("show", begun[:-1])["run"] == begun


def test_none_yet_says_how_to_begin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A new home."""
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path / "new"))

    assert "workbench generate" in command("runs").stdout


def test_a_misspelt_name_is_one_line(begun: str) -> None:
    """With the nearest."""
    ended = command("runs", "show", f"{begun}x")

    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert begun in ended.stderr


@pytest.fixture
def damaged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A journal of which nothing can be read, in a data folder of its own."""
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "aaaa.sqlite").write_bytes(b"this is no journal at all" * 100)
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path))
    return tmp_path / "runs" / "aaaa.sqlite"


def test_a_damaged_journal_is_set_aside_only_by_a_yes(damaged: Path) -> None:
    """It is kept, and a new one begins."""
    asked = command("runs", "begin-again", "aaaa.sqlite")
    told_to = command("runs", "begin-again", "aaaa.sqlite", "--yes")

    assert (asked.returncode, "--yes" in asked.stderr) == (2, True)
    assert (told_to.returncode, "damaged-1" in told_to.stdout) == (0, True)
    assert command("runs").returncode == 0


def test_a_sound_journal_is_never_set_aside(begun: str) -> None:
    """It knows what was paid for."""
    assert "is sound" in command("runs", "begin-again", begun, "--yes").stderr


def test_a_journal_that_cannot_be_read_is_said_whole(damaged: Path) -> None:
    """Not cut to a column, and also where one of its runs is asked for."""
    assert "is damaged. It was kept" in command("runs").stderr
    assert "is damaged. It was kept" in command("runs", "show", "spring").stderr
