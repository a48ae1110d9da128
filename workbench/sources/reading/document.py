"""One file to passages: what kind it is by its first bytes, its reader, and its faults as one sentence each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import BinaryIO, Final

from workbench.bulk.reading.decoding import decoded
from workbench.errors import PatternTimedOut, PlanRejected, SourceRejected
from workbench.patterns import Pattern
from workbench.sources.reading import docx, pptx
from workbench.sources.reading.office import DAMAGED, OfficeFile
from workbench.sources.reading.paragraph import TAKES_TOO_LONG, FileRefused, Paragraph, TextPassage, cut_passages
from workbench.sources.reading.pdf import read_pdf
from workbench.sources.reading.plain_text import read_markdown, read_text
from workbench.sources.reading.subtitles import read_subtitles
from workbench.text import shown

MAX_FILE_BYTES: Final = 100_000_000
KINDS: Final = "PDF, Word (.docx), PowerPoint (.pptx), Markdown, plain text or subtitles (.vtt, .srt)"
_WORD: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_POWERPOINT: Final = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
_FOREIGN: Final = (
    (b"\xd0\xcf\x11\xe0", "an old Office file, or one with a password; save it as .docx or .pptx without a password"),
    (b"{\\rtf", "an RTF file; save it as .docx"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "packed with gzip; unpack it first"),
    (b"Rar!", "an archive; unpack it first"),
    (b"7z\xbc\xaf", "an archive; unpack it first"),
    (b"SQLite format 3", "a database"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"PAR1", "a table"),
)
_OTHER_ARCHIVES: Final = (
    ("xl/workbook.xml", "an Excel workbook; save what lessons need as text or PDF"),
    ("META-INF/container.xml", "an e-book; save it as PDF or text"),
    ("content.xml", "an OpenDocument file; save it as .docx, .pptx or PDF"),
)
_TWO_BYTE_MARKS: Final = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_MARKDOWN: Final = (".md", ".markdown", ".mkd")
_SUBTITLES: Final = {".vtt": "text/vtt", ".srt": "application/x-subrip"}
_TIMINGS: Final = Pattern(r"\d[\d:]{0,12}[.,]\d{1,3}\s{0,9}-->")


@dataclass(slots=True)
class Document:
    """What a file is, filled in while its passages are read; `notes` say what is not in them."""

    name: str
    media_type: str = ""
    notes: list[str] = field(default_factory=list)


def read_document(
    file: BinaryIO,
    document: Document,
    *,
    encoding: str | None = None,
    on_page: Callable[[int, int], object] = lambda page, pages: None,
) -> Iterator[TextPassage]:
    """The passages of an open file, whose kind and notes are written into `document`.

    The file's kind is what its bytes say; its name tells kinds of text apart. Raises `SourceRejected`: nothing is to be
    used of a file that raises it, passages that came before included.
    """
    name = shown(document.name, longest=120)
    is_empty = True
    try:
        for passage in _passages(file, document, encoding, on_page):
            is_empty = False
            yield passage
    except FileRefused as refused:
        raise SourceRejected(f"{name} {refused} Nothing was sent.") from None
    except PatternTimedOut:
        raise SourceRejected(f"{name} {TAKES_TOO_LONG} Nothing was sent.") from None
    except PlanRejected as refused:
        raise SourceRejected(f"{name}: {refused}") from None
    if is_empty:
        raise SourceRejected(f"{name} has no text in it. Nothing was sent.")


def _passages(
    file: BinaryIO, document: Document, encoding: str | None, on_page: Callable[[int, int], object]
) -> Iterator[TextPassage]:
    start = file.read(1024)
    file.seek(0)
    if not start:
        raise FileRefused("is empty.")
    for mark, what in _FOREIGN:
        if start.startswith(mark):
            raise FileRefused(f"is {what}. A source is {KINDS}.")
    suffix = PurePath(document.name).suffix.lower()
    if b"%PDF-" in start:
        document.media_type = "application/pdf"
        _note_kind(document, suffix, (".pdf",), "a PDF")
        yield from _of_pdf(file, document, on_page)
    elif start.startswith(b"PK"):
        yield from _of_office(file, document, suffix)
    else:
        if suffix in (".pdf", ".docx", ".docm", ".pptx", ".pptm"):
            raise FileRefused(f"is no {suffix[1:].upper()}, whatever its name says, or its beginning is missing.")
        data = _text_bytes(file)
        if encoding is None and b"\x00" in data[: 1 << 18] and not data.startswith(_TWO_BYTE_MARKS):
            raise FileRefused(
                "holds zero bytes: it is no text, or UTF-16 without a mark. If it is that, name its encoding, "
                f"such as utf-16-le. A source is {KINDS}."
            )
        yield from _of_text(decoded(data, encoding).text, document, suffix)


def _of_pdf(file: BinaryIO, document: Document, on_page: Callable[[int, int], object]) -> Iterator[TextPassage]:
    try:
        paragraphs, notes = read_pdf(file, on_page)
    except (FileRefused, MemoryError, PatternTimedOut):
        raise
    except Exception as refused:  # noqa: BLE001  (a damaged file makes pypdf raise errors of every kind)
        raise FileRefused(f"is damaged: {shown(str(refused) or type(refused).__name__, longest=120)}.") from None
    document.notes += notes
    yield from cut_passages(paragraphs)


def _of_office(file: BinaryIO, document: Document, suffix: str) -> Iterator[TextPassage]:
    try:
        archive = OfficeFile(file)
        if docx.MAIN_PART in archive:
            document.media_type = _WORD
            _note_kind(document, suffix, (".docx",), "a Word document")
            yield from cut_passages(docx.read_docx(archive))
        elif pptx.MAIN_PART in archive:
            document.media_type = _POWERPOINT
            _note_kind(document, suffix, (".pptx",), "a PowerPoint presentation")
            yield from cut_passages(pptx.read_pptx(archive), joiner="\n")
        else:
            what = next((what for part, what in _OTHER_ARCHIVES if part in archive), "an archive; unpack it first")
            raise FileRefused(f"is {what}. A source is {KINDS}.")
    except FileRefused:
        raise
    except DAMAGED as refused:
        raise FileRefused(f"is damaged: {shown(str(refused), longest=120)}.") from None


def _of_text(text: str, document: Document, suffix: str) -> Iterator[TextPassage]:
    start = text[:1000].lstrip().lower()
    if start.startswith(("<!doctype html", "<html", "<?xml", "<!doctype")):
        raise FileRefused(f"is a web page or XML. Save it as text or PDF: a source is {KINDS}.")
    is_subtitles = text.startswith("WEBVTT") or (suffix in _SUBTITLES and _TIMINGS.search(text) is not None)
    if is_subtitles:
        document.media_type = "text/vtt" if text.startswith("WEBVTT") else _SUBTITLES[suffix]
        cues, notes = read_subtitles(text)
        document.notes += notes
        yield from cut_passages(cues, joiner=" ")
    elif suffix in _SUBTITLES:
        raise FileRefused("has no time in it, as subtitles have.")
    else:
        is_markdown = suffix in _MARKDOWN
        document.media_type = "text/markdown" if is_markdown else "text/plain"
        paragraphs: Iterator[Paragraph] = read_markdown(text) if is_markdown else read_text(text)
        yield from cut_passages(paragraphs)


def _text_bytes(file: BinaryIO) -> bytes:
    data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise FileRefused(f"is larger than {MAX_FILE_BYTES // 10**6} MB. Split it.")
    return data


def _note_kind(document: Document, suffix: str, usual: tuple[str, ...], what: str) -> None:
    if suffix not in usual:
        document.notes.append(f"It is {what}, whatever its name says, and was read as one.")
