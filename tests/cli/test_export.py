"""`workbench export`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.own_service import command
from workbench.api.connect import connect
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
    ended = command("export", course_id, "--format", "html", "--to", str(tmp_path), "--json")

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

    assert ended.returncode == 2
    assert "There is no lesson or course" in ended.stderr
    assert list(tmp_path.glob("*.md")) == []


def test_a_course_and_a_lesson_become_packages(course_id: str, lesson_id: str, tmp_path: Path) -> None:
    """What an id is, is found from it; files of one name get numbers, and the facts are JSON for programs."""
    ended = command("export", course_id, lesson_id, "--format", "scorm12", "--to", str(tmp_path), "--json")

    made = json.loads(ended.stdout)
    assert [Path(each["path"]).name for each in made] == ["how-bees-find-flowers.zip", "how-bees-find-flowers-2.zip"]
    assert [each["id"] for each in made] == [course_id, lesson_id]
    assert all(Path(each["path"]).stat().st_size == each["size"] for each in made)


def test_a_package_may_be_named(course_id: str, tmp_path: Path) -> None:
    """One, not several; and its rules are options."""
    file = tmp_path / "course.zip"
    written = command("export", course_id, "--format", "scorm2004", "--to", str(file), "--no-pass-mark")
    refused = command("export", course_id, course_id, "--format", "scorm2004", "--to", str(tmp_path / "two.zip"))
    unclear = command("export", course_id, "--format", "scorm12", "--no-pass-mark", "--complete", "passed")

    assert written.stdout == f"{file}\n"
    assert (refused.returncode, unclear.returncode) == (2, 2)
    assert "do not fit into one file" in refused.stderr
    assert "cannot be complete by passing" in unclear.stderr


def test_questions_become_one_file(own_service: EmbeddedService, tmp_path: Path) -> None:
    """Of courses and lessons alike; what was left out is told, for programs with the block."""
    with connect() as workbench:
        course_id = workbench.courses.add_example().course_id
    path = tmp_path / "bank.gift"
    told = command("export", course_id, "--format", "gift", "--to", str(path))
    as_json = command("export", course_id, "--format", "gift", "--to", str(path), "--overwrite", "--json")

    first, *left_out = told.stdout.splitlines()
    assert (first, len(left_out)) == (f"{path}: 7 questions", 2)
    found = json.loads(as_json.stdout)
    assert (found["path"], found["questions"]) == (str(path), 7)
    assert {each["type"] for each in found["leftOut"]} == {"keyTerms", "fillIn"}
    assert path.read_text(encoding="utf-8").startswith("$CATEGORY: $course$/top/Why the sky is blue\n")
