"""Lessons and courses written as files."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

from workbench.api.workbench import Workbench
from workbench.errors import InputRejected, NotSent
from workbench.procedures.lesson import create_starter_lesson


@pytest.fixture
def title(workbench: Workbench) -> str:
    """The title of a lesson, and of its course."""
    topic = f"Harbours {uuid4().hex[:8]}"
    return workbench.client.call(create_starter_lesson(topic=topic, language="EN")).title


def test_lessons_and_courses_are_written_by_title_or_id(workbench: Workbench, title: str, tmp_path: Path) -> None:
    """A file for each; a single one need not are in a list."""
    lesson_id = workbench.lessons.get(title).lesson.lesson_id
    (markdown,) = workbench.exports.lessons([lesson_id], tmp_path)
    (page,) = workbench.exports.courses(title, tmp_path, format="html")

    assert (markdown.suffix, page.suffix) == (".md", ".html")
    assert title in markdown.read_text("utf-8") and title in page.read_text("utf-8")


def test_one_unknown_title_writes_nothing(workbench: Workbench, title: str, tmp_path: Path) -> None:
    """All or none; and a course without a lesson has nothing to write."""
    with pytest.raises(InputRejected, match="no lesson"):
        workbench.exports.lessons([title, "No such lesson"], folder := tmp_path / "files")
    empty = workbench.courses.create(f"Empty {uuid4().hex}")
    with pytest.raises(NotSent, match="no lessons"):
        workbench.exports.courses([empty.course_id], folder)
    assert not folder.exists()
