"""Exports as named files, read from a real service."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.exports.lessons import lesson
from workbench.authoring.block import Block
from workbench.authoring.characters import unfit_characters_text
from workbench.authoring.mutation import LessonBlockInsert
from workbench.authoring.transaction import Transaction
from workbench.client.sync import Client
from workbench.exports.documents import (
    Form,
    export_courses,
    export_document,
    export_lessons,
)
from workbench.exports.names import file_name
from workbench.exports.written import ExportedFile, with_unique_names
from workbench.procedures.course import get_course
from workbench.procedures.lesson import create_lesson, create_starter_lesson, get_lesson
from workbench.procedures.realtime import execute_transactions


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
    course = client.call(get_course(course_id=client.call(get_lesson(lesson_id=lesson_id)).course_id))
    [made] = export_courses(client, [course.course_id], "html")

    assert made.name == f"{file_name(course.title)}.html"
    assert f"<title>{course.title}</title>" in made.text


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_stored_control_characters_reached_the_file(form: Form) -> None:
    """Neither a title nor a block of long ago steers anyone who shows the file; balanced isolates stay."""
    old = lesson("Tides\u202e", ("text", {"markdown": "one\x1b[2J\n\n\u2067two\n\n\u2067three\u2069"}))
    text = export_document(old.title, [old], form).text

    assert [line for line in text.split("\n") if unfit_characters_text(line)] == []
    assert "\u2067three\u2069" in text


def test_heavy_lessons_together_were_refused(client: Client) -> None:
    """Ten lessons of 1.9 MB are more than one answer holds; they are read in several, and none is left out."""
    ids = [_heavy_lesson(client, f"Heavy {number}") for number in range(10)]

    made = export_lessons(client, ids, "markdown")

    assert [document.name for document in made] == [f"heavy-{number}.md" for number in range(10)]
    assert all(len(document.text) > 1_800_000 for document in made)


def _heavy_lesson(client: Client, title: str) -> str:
    """A lesson of 94 blocks of 19,900 characters, written in two calls because a request holds 1 MB."""
    lesson_id = client.call(create_lesson(title=title, language="EN")).lesson_id
    for _ in range(2):
        blocks = [Block(id=str(uuid4()), type="text", content={"markdown": "word " * 3_980}) for _ in range(47)]
        inserts = [LessonBlockInsert(block=block) for block in blocks]
        transaction = Transaction(label="insertPages", mutations=inserts)
        client.call(execute_transactions(lesson_id=lesson_id, language="EN", transactions=[transaction]))
    return lesson_id


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
    files = with_unique_names([ExportedFile("a.md", "1"), ExportedFile("a.md", "2"), ExportedFile("a-2.md", "3")])

    assert [file.name for file in files] == ["a.md", "a-2.md", "a-2-2.md"]


def test_names_of_things_with_one_title_do_not_depend_on_their_order() -> None:
    """Each gets the end of its id, so that another export gives the same thing the same name."""
    files = [ExportedFile("a.md", "", thing_id=f"0000000000000000aaaaaaaa{end}") for end in "12"]
    names = {unique_name.thing_id: unique_name.name for unique_name in with_unique_names(files)}

    assert sorted(names.values()) == ["a-aaaaaaa1.md", "a-aaaaaaa2.md"]
    assert {unique_name.thing_id: unique_name.name for unique_name in with_unique_names(files[::-1])} == names


def test_the_form_gives_the_ending() -> None:
    """And what is inside."""
    assert export_document("Tides", [lesson()], "html").name == "tides.html"
