"""Exported files are written all or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.errors import InputRejected
from workbench.exports.files import ExportedFile
from workbench.exports.written import NotExported, write_files

FILES = [ExportedFile("a.md", "a"), ExportedFile("b.md", "b" * 2_000)]


def held(folder: Path) -> dict[str, str]:
    """The files of a folder with their text."""
    return {each.name: each.read_text(encoding="utf-8") for each in folder.iterdir() if each.is_file()}


def test_files_are_written_into_a_folder_that_is_made(tmp_path: Path) -> None:
    """Their paths come back."""
    paths = write_files(tmp_path / "new" / "folder", FILES)

    assert [path.name for path in paths] == ["a.md", "b.md"]
    assert held(tmp_path / "new" / "folder") == {each.name: each.text for each in FILES}


def test_one_that_is_there_keeps_all_from_being_written(tmp_path: Path) -> None:
    """Unless they may be replaced."""
    (tmp_path / "b.md").write_text("mine")
    with pytest.raises(InputRejected, match="Nothing was written"):
        write_files(tmp_path, FILES)
    assert held(tmp_path) == {"b.md": "mine"}

    write_files(tmp_path, FILES, overwrite=True)
    assert held(tmp_path) == {each.name: each.text for each in FILES}


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    """None of the files, and no half one."""
    (tmp_path / "a.md").write_text("mine")
    with pytest.raises(NotExported, match="Nothing has changed"):
        write_files(tmp_path, FILES, overwrite=True)

    assert held(tmp_path) == {"a.md": "mine"}
