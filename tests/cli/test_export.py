"""`workbench export`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.own_service import command
from workbench.client.sync import Client
from workbench.embedded.record import EmbeddedService
from workbench.procedures.lesson import create_starter_lesson, get_lesson


@pytest.fixture
def lesson_id(own_service: EmbeddedService) -> str:
    """A lesson that was just made."""
    with Client(own_service.base_url, own_service.token) as client:
        return client.call(create_starter_lesson(topic="How bees find flowers", language="EN")).lesson_id


@pytest.fixture
def course_id(own_service: EmbeddedService, lesson_id: str) -> str:
    """Its course."""
    with Client(own_service.base_url, own_service.token) as client:
        return client.call(get_lesson(lesson_id=lesson_id)).course_id


def test_a_lesson_becomes_a_markdown_file(lesson_id: str, tmp_path: Path) -> None:
    """In a folder that is made if need be; its path is printed."""
    ended = command("export", lesson_id, "--to", str(tmp_path / "out"))

    path = tmp_path / "out" / "how-bees-find-flowers.md"
    assert ended.stdout == f"{path}\n"
    assert path.read_text(encoding="utf-8").startswith("# How bees find flowers\n")


def test_a_course_becomes_a_page(course_id: str, tmp_path: Path) -> None:
    """One HTML file; JSON for programs."""
    ended = command("export", course_id, "--courses", "--format", "html", "--to", str(tmp_path), "--json")

    [path] = json.loads(ended.stdout)
    assert Path(path).read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_file_that_is_there_stays(lesson_id: str, tmp_path: Path) -> None:
    """Unless one says so."""
    (tmp_path / "how-bees-find-flowers.md").write_text("mine")

    refused = command("export", lesson_id, "--to", str(tmp_path))
    written = command("export", lesson_id, "--to", str(tmp_path), "--overwrite")

    assert (refused.returncode, written.returncode) == (2, 0)
    assert "is there already" in refused.stderr


def test_a_lesson_that_is_not_there_is_told(own_service: EmbeddedService, tmp_path: Path) -> None:
    """And nothing is written."""
    ended = command("export", "0" * 25, "--to", str(tmp_path))

    assert ended.returncode == 1
    assert list(tmp_path.glob("*.md")) == []
