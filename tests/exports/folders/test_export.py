"""Courses as folders, read from a real service."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from workbench.api.workbench import Workbench
from workbench.client.sync import Client
from workbench.errors import InputRejected
from workbench.exports.folders.export import export_folder
from workbench.exports.written import NotExported


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
    return sorted(str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file())


def contents(folder: Path) -> dict[str, bytes]:
    """The bytes of each file below the folder."""
    return {each: (folder / each).read_bytes() for each in paths(folder)}


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

    assert [each.name for each in again.removed] == ["99-gone.md"]
    assert contents(folder / "renamed") == before | {"README.md": b"mine"}


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_nothing(client: Client, course_id: str, folder: Path) -> None:
    """No half folder."""
    with pytest.raises(NotExported):
        export_folder(client, [course_id], folder)
    assert paths(folder) == []
