"""`workbench changes undo`."""

from __future__ import annotations

import json

from tests.own_service import command


def test_undoing_is_asked_for(name: str) -> None:
    """With what it does; without a terminal it takes `--yes`."""
    ended = command("changes", "undo", name)

    assert ended.returncode == 2
    assert "2 changes would be undone. Use --yes to confirm." in ended.stderr


def test_what_was_changed_since_stays(name: str) -> None:
    """It is listed, and the rest is restored."""
    rows = json.loads(command("changes", "show", name, "--json").stdout)["rows"]
    command("call", "lesson.renameLesson", json.dumps({"lessonId": rows[0]["lessonId"], "title": "By hand"}))
    found = json.loads(command("changes", "undo", name, "--yes", "--json").stdout)
    states = [row["state"] for row in json.loads(command("changes", "show", name, "--json").stdout)["rows"]]

    assert (found["undone"], [lesson["lessonId"] for lesson in found["left"]]) == (1, [rows[0]["lessonId"]])
    assert states == ["done", "undone"]
