"""Courses as folders, read from a real service."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from workbench.api.workbench import Workbench
from workbench.client.sync import Client
from workbench.errors import InputRejected
from workbench.exports.folders.export import export_folder


@pytest.fixture
def course_id(workbench: Workbench) -> str:
    """A course with one lesson that has every type of question."""
    return workbench.courses.add_example().course_id


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where courses go."""
    return tmp_path / "courses"


def paths(folder: Path) -> list[str]:
    """The files below the folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def contents(folder: Path) -> dict[str, bytes]:
    """The bytes of each file below the folder."""
    return {path: (folder / path).read_bytes() for path in paths(folder)}


def test_a_course_is_a_folder(client: Client, course_id: str, folder: Path) -> None:
    """With a file that says which course it is, one a lesson, and the pictures."""
    made = export_folder(client, [course_id], folder)
    *files, picture = paths(folder)

    assert (made.courses, made.lessons, made.removed) == (1, 1, ())
    assert files == ["why-the-sky-is-blue/01-why-the-sky-is-blue.md", "why-the-sky-is-blue/_course.md"]
    assert re.fullmatch(r"why-the-sky-is-blue/media/[\w-]+\.png", picture)


def test_a_course_that_is_there_stays(client: Client, course_id: str, folder: Path) -> None:
    """Unless one says so: then the bytes are the same, files of lessons that went are removed, others stay."""
    export_folder(client, [course_id], folder)
    place = folder / "why-the-sky-is-blue"
    before = contents(place)
    (place / "99-gone.md").write_text("---\nlesson: gone\n---\n")
    (place / "README.md").write_text("mine")
    place.rename(folder / "renamed")

    with pytest.raises(InputRejected, match="is there already"):
        export_folder(client, [course_id], folder)
    again = export_folder(client, [course_id], folder, overwrite=True)

    assert [path.name for path in again.removed] == ["99-gone.md"]
    assert contents(folder / "renamed") == before | {"README.md": b"mine"}


def test_courses_of_one_title_have_folders_that_name_the_course(workbench: Workbench, folder: Path) -> None:
    """Whatever their order: a folder written from one export and one from another are of the same course."""
    made = [workbench.courses.create("Twins", confirm_same_name=True).course_id for _ in range(2)]
    for course_id in made:
        for _ in range(2):
            workbench.lessons.create("Alike", language="EN", course=course_id)
    export_folder(workbench.client, made, folder / "one")
    export_folder(workbench.client, made[::-1], folder / "other")

    expected = [f"twins-{course_id[-8:]}/{file}" for course_id in made for file in ("01-alike.md", "02-alike.md")]
    found = [path for path in paths(folder / "one") if not path.endswith("course.md")]
    assert sorted(expected) == sorted(path for path in found if path.endswith("alike.md"))
    assert paths(folder / "one") == paths(folder / "other")
