"""Exported files are written all or none, and archives of them are the same bytes each time."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from workbench.errors import InputRejected
from workbench.exports.written import ExportedFile, NotExported, WrittenFile, write_archive, write_files

FILES = [ExportedFile("a.md", "a"), ExportedFile("b.md", "b" * 2_000)]


def held(folder: Path) -> dict[str, str]:
    """The files of a folder with their text."""
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.is_file()}


def test_files_are_written_into_a_folder_that_is_made(tmp_path: Path) -> None:
    """Their paths come back."""
    written = write_files(tmp_path / "new" / "folder", FILES)

    assert [made.path.name for made in written] == ["a.md", "b.md"]
    assert held(tmp_path / "new" / "folder") == {file.name: file.text for file in FILES}


def test_one_that_is_there_keeps_all_from_being_written(tmp_path: Path) -> None:
    """Unless they may be replaced."""
    (tmp_path / "b.md").write_text("mine")
    with pytest.raises(InputRejected, match="Nothing was written"):
        write_files(tmp_path, FILES)
    assert held(tmp_path) == {"b.md": "mine"}

    write_files(tmp_path, FILES, overwrite=True)
    assert held(tmp_path) == {file.name: file.text for file in FILES}


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    """None of the files, and no half one."""
    (tmp_path / "a.md").write_text("mine")
    with pytest.raises(NotExported, match="Nothing has changed"):
        write_files(tmp_path, FILES, overwrite=True)

    assert held(tmp_path) == {"a.md": "mine"}


def test_an_archive_has_what_lies_beside_its_files(tmp_path: Path) -> None:
    """Each once, in `media`; texts are compressed, pictures are already. No clock is read."""
    (tmp_path / "media").mkdir()
    picture = tmp_path / "media" / "crane.png"
    picture.write_bytes(bytes(5_000))
    for file in FILES:
        (tmp_path / file.name).write_text(file.text)
    written = [WrittenFile(tmp_path / file.name, (picture,)) for file in FILES]
    first, second = io.BytesIO(), io.BytesIO()
    write_archive(first, written)
    picture.touch()
    write_archive(second, written)
    entries = zipfile.ZipFile(first).infolist()

    assert first.getvalue() == second.getvalue()
    assert [entry.filename for entry in entries] == ["a.md", "b.md", "media/crane.png"]
    assert [entry.compress_size < entry.file_size for entry in entries[1:]] == [True, False]
