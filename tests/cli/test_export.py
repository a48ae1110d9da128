"""`workbench export`."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import pytest

from tests.own_service import command
from workbench.api.connect import connect
from workbench.client.sync import Client
from workbench.embedded.record import EmbeddedService
from workbench.procedures.course import rename_course
from workbench.procedures.lesson import create_starter_lesson, get_lesson


@pytest.fixture
def lesson_id(own_service: EmbeddedService) -> str:
    """A lesson that was just made."""
    with Client(own_service.base_url, own_service.token) as client:
        return client.call(create_starter_lesson(topic="How bees find flowers", language="EN")).lesson_id


@pytest.fixture
def course_id(own_service: EmbeddedService, lesson_id: str) -> str:
    """Its course, of the same title: another test's course may have had it before."""
    with Client(own_service.base_url, own_service.token) as client:
        lesson = client.call(get_lesson(lesson_id=lesson_id))
        return client.call(rename_course(course_id=lesson.course_id, title=lesson.title)).course_id


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


def test_a_course_and_a_lesson_become_packages(course_id: str, lesson_id: str, tmp_path: Path) -> None:
    """Ids tell what they are; files of one title have the end of the id in their names; facts are JSON for programs."""
    with connect() as workbench:
        other_id = workbench.lessons.create("How bees find flowers", language="EN").lesson_id
    ids = [course_id, lesson_id, other_id]
    ended = command("export", *ids, "--format", "scorm12", "--to", str(tmp_path), "--json")

    made = json.loads(ended.stdout)
    assert [Path(file["path"]).name for file in made[1:]] == [
        f"how-bees-find-flowers-{lesson[-8:]}.zip" for lesson in (lesson_id, other_id)
    ]
    assert [file["id"] for file in made] == ids
    assert all(Path(file["path"]).stat().st_size == file["size"] for file in made)


def test_a_package_may_be_named(course_id: str, tmp_path: Path) -> None:
    """One, not several; and its rules are options."""
    file = tmp_path / "course.zip"
    written = command("export", course_id, "--format", "scorm2004", "--to", str(file), "--no-pass-mark")
    other_id = json.loads(command("courses", "create", f"Other {uuid4().hex[:6]}", "--json").stdout)["courseId"]
    refused = command("export", course_id, other_id, "--format", "scorm2004", "--to", str(tmp_path / "two.zip"))
    unclear = command("export", course_id, "--format", "scorm12", "--no-pass-mark", "--complete", "passed")

    assert written.stdout == f"{file}\n"
    assert (refused.returncode, unclear.returncode) == (2, 2)
    assert "do not fit into one file" in refused.stderr
    assert "can't be completed by passing" in unclear.stderr


def test_questions_become_one_file(own_service: EmbeddedService, tmp_path: Path) -> None:
    """Of courses and lessons alike; what was left out is reported, for programs with the block."""
    with connect() as workbench:
        course_id = workbench.courses.add_example().course_id
    path = tmp_path / "bank.gift"
    told = command("export", course_id, "--format", "gift", "--to", str(path))
    as_json = command("export", course_id, "--format", "gift", "--to", str(path), "--overwrite", "--json")

    first, *left_out = told.stdout.splitlines()
    assert (first, len(left_out)) == (f"{path}: 7 questions", 2)
    found = json.loads(as_json.stdout)
    assert (found["path"], found["questions"]) == (str(path), 7)
    assert {question["type"] for question in found["leftOut"]} == {"keyTerms", "fillIn"}
    assert path.read_text(encoding="utf-8").startswith("$CATEGORY: $course$/top/Why the sky is blue\n")
