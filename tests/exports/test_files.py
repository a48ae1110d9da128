"""Exports as named files, read from a real service."""

from __future__ import annotations

import pytest

from tests.exports.lessons import lesson
from workbench.client.sync import Client
from workbench.errors import NotFound, NotSent
from workbench.exports.files import Exported, export_courses, export_lessons, exported, file_name, named_apart
from workbench.procedures.course import create_course
from workbench.procedures.lesson import create_starter_lesson, get_lesson


@pytest.fixture
def lesson_id(client: Client) -> str:
    """A lesson that was just made."""
    return client.call(create_starter_lesson(topic="How bees find flowers", language="EN")).lesson_id


def test_a_lesson_becomes_a_file(client: Client, lesson_id: str) -> None:
    """Named after its title."""
    [made] = export_lessons(client, [lesson_id], "markdown")

    assert made.name == "how-bees-find-flowers.md"
    assert made.text.startswith("# How bees find flowers\n")


def test_a_course_becomes_a_file(client: Client, lesson_id: str) -> None:
    """With all its lessons."""
    course_id = client.call(get_lesson(lesson_id=lesson_id)).course_id
    [made] = export_courses(client, [course_id], "html")

    assert made.name == "how-bees-find-flowers.html"
    assert "<title>How bees find flowers</title>" in made.text


def test_a_lesson_that_is_not_there_is_told(client: Client) -> None:
    """No empty file is made of it."""
    with pytest.raises(NotFound):
        export_lessons(client, ["0" * 25], "markdown")


def test_a_course_without_lessons_is_told(client: Client) -> None:
    """By its title."""
    course_id = client.call(create_course(title="Insects")).course_id

    with pytest.raises(NotSent, match="“Insects” has no lessons"):
        export_courses(client, [course_id], "html")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("How bees find flowers", "how-bees-find-flowers"),
        ("../../etc/passwd", "etc-passwd"),
        ("Größe & Länge: 1/2", "größe-länge-1-2"),
        ("التمثيل الضوئي", "التمثيل-الضوئي"),
        ("CON", "lesson-con"),
        ("???", "lesson"),
        ("a" * 500, "a" * 80),
        ("ä" * 500, "ä" * 40),
    ],
)
def test_a_name_is_one_for_every_file_system(title: str, name: str) -> None:
    """Readable, short, in no folder."""
    assert file_name(title) == name


def test_files_of_one_name_are_told_apart() -> None:
    """None overwrites another."""
    files = named_apart([Exported("a.md", "1"), Exported("a.md", "2"), Exported("a-2.md", "3")])

    assert [each.name for each in files] == ["a.md", "a-2.md", "a-2-2.md"]


def test_the_form_gives_the_ending() -> None:
    """And what is inside."""
    assert exported("Tides", [lesson()], "html").name == "tides.html"
