"""Texts in files for spreadsheets: neutralized, so that none is computed, and read back. Every writer uses these.

Only text is touched: a negative number in a column of numbers stays one. Source: OWASP's list, ours (reliability T28).
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable
from typing import IO, Any, Final

BYTE_ORDER_MARK: Final = "\ufeff"
WORKBOOK_OPTIONS: Final = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
"""Options of xlsxwriter under which no text becomes anything else."""
_STARTS: Final = "=+-@\t\r\n|%＝＋－＠﹦﹢﹣﹫｜％"
"""Characters that begin a formula, a command or a new cell in some spreadsheet, full-width and small forms included."""
_QUOTES: Final = "'\"`"


def is_formula_like(text: str) -> bool:
    """Return whether a spreadsheet might evaluate the text, judging by its first character.

    Quotes and invisible characters are skipped.
    """
    for character in text:
        if character in _STARTS:
            return True
        if not (character in _QUOTES or character.isspace() or unicodedata.category(character) in ("Cc", "Cf")):
            return False
    return False


def neutralize(text: str) -> str:
    """Return the text, with an apostrophe before it if it looks like a formula, so spreadsheets show it unchanged."""
    return f"'{text}" if is_formula_like(text) else text


def restore(text: str) -> str:
    """Return the text that `neutralize` was given."""
    return text[1:] if text.startswith("'") and is_formula_like(text[1:]) else text


def write_csv_rows(file: IO[str], rows: Iterable[Iterable[Any]]) -> None:
    """Write rows as CSV: texts neutralized and without NUL, None as an empty cell, everything else as `str` has it."""
    lines = csv.writer(file, lineterminator="\r\n")
    for row in rows:
        lines.writerow([neutralize(cell).replace("\x00", "") if isinstance(cell, str) else cell for cell in row])


def csv_text(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows as `write_csv_rows` writes them, after the byte order mark by which Excel detects UTF-8."""
    file = io.StringIO(newline="")
    write_csv_rows(file, rows)
    return BYTE_ORDER_MARK + file.getvalue()


class TextFormat:
    """A format of xlsxwriter's workbook for cells of text, in which no text becomes a formula."""

    def __init__(self, book: Any, **properties: Any) -> None:
        self._plain = book.add_format(properties)
        self._quoted = book.add_format({**properties, "quote_prefix": True})

    def write(self, sheet: Any, row: int, column: int, text: str) -> None:
        """Write a text to a cell; the quote keeps it text when somebody edits it."""
        sheet.write_string(row, column, text, self._quoted if is_formula_like(text) else self._plain)
