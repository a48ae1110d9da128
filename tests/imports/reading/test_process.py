"""A file to be imported, read in a separate process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documents.source_files import paragraph, word
from tests.imports.reading.test_docx import FILES
from workbench.documents.process import ReadLimits
from workbench.errors import PlanRejected
from workbench.imports.reading.process import read_import


def test_a_file_comes_back_with_its_pictures() -> None:
    """As it is read in this process."""
    found = read_import(FILES / "tides.docx")

    assert (found.kind, found.title, len(found.lessons)) == ("Word document", "Tides and harbours", 3)
    pictures = [block.picture for block in found.lessons[1].blocks if block.type == "image"]
    assert [found.pictures.read(picture)[:4] for picture in pictures] == [b"\x89PNG", b"\x89PNG"]
    assert read_import((FILES / "tides.docx").read_bytes(), file_name="tides.docx") == found


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda folder: folder / "none.docx", "cannot be opened"),
        (lambda folder: word(paragraph("x" * 60_000_000)), "more than 5 million characters"),
    ],
)
def test_what_cannot_be_read_is_refused(make: object, words: str, tmp_path: Path) -> None:
    """In one sentence with the file's name; this process continues."""
    assert callable(make)
    with pytest.raises(PlanRejected, match=words) as refused:
        read_import(make(tmp_path), file_name="a.docx", limits=ReadLimits(20, 120_000_000))

    assert str(refused.value).endswith("Nothing was changed.") and "\n" not in str(refused.value)


def test_memory_is_limited() -> None:
    """What needs more than the process may have is refused; this one continues."""
    many = word((paragraph("x" * 90) + "<w:p/>") * 20_000)

    with pytest.raises(PlanRejected, match="within the limits of an import"):
        read_import(many, file_name="a.docx", limits=ReadLimits(20, 30_000_000))


def test_a_block_that_cannot_be_made_is_a_finding() -> None:
    """The others are there: here a question with two choices that say the same."""
    found = read_import(b"One?{=a ~a}\n\nTwo?{=a ~b}", file_name="a.gift")

    assert len(found.lessons[0].blocks) == 1
    assert [(finding.place, finding.kind) for finding in found.findings] == [("line 1", "left out")]


def test_a_file_of_which_nothing_can_be_made_is_refused() -> None:
    """With the first reason."""
    with pytest.raises(PlanRejected, match="contains nothing that a lesson could use. line 1: Two choices"):
        read_import(b"One?{=a ~a}", file_name="a.gift")
