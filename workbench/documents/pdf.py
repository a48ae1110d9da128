"""PDF to paragraphs by pypdf: page by page, with the title of the bookmark above each; pages without text are named.

pypdf is the extra `sources`. Passwords that only forbid printing are ignored. Source: ours (decision 0105).
"""

from __future__ import annotations

import logging
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from workbench.client.extras import how_to_install
from workbench.documents.file_kind import FileRefused
from workbench.documents.paragraph import Paragraph
from workbench.patterns import Pattern

if TYPE_CHECKING:
    from pypdf import PdfReader

MAX_PAGES: Final = 5_000
_MAX_BOOKMARKS: Final = 5_000
_END_BYTES: Final = 1 << 16
_BLANK_LINES: Final = Pattern(r"\n[ \t]*\n\s*")
_NOT_TEXT: Final = frozenset({"Co", "Cn", "Cs"})


def read_pdf(file: BinaryIO, on_page: Callable[[int, int], object]) -> tuple[list[Paragraph], list[str]]:
    """Return the paragraphs in order, and notes on pages that gave none; `on_page(page, pages)` follows it.

    Raises `FileRefused`; pypdf's own errors come through, for a file that is damaged.
    """
    reader = _open_reader(file)
    count = len(reader.pages)
    if count > MAX_PAGES:
        raise FileRefused(f"has {count:,} pages; a source has at most {MAX_PAGES:,}. Split it.")
    first_pages, titles = _bookmarks(reader)
    paragraphs, without, unreadable = list[Paragraph](), list[int](), list[int]()
    for number, page in enumerate(reader.pages, 1):
        text = page.extract_text() or ""
        on_page(number, count)
        if not text.strip():
            without.append(number)
        elif _is_unreadable(text):
            unreadable.append(number)
        else:
            above = bisect_right(first_pages, number)
            heading = titles[above - 1] if above else None
            paragraphs += (Paragraph(block, f"page {number}", heading, number) for block in _blocks(text))
    if not paragraphs and without:
        raise FileRefused(
            f"has no text on {page_ranges(without)}: scanned, or only pictures. "
            "Run text recognition (OCR) over it first."
        )
    if not paragraphs:
        raise FileRefused("has text that cannot be read: its fonts do not say which letters they show.")
    return paragraphs, _notes(without, unreadable)


def page_ranges(pages: Sequence[int]) -> str:
    """Return page numbers in words: `pages 3, 5 to 7`."""
    ranges: list[list[int]] = []
    for page in pages:
        if ranges and page == ranges[-1][1] + 1:
            ranges[-1][1] = page
        else:
            ranges.append([page, page])
    listed = [str(first) if first == last else f"{first} to {last}" for first, last in ranges]
    more = f" and {len(listed) - 20:,} further places" if len(listed) > 20 else ""
    return f"{'page' if len(pages) == 1 else 'pages'} {', '.join(listed[:20])}{more}"


def _open_reader(file: BinaryIO) -> PdfReader:
    try:
        from pypdf import PasswordType, PdfReader
        from pypdf.errors import DependencyError
    except ImportError:
        raise FileRefused(f"is a PDF, and what reads it is not installed: {how_to_install('sources')}") from None
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # its messages about repaired files are not for people
    file.seek(0, 2)
    file.seek(max(0, file.tell() - _END_BYTES))
    if b"%%EOF" not in (end := file.read()) and b"startxref" not in end:
        raise FileRefused("is cut off: its end is missing. Fetch it again.")
    file.seek(0)
    reader = PdfReader(file)
    if reader.is_encrypted:
        try:
            is_open = reader.decrypt("") != PasswordType.NOT_DECRYPTED
        except DependencyError:
            raise FileRefused("is encrypted. Save a copy without a password and without restrictions.") from None
        if not is_open:
            raise FileRefused("has a password. Save a copy without one.")
    return reader


def _bookmarks(reader: PdfReader) -> tuple[list[int], list[str]]:
    """Return the pages where bookmarks begin, in order, and their titles; empty if they cannot be read."""
    titles: dict[int, str] = {}
    try:
        for bookmark in _flat(reader.outline, _MAX_BOOKMARKS):
            page = reader.get_destination_page_number(bookmark)
            if page is not None and page >= 0 and str(bookmark.title).strip():
                titles.setdefault(page + 1, str(bookmark.title))
    except Exception:  # noqa: BLE001  (bookmarks are an extra, and their damage has errors of many kinds)
        return [], []
    ordered = sorted(titles)
    return ordered, [titles[page] for page in ordered]


def _flat(outline: Sequence[Any], left: int) -> Iterator[Any]:
    pending = list(reversed(outline))
    while pending and left:
        entry = pending.pop()
        if isinstance(entry, list):
            pending.extend(reversed(entry))
        else:
            left -= 1
            yield entry


def _blocks(text: str) -> Iterator[str]:
    for block in _BLANK_LINES.split(text):
        lines = [line.strip() for line in block.split("\n")]
        if any(lines):
            yield "\n".join(line for line in lines if line)


def _is_unreadable(text: str) -> bool:
    characters = [character for character in text if not character.isspace()]
    strange = sum(sign == "\ufffd" or unicodedata.category(sign) in _NOT_TEXT for sign in characters)
    return strange * 2 > len(characters)


def _notes(without: list[int], unreadable: list[int]) -> list[str]:
    notes = []
    if without:
        notes.append(f"No text on {page_ranges(without)}: scanned, or only pictures. Their content is missing.")
    if unreadable:
        notes.append(f"The text on {page_ranges(unreadable)} cannot be read: its fonts do not say which letters.")
    return notes
