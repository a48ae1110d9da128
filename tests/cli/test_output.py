"""How the commands speak."""

from __future__ import annotations

import json

import pytest

from workbench.cli.output import complain, say_json, say_table


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
    say_table([{"title": "\x1b[2Jgone", "n": 1}], ["title", "n"])
    said = capsys.readouterr().out

    assert "\x1b" not in said
    assert said.splitlines()[0].split() == ["title", "n"]
