"""Estimate the unpacked size of a workbook from its XML, before a reader creates cells.

A shared string is stored once and copied into each cell that names it, so a few kilobytes can stand for terabytes.
Source: ours (reliability T30).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final
from xml.parsers.expat import ExpatError, ParserCreate
from xml.sax.saxutils import escape

from workbench.bulk.reading.table import MAX_CELL_CHARACTERS, MAX_CELLS, MAX_COLUMNS, MAX_TEXT_CHARACTERS
from workbench.errors import PlanRejected

MAX_SHEETS: Final = 200
_TOO_FAR: Final = "A sheet reaches too far right or down. Delete its empty rows and columns."
_TOO_MUCH: Final = f"The workbook holds more than {MAX_TEXT_CHARACTERS // 10**6} million characters. Split it."


def shared_strings(content: bytes) -> list[str]:
    """Return the shared strings in order, each cut to the length of a cell. Raises `PlanRejected`."""
    reader = _Strings()
    _parse(content, reader)
    return reader.strings()


def shared_strings_xml(strings: list[str]) -> bytes:
    """Return the strings as a part of a workbook, in the one form that all readers count in the same way."""
    items = "".join(f'<si><t xml:space="preserve">{escape(string)}</t></si>' for string in strings)
    return f'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{items}</sst>'.encode()


def check_cells(content: bytes, lengths: list[int]) -> None:
    """Raise `PlanRejected` for a part that is too wide, too high or too full once its cells are laid out.

    `lengths` are the lengths of the shared strings.
    """
    reader = _Cells(lengths, max(lengths, default=0))
    _parse(content, reader)
    reader.settle()


def check_sheets(content: bytes) -> None:
    """Raise `PlanRejected` for a list of sheets (`xl/workbook.xml`) that is too long.

    Many sheets may name one part.
    """
    counter = _Sheets()
    _parse(content, counter)
    if counter.count > MAX_SHEETS:
        raise PlanRejected(f"The workbook has more than {MAX_SHEETS} sheets. Nothing was sent.")


def _parse(content: bytes, reader: _Strings | _Cells | _Sheets) -> None:
    parser = ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    if not isinstance(reader, _Cells):  # the half of the time
        parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.CommentHandler = parser.StartCdataSectionHandler = reader.odd
    parser.ProcessingInstructionHandler = reader.odd
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(content, True)
    except ExpatError as refused:
        raise PlanRejected(f"The workbook is damaged: {refused}. Nothing was sent.") from None


def _refuse_doctype(*_declared: Any) -> None:
    raise PlanRejected("The workbook declares its own entities or an odd encoding. Nothing was sent.")


class _Reader:
    """An XML reader that ignores everything; subclasses handle what they need."""

    __slots__ = ()

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element."""

    def end(self, name: str) -> None:
        """Handle the end of an element."""

    def text(self, data: str) -> None:
        """Text between elements."""

    def odd(self, *_content: Any) -> None:
        """Handle a comment, a processing instruction or a CDATA section."""


@dataclass(slots=True)
class _Sheets(_Reader):
    count: int = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += _local(name) == "sheet"


@dataclass(slots=True)
class _Strings(_Reader):
    found: list[list[str]] = field(default_factory=list)
    is_read: bool = False
    phonetic: int = 0
    is_trimmed: bool = True

    def start(self, name: str, attributes: dict[str, str]) -> None:
        local = _local(name)
        if local == "si":
            self.found.append([])
            if len(self.found) > MAX_CELLS // 5:
                raise PlanRejected(_TOO_MUCH)
        self.phonetic += local == "rPh"  # pronunciation is not part of a word
        self.is_read = local == "t" and not self.phonetic
        self.is_trimmed = attributes.get("xml:space") != "preserve"

    def end(self, name: str) -> None:
        self.phonetic -= _local(name) == "rPh"
        self.is_read = False

    def text(self, data: str) -> None:
        if self.is_read and self.found:
            self.found[-1].append((data.strip() if self.is_trimmed else data)[:MAX_CELL_CHARACTERS])

    def strings(self) -> list[str]:
        """Return the strings found, each in one piece."""
        return ["".join(string)[:MAX_CELL_CHARACTERS] for string in self.found]


@dataclass(slots=True)
class _Cells(_Reader):
    """Counts cells as a reader does: a cell or row without a position follows the previous one."""

    lengths: list[int]
    longest: int
    row: int = 0
    column: int = 0
    width: int = 0
    height: int = 0
    characters: int = 0
    is_shared: bool = False
    number: str | None = None
    is_odd: bool = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2] if ":" in name else name
        if self.number is not None:
            self.is_odd = self.is_odd or local not in ("c", "row")
            self.settle()
        if local == "row":
            self.row = _row(attributes["r"]) if "r" in attributes else self.row + 1
            self.column = 0
        elif local == "c":
            self.column += 1
            if "r" in attributes:
                self.column, self.row = _place(attributes["r"])
            self.is_shared = attributes.get("t") == "s"
        elif local in ("v", "is"):  # a cell that is only formatted takes no place
            self.width, self.height = max(self.width, self.column), max(self.height, self.row)
            if self.width > MAX_COLUMNS * 17 or self.width * self.height > MAX_CELLS:
                raise PlanRejected(_TOO_FAR)
            if self.is_shared:
                self.number, self.is_odd = "", False

    def text(self, data: str) -> None:
        if self.number is None:
            self._count(len(data))
        else:
            self.number += data

    def odd(self, *_content: Any) -> None:
        self.is_odd = True

    def settle(self) -> None:
        """Count the text that the last cell's number refers to."""
        if self.number is not None:
            digits, self.number = self.number.strip(), None
            place = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 9 else -1
            # If readers could disagree about the number, it counts as the longest string.
            is_plain = not self.is_odd and 0 <= place < len(self.lengths)
            self._count(self.lengths[place] if is_plain else self.longest)

    def _count(self, characters: int) -> None:
        self.characters += characters
        if self.characters > MAX_TEXT_CHARACTERS:
            raise PlanRejected(_TOO_MUCH)


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _place(place: str) -> tuple[int, int]:
    letters = place.rstrip("0123456789")
    return _column(letters[:5].upper()), _row(place[len(letters) :])


@lru_cache(20_000)
def _column(letters: str) -> int:
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return column


def _row(digits: str) -> int:
    if not (digits.isascii() and digits.isdigit() and len(digits) < 9):
        raise PlanRejected("The workbook is damaged: a cell has no place. Nothing was sent.")
    return int(digits)
