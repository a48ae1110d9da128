"""`workbench sources update`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.own_service import command


def test_a_changed_file_is_the_next_version(title: str, tmp_path: Path) -> None:
    """With the same title, and open to learners; the same file again is the same version."""
    path = tmp_path / "pumps.md"
    path.write_text("# Pumps\n\nA pump moves a gas.\n", encoding="utf-8")

    ended = command("source", "update", title, str(path), "--publishable")
    again = json.loads(command("source", "update", title, str(path), "--no-publishable", "--json").stdout)

    assert ended.stdout == f"{title}: version 2, 1 passage; learners can read quoted passages.\n"
    assert (again["version"], again["isPublishable"], again["title"]) == (2, False, title)


def test_nothing_to_change_is_wrong_use(title: str) -> None:
    """It says what can be changed."""
    assert "Name what to change" in command("source", "update", title).stderr
