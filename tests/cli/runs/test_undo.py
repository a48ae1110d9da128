"""`workbench runs undo`: the lessons of a run go into the trash."""

from __future__ import annotations

import json
import sys

import pytest

from tests.own_service import command
from workbench.cli.main import main

pytestmark = pytest.mark.usefixtures("own_service")


def test_undoing_is_asked_for(name: str) -> None:
    """With what it does, and that nothing is refunded."""
    ended = command("runs", "undo", name)

    assert "not refunded" in ended.stderr
    assert ended.returncode == 2


def test_undone_its_lessons_are_in_the_trash(name: str) -> None:
    """Said in JSON for programs."""
    assert json.loads(command("runs", "undo", name, "--yes", "--json").stdout)["trashed"] == 2


def test_who_looks_on_sees_how_many_are_in_the_trash(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line that counts, while it continues."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    main(["runs", "undo", name, "--yes"])

    assert "2 of 2 lessons in the trash; Ctrl-C stops" in capsys.readouterr().err


def test_what_was_edited_stays_until_it_is_said(name: str) -> None:
    """It is listed before anything is done, and goes by `--include-edited`."""
    lesson_id = json.loads(command("runs", "show", name, "--json").stdout)["rows"][0]["lessonId"]
    command("call", "lesson.renameLesson", json.dumps({"lessonId": lesson_id, "title": "By hand"}))
    asked = command("runs", "undo", name).stderr
    first = json.loads(command("runs", "undo", name, "--yes", "--json").stdout)
    second = json.loads(command("runs", "undo", name, "--include-edited", "--yes", "--json").stdout)

    assert "By hand" in asked
    assert (first["trashed"], first["editedAndLeft"], second["trashed"]) == (1, [lesson_id], 1)
