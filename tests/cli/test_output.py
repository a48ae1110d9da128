"""How the commands speak."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.cli.output import as_invoked, complain, say_json, say_table


def test_json_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    """Readable by a program, letters as they are."""
    say_json({"name": "Zoë"})
    said = capsys.readouterr().out

    assert json.loads(said) == {"name": "Zoë"}
    assert "Zoë" in said


def test_a_complaint_is_one_line_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    """However many it was made of; the exit code comes back."""
    assert complain("first\n  second", exit_code=2) == 2
    assert capsys.readouterr() == ("", "workbench: first second\n")


def test_a_table_does_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Titles come from topic lists and writers."""
    say_table([{"title": "\x1b[2Jgone", "n": 1, "none": None}], ["title", "n", "none"])
    said = capsys.readouterr().out

    assert "\x1b" not in said
    assert "None" not in said
    assert said.splitlines()[0].split() == ["title", "n", "none"]


def test_the_way_to_call_it_again_is_one_that_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By name where the name is found, else by the path that was used."""
    monkeypatch.setattr("sys.argv", [str(tmp_path / "bin" / "workbench")])
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    assert as_invoked() == "bin/workbench"

    (tmp_path / "workbench").touch(mode=0o755)

    assert as_invoked() == "workbench"


def test_a_table_stands_straight_below_wide_letters(capsys: pytest.CaptureFixture[str]) -> None:
    """Japanese letters take two places, an accent of its own none."""
    say_table([{"a": "時刻表", "b": "x"}, {"a": "Cafe\u0301", "b": "x"}], ["a", "b"])

    assert capsys.readouterr().out.splitlines() == ["a       b", "時刻表  x", "Cafe\u0301    x"]
