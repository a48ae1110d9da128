"""PDF as paragraphs."""

from __future__ import annotations

import io
import sys

import pytest

from tests.documents.source_files import FILES, pdf
from workbench.documents.file_kind import FileRefused
from workbench.documents.paragraph import Paragraph
from workbench.documents.pdf import page_ranges, read_pdf


def read(data: bytes) -> tuple[list[Paragraph], list[str]]:
    """The paragraphs and notes of a PDF."""
    return read_pdf(io.BytesIO(data), lambda page, pages: None)


def test_a_printed_page_is_read_as_it_stands() -> None:
    """One that Chromium wrote: ligatures and the breaks of lines are kept; a page without text is named."""
    paragraphs, notes = read((FILES / "pumps.pdf").read_bytes())

    assert [paragraph.place for paragraph in paragraphs] == ["page 1", "page 2", "page 4"]
    assert "the one with the ﬁnest\nﬁlter" in paragraphs[0].text.replace("is\nthe", "is the")
    assert notes == ["No text on page 3: scanned, or only pictures. Their content is missing."]


def test_bookmarks_are_headings() -> None:
    """The last one that begins on the page or before it."""
    paragraphs, _ = read(pdf("One.", "Two.", "Three.", bookmarks={2: "Pumps", 3: "Valves"}))

    assert [paragraph.heading for paragraph in paragraphs] == [None, "Pumps", "Valves"]


def test_a_password_for_printing_only_is_none() -> None:
    """What everybody may read is read."""
    assert read(pdf("Open.", password=""))[0][0].text == "Open."


def test_too_many_pages_are_refused_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """With their number."""
    monkeypatch.setattr("workbench.documents.pdf.MAX_PAGES", 3)

    with pytest.raises(FileRefused, match="has 4 pages; a source has at most 3"):
        read(pdf("", "", "", ""))


def test_a_missing_library_is_said_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The base install reads everything else."""
    monkeypatch.setitem(sys.modules, "pypdf", None)

    with pytest.raises(FileRefused, match=r"what reads it is not installed: pip install .*\[sources\]"):
        read(b"%PDF-1.7")


def test_progress_follows_the_pages() -> None:
    """Each page, and how many there are."""
    seen: list[tuple[int, int]] = []

    read_pdf(io.BytesIO(pdf("One.", "Two.")), lambda page, pages: seen.append((page, pages)))

    assert seen == [(1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("pages", "words"),
    [([3], "page 3"), ([3, 5, 6, 7], "pages 3, 5 to 7"), (list(range(1, 60, 2)), "and 10 further places")],
)
def test_pages_are_named_in_ranges(pages: list[int], words: str) -> None:
    """Not one by one for a thousand."""
    assert page_ranges(pages).endswith(words)
