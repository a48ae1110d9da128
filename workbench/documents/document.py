"""Read a file as paragraphs: detect its kind by its first bytes, and call its reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import PurePath
from typing import BinaryIO, Final

from workbench.bulk.reading.decoding import decode
from workbench.documents.docx import word_paragraphs
from workbench.documents.file_kind import (
    PDF_MARK,
    POWERPOINT_PART,
    WORD_PART,
    FileRefused,
    archive_kind,
    unreadable_kind,
)
from workbench.documents.office import OfficeFile
from workbench.documents.paragraph import Paragraph
from workbench.documents.pdf import read_pdf
from workbench.documents.plain_text import read_markdown, read_text
from workbench.documents.pptx import slide_paragraphs
from workbench.documents.subtitles import read_subtitles
from workbench.errors import PatternTimedOut
from workbench.patterns import Pattern
from workbench.text import display_text

KINDS: Final = "PDF, Word (.docx), PowerPoint (.pptx), Markdown, plain text or subtitles (.vtt, .srt)"
_WORD: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_POWERPOINT: Final = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
_INSTEAD: Final = {
    "an Excel workbook": "; save what lessons need as text or PDF",
    "an e-book": "; save it as PDF or text",
    "an OpenDocument file": "; save it as .docx, .pptx or PDF",
    "a package of a learning system": "; unpack it first",
}
_TWO_BYTE_MARKS: Final = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_MARKDOWN: Final = (".md", ".markdown", ".mkd")
_SUBTITLES: Final = {".vtt": "text/vtt", ".srt": "application/x-subrip"}
_TIMINGS: Final = Pattern(r"\d[\d:]{0,12}[.,]\d{1,3}\s{0,9}-->")


@dataclass(frozen=True, slots=True)
class Document:
    """A file's kind, its paragraphs, which are read lazily, and notes on what was left out.

    `joiner` separates two paragraphs that are shown as one text.
    """

    media_type: str
    paragraphs: Iterable[Paragraph]
    notes: tuple[str, ...] = ()
    joiner: str = "\n\n"


def read_document(
    file: BinaryIO,
    name: str,
    *,
    encoding: str | None = None,
    on_page: Callable[[int, int], object] = lambda page, pages: None,
) -> Document:
    """Return what an open file is, with its paragraphs.

    The file's kind is determined by its bytes; its name distinguishes kinds of text. Raises `FileRefused` (so does
    iterating over the paragraphs), `PlanRejected` for an encoding, and the errors that `child.damage_as_refusal` turns
    into refusals.
    """
    start = file.read(1024)
    file.seek(0)
    if not start:
        raise FileRefused("is empty.")
    if what := unreadable_kind(start):
        raise FileRefused(f"is {what}. A source is {KINDS}.")
    suffix = PurePath(name).suffix.lower()
    if PDF_MARK in start:
        return _pdf(file, suffix, on_page)
    if start.startswith(b"PK"):
        return _office(file, suffix)
    if suffix in (".pdf", ".docx", ".docm", ".pptx", ".pptm"):
        raise FileRefused(f"is no {suffix[1:].upper()}, despite its name, or its start is missing.")
    data = file.read()
    if encoding is None and b"\x00" in data[: 1 << 18] and not data.startswith(_TWO_BYTE_MARKS):
        raise FileRefused(
            "contains null bytes: it is not text, or UTF-16 without a byte order mark. If it is "
            "that, name its encoding, "
            f"such as utf-16-le. A source is {KINDS}."
        )
    return _text(decode(data, encoding).text, suffix)


def _pdf(file: BinaryIO, suffix: str, on_page: Callable[[int, int], object]) -> Document:
    try:
        paragraphs, notes = read_pdf(file, on_page)
    except (FileRefused, MemoryError, PatternTimedOut):
        raise
    except Exception as refused:  # noqa: BLE001  (a damaged file makes pypdf raise errors of every kind)
        raise FileRefused(f"is damaged: {display_text(str(refused) or type(refused).__name__, longest=120)}.") from None
    return Document("application/pdf", paragraphs, (*_kind_notes(suffix, ".pdf", "a PDF"), *notes))


def _office(file: BinaryIO, suffix: str) -> Document:
    office = OfficeFile(file)
    if WORD_PART in office:
        return Document(_WORD, word_paragraphs(office), _kind_notes(suffix, ".docx", "a Word document"))
    if POWERPOINT_PART in office:
        notes = _kind_notes(suffix, ".pptx", "a PowerPoint presentation")
        return Document(_POWERPOINT, slide_paragraphs(office), notes, joiner="\n")
    what = archive_kind(office)
    raise FileRefused(f"is {what}{_INSTEAD.get(what, '')}. A source is {KINDS}.")


def _text(text: str, suffix: str) -> Document:
    start = text[:1000].lstrip().lower()
    if start.startswith(("<!doctype html", "<html", "<?xml", "<!doctype")):
        raise FileRefused(f"is a web page or XML. Save it as text or PDF: a source is {KINDS}.")
    if text.startswith("WEBVTT") or (suffix in _SUBTITLES and _TIMINGS.search(text) is not None):
        cues, notes = read_subtitles(text)
        media_type = "text/vtt" if text.startswith("WEBVTT") else _SUBTITLES[suffix]
        return Document(media_type, cues, tuple(notes), joiner=" ")
    if suffix in _SUBTITLES:
        raise FileRefused("has no time in it, as subtitles have.")
    if suffix in _MARKDOWN:
        return Document("text/markdown", read_markdown(text))
    return Document("text/plain", read_text(text))


def _kind_notes(suffix: str, usual: str, what: str) -> tuple[str, ...]:
    return () if suffix == usual else (f"It is {what}, despite its name, and was read as one.",)
