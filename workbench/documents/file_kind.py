"""Detect the kind of a file by its first bytes or the parts of its archive, and refuse unreadable ones."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

MAX_FILE_BYTES: Final = 100_000_000
WORD_PART: Final = "word/document.xml"
POWERPOINT_PART: Final = "ppt/presentation.xml"
TAKES_TOO_LONG: Final = "holds a text that takes too long to be searched. Shorten it, or divide it into several."
"""The text after the name of a file for which a search took too long."""
PDF_MARK: Final = b"%PDF-"
PICTURE: Final = "a picture"
_MARKS: Final = (
    (b"\xd0\xcf\x11\xe0", "an old Office file, or one with a password. Save it as .docx or .pptx without a password"),
    (b"{\\rtf", "an RTF file. Save it as .docx"),
    (b"\x89PNG", PICTURE),
    (b"\xff\xd8\xff", PICTURE),
    (b"GIF8", PICTURE),
    (b"\x1f\x8b", "packed with gzip. Unpack it first"),
    (b"Rar!", "an archive. Unpack it first"),
    (b"7z\xbc\xaf", "an archive. Unpack it first"),
    (b"SQLite format 3", "a database"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"PAR1", "a table"),
)
_ARCHIVES: Final = {
    "xl/workbook.xml": "an Excel workbook",
    "META-INF/container.xml": "an e-book",
    "content.xml": "an OpenDocument file",
    "imsmanifest.xml": "a package of a learning system",
}


class FileRefused(ValueError):
    """The file cannot be read; the message says why, and follows the file's name."""


def unreadable_kind(start: bytes) -> str:
    """Return the kind of a file that no reader accepts, with what to do, by its first bytes; else an empty text."""
    return next((what for mark, what in _MARKS if start.startswith(mark)), "")


def archive_kind(parts: Container[str]) -> str:
    """Return what an archive is that is neither DOCX nor PPTX, by the parts that it has."""
    return next((what for part, what in _ARCHIVES.items() if part in parts), "an archive. Unpack it first")
