"""Change sets of the service of this computer, for the tests of `workbench changes`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.own_service import command


def new_lesson(title: str) -> str:
    """The id of a new lesson."""
    made = command("call", "lesson.createLesson", json.dumps({"title": title, "language": "EN"}))
    return str(json.loads(made.stdout)["lessonId"])


@pytest.fixture
def table(own_service: object, tmp_path: Path) -> Path:
    """A table that gives two new lessons other titles, the second one that looks like a formula."""
    first, second = new_lesson(f"Tides {tmp_path.name}"), new_lesson(f"Waves {tmp_path.name}")
    path = tmp_path / f"{tmp_path.name}.csv"
    path.write_text(f"lesson_id,title,language\n{first},Ebb\n{second},=Flow()\n")
    return path


@pytest.fixture
def name(table: Path, tmp_path: Path) -> str:
    """The name of a set that was carried out."""
    name = f"set of {tmp_path.name}"
    ended = command("apply", str(table), "--name", name)
    assert ended.returncode == 0, ended.stderr
    return name
