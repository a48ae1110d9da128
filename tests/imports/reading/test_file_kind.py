"""What kind a file is, and what is refused."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from typing import Final

import pytest

from tests.documents.source_files import LAUGHS, OUTSIDE, archive, paragraph, word
from tests.slow_texts import SLOW, searches_give_up
from workbench.documents.child import damage_as_refusal
from workbench.documents.file_kind import FileRefused
from workbench.imports.reading.draft import DraftFile
from workbench.imports.reading.file_kind import ImportReading, read_file, title_from_file_name

PNG: Final = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC"
)


def read_as(data: bytes, name: str, *, language: str = "", sent: dict[str, bytes] | None = None) -> DraftFile:
    """What is made of a file in a language; its pictures are put into `sent`."""
    file = DraftFile(name)
    if sent is not None:
        file.send_picture = sent.__setitem__
    with damage_as_refusal():
        read_file(io.BytesIO(data), file, ImportReading(language=language))
    return file


@pytest.mark.parametrize(
    ("data", "name", "words"),
    [
        (b"", "a.docx", "is empty"),
        (b"  \n", "a.gift", "is empty"),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "a.doc", "an old Office file, or one with a password"),
        (b"%PDF-1.7", "a.docx", "is a PDF"),
        (b"{\\rtf1 x}", "a.docx", "is an RTF file"),
        (PNG, "a.docx", "is a picture"),
        (b"Dear reader.", "a.docx", "is no DOCX, despite its name"),
        (b"Dear reader.", "a.txt", "can't be imported; supported are"),
        (b"<html><p>x", "a.xml", "is a web page"),
        ("Grüße {=a}".encode("cp1252"), "a.gift", "is not UTF-8 text"),
        (b"Hello\x00{=a}", "a.gift", "contains null bytes"),
        (archive({"xl/workbook.xml": "<a/>"}), "a.docx", "is an Excel workbook"),
        (archive({"imsmanifest.xml": "<a/>"}), "a.docx", "is a package of a learning system"),
        (archive({"content.xml": "<a/>"}), "a.docx", "is an OpenDocument file"),
        (archive({"a.txt": "a"}), "a.docx", "is an archive"),
        (archive({"word/document.xml": "<x/>", "../../evil": "a"}), "a.docx", "a path that leads out of it"),
        (word(paragraph("a"))[:-30], "a.docx", "is damaged"),
        (lambda: word("<w:p>" * 5_000 + "</w:p>" * 5_000), "a.docx", "nested more than 256 deep"),
        (word(paragraph("&c;"), declared=LAUGHS), "a.docx", "declares XML entities"),
        (word(paragraph("&secret;"), declared=OUTSIDE), "a.docx", "declares XML entities"),
        (lambda: word(paragraph("x") * 50_001), "a.docx", "has more than 50,000 paragraphs"),
        (word(""), "a.docx", "contains nothing that a lesson could use"),
        (lambda: archive({"word/document.xml": b" " * 301_000_000}), "a.docx", "unpacks to 301 MB"),
        (
            lambda: archive({"word/document.xml": b"<w>" + b" " * 101_000_000 + b"</w>"}),
            "a.docx",
            "unpacks to more than",
        ),
    ],
    ids=lambda given: given[:40] if isinstance(given, str) else None,
)
def test_what_cannot_be_imported_is_refused(data: bytes | Callable[[], bytes], name: str, words: str) -> None:
    """In one sentence that continues from the file's name, and says what to do where something can be done.

    What is large is made when it is needed: every worker collects this file.
    """
    with pytest.raises(FileRefused, match=words) as refused:
        read_as(data() if callable(data) else data, name)

    assert str(refused.value).endswith(".") and "\n" not in str(refused.value)


def test_a_wrong_name_is_told() -> None:
    """The bytes say what it is."""
    file = read_as(word(paragraph("Hello")), "a.pptx")

    assert (file.kind, [finding.kind for finding in file.findings]) == ("Word document", ["name"])


def test_macros_are_left_out_and_told() -> None:
    """The document is read without them."""
    parts = {"word/document.xml": _unpacked(word(paragraph("Hello"))), "word/vbaProject.bin": b"x"}
    file = read_as(archive(parts), "a.docm")

    assert [finding.kind for finding in file.findings] == ["macro"]


@pytest.mark.parametrize(("name", "title"), [("the_moon.docx", "the moon"), ("..docx", "Import"), ("☃.gift", "Import")])
def test_a_title_is_made_of_a_name(name: str, title: str) -> None:
    """One that has a letter."""
    assert title_from_file_name(name) == title


def _unpacked(data: bytes) -> bytes:
    import zipfile

    return zipfile.ZipFile(io.BytesIO(data)).read("word/document.xml")


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (f"{SLOW} {{=a}}".encode(), "a.gift"),
        (
            f"<quiz><question type='essay'><questiontext><text>{SLOW}</text></questiontext></question></quiz>".encode(),
            "a.xml",
        ),
        (word(paragraph(SLOW)), "a.docx"),
    ],
)
def test_a_file_that_cannot_be_searched_in_time_is_refused(
    data: bytes, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that reads it says so, and does not end silently."""
    searches_give_up(monkeypatch)

    with pytest.raises(FileRefused, match="takes too long to be searched"):
        read_as(data, name)
