"""Reads topics from a file, pasted text, a list or a DataFrame as a table.

Opens local files only, no address.

Files are opened by handle, must be regular, and are recognised by their first bytes, not by their name alone.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

from workbench.bulk.reading.csv_text import Form, read_delimited
from workbench.bulk.reading.decoding import decode
from workbench.bulk.reading.parquet import read_frame, read_parquet
from workbench.bulk.reading.table import MAX_COLUMNS, MAX_LINES, Table, TopicLine, cell_text, checked_lines
from workbench.bulk.reading.xlsx import read_spreadsheet
from workbench.errors import PlanRejected
from workbench.patterns import Pattern
from workbench.text import display_text

MAX_FILE_BYTES: Final = 50_000_000
_MAX_JSON_VALUES: Final = 1_000_000  # each takes a hundred times its one character
PASTED: Final = "pasted list"
_ADDRESS: Final = Pattern(
    r"(?i)\s*(?:[a-z][a-z0-9+.\-]*:[/\\]|(?:data|javascript|file|mailto|jar|view-source):|[/\\]{2})"
)
_DRIVE: Final = Pattern(r"(?i)\s*[a-z]:[/\\]")
_SUFFIXES: Final = (".csv", ".tsv", ".tab", ".txt", ".xlsx", ".xlsm", ".xls", ".ods", ".parquet", ".pq", ".json", ".md")
_FOREIGN: Final = (
    (b"%PDF", "a PDF"),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Word file; save it as .xlsx"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"\x1f\x8b", "packed with gzip; unpack it first"),
    (b"SQLite format 3", "a database"),
    (b"\x7fELF", "a program"),
)


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Options for reading the source. `None` detects a value."""

    encoding: str | None = None
    form: Form = field(default_factory=Form)
    sheet: str | int | None = None


def read_source(source: Any, options: ReadOptions, knows: Callable[[str], bool]) -> Table:
    """Return the source as a table; a table that was read already is returned unchanged.

    `knows` says whether a cell is a column's name. Raises `PlanRejected`; sends nothing.
    """
    if isinstance(source, Table):
        return source
    if isinstance(source, str):
        return _from_text(source, options, knows)
    if isinstance(source, os.PathLike):
        refuse_address(os.fspath(source))
        return read_file(Path(source), options, knows)
    if isinstance(source, bytes | bytearray):
        raise PlanRejected("Give a path, a list, a table or text, not bytes.")
    if hasattr(source, "columns") or hasattr(source, "to_frame"):
        return read_frame(source)
    if isinstance(source, Mapping) or not isinstance(source, Iterable):
        raise PlanRejected("Give a path, a list, a table or pasted text.")
    return _from_list(source)


def refuse_address(text: str | bytes) -> None:
    """Raise `PlanRejected` for an address outside this computer.

    Only files are read; addresses are never opened.
    """
    line = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    if _ADDRESS.match(line) and not _DRIVE.match(line):
        raise PlanRejected(
            f"{display_text(line.strip(), longest=80)} is a web address. Download the file and give its path."
        )


def read_file(path: Path, options: ReadOptions, knows: Callable[[str], bool]) -> Table:
    """Return a CSV, text, XLSX or Parquet file as a table."""
    return read_bytes(file_bytes(path), path.name, options, knows)


def read_bytes(data: bytes, file_name: str, options: ReadOptions, knows: Callable[[str], bool]) -> Table:
    """Return a file's bytes, at most `MAX_FILE_BYTES`, as a table.

    The name only distinguishes CSV from a list of lines.
    """
    return replace(_table_of(data, file_name, options, knows), is_file=True)


def _table_of(data: bytes, file_name: str, options: ReadOptions, knows: Callable[[str], bool]) -> Table:
    name = display_text(file_name, longest=120)
    if len(data) > MAX_FILE_BYTES:
        raise PlanRejected(f"{name} is larger than {MAX_FILE_BYTES // 10**6} MB. Split the list. Nothing was sent.")
    if not data.strip():
        raise PlanRejected(f"{name} is empty. Nothing was sent.")
    for start, what in _FOREIGN:
        if data.startswith(start):
            raise PlanRejected(f"{name} is {what}. Use CSV, XLSX, Parquet or plain text. Nothing was sent.")
    if data.startswith(b"PK"):
        return read_spreadsheet(data, name, knows, sheet=options.sheet, header=options.form.header)
    if data.startswith(b"PAR1"):
        return read_parquet(data, name)
    is_list = not file_name.lower().endswith((".csv", ".tsv", ".tab"))
    text = decode(data, options.encoding).text
    _refuse_other_text(text, name)
    return read_delimited(text, name, options.form, knows, is_list=is_list)


def _refuse_other_text(text: str, name: str) -> None:
    # Each line of these would become a topic, and be paid for.
    start = text[:300].lstrip().lower()
    if start.startswith(("<!doctype", "<html", "<?xml")):
        raise PlanRejected(f"{name} is a web page or XML, not a list. Use CSV, XLSX, Parquet or plain text.")
    if start.startswith(("{", "[")) and _is_json(text):
        raise PlanRejected(
            f"{name} is JSON, not a list. Use CSV, XLSX, Parquet or plain text. A plan that was saved is opened with "
            "`wb.bulk.load` or `workbench generate`. Nothing was sent."
        )


def _is_json(text: str) -> bool:
    if text.count(",") + text.count("[") + text.count("{") > _MAX_JSON_VALUES:
        return text.rstrip().endswith(("}", "]"))
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def list_path(text: str) -> Path | None:
    """Return the file that a text names, or `None` for a pasted list. Raises `PlanRejected` for an address."""
    if "\n" in text or "\r" in text:
        return None
    refuse_address(text)
    return Path(text).expanduser() if text.lower().rstrip().endswith(_SUFFIXES) or _is_file(text) else None


def file_bytes(path: Path) -> bytes:
    """Return the bytes of a regular file; of one larger than `MAX_FILE_BYTES`, one byte more than that."""
    try:
        opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as refused:
        why = refused.strerror if isinstance(refused, OSError) else "this is not a path"
        raise PlanRejected(
            f"{display_text(str(path), longest=120)} cannot be opened: {why}. Nothing was sent."
        ) from None
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise PlanRejected(f"{display_text(str(path), longest=120)} is not a file. Nothing was sent.")
    with os.fdopen(opened, "rb") as file:
        return file.read(MAX_FILE_BYTES + 1)


def _from_text(source: str, options: ReadOptions, knows: Callable[[str], bool]) -> Table:
    if (path := list_path(source)) is not None:
        return read_file(path, options, knows)
    if len(source) > MAX_FILE_BYTES:
        raise PlanRejected("The text is too long for a topic list. Nothing was sent.")
    return read_delimited(source, PASTED, options.form, knows, is_list=True)


def _is_file(text: str) -> bool:
    try:
        return len(text) < 4096 and Path(text).expanduser().is_file()
    except (OSError, ValueError, RuntimeError):
        return False


def _from_list(source: Iterable[Any]) -> Table:
    items = list(islice(source, MAX_LINES + 1))
    if not items:
        raise PlanRejected("The list is empty. Nothing was sent.")
    if all(isinstance(item, Mapping) for item in items):
        columns = tuple(dict.fromkeys(str(key) for item in items for key in item))
        if len(columns) > MAX_COLUMNS:
            raise PlanRejected(f"The records have more than {MAX_COLUMNS:,} different fields. Nothing was sent.")
        rows = (tuple(cell_text(item.get(column)) for column in columns) for item in items)
        return Table("list", columns, checked_lines(TopicLine(n, row) for n, row in enumerate(rows, 1)))
    if not all(item is None or isinstance(item, str) for item in items):
        raise PlanRejected("A list must contain texts, or records with the same fields.")
    lines = (TopicLine(number, (cell_text(item),)) for number, item in enumerate(items, 1))
    return Table("list", ("topic",), checked_lines(lines))
