"""What is handed to a person."""

from __future__ import annotations

import io
import zipfile

import pytest

from workbench.errors import NotSent
from workbench.exports.archive import handed_over, zipped
from workbench.exports.files import ExportedFile

TWO = [ExportedFile("a.md", "Ä"), ExportedFile("a.md", "B")]


def test_one_file_is_handed_over_as_it_is() -> None:
    """In UTF-8."""
    assert handed_over(TWO[:1]) == ("a.md", "Ä".encode())


def test_several_are_one_archive() -> None:
    """Told apart where they have one name."""
    name, content = handed_over(TWO)

    assert name == "lessons.zip"
    assert zipfile.ZipFile(io.BytesIO(content)).namelist() == ["a.md", "a-2.md"]


def test_the_same_files_are_the_same_bytes() -> None:
    """No clock is read."""
    assert zipped(TWO) == zipped(TWO)


def test_nothing_is_not_handed_over() -> None:
    """It says what to do."""
    with pytest.raises(NotSent, match="Choose"):
        handed_over([])
