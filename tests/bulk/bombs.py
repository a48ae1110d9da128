"""Small files that stand for much: workbooks, Parquet files and texts, by name."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, Final

import pyarrow
import pyarrow.parquet
import xlsxwriter

from tests.bulk.archives import with_parts

_NAMESPACE: Final = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_LONG: Final = 9_000_000


def workbook(strings: bytes, rows: bytes) -> bytes:
    """A workbook of one sheet, with these shared strings and rows as XML."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        book.add_worksheet("Topics").write_row(0, 0, ["topic"])
    return with_parts(
        out.getvalue(),
        {
            "xl/sharedStrings.xml": b"<sst %s>%s</sst>" % (_NAMESPACE, strings),
            "xl/worksheets/sheet1.xml": b"<worksheet %s><sheetData>%s</sheetData></worksheet>" % (_NAMESPACE, rows),
        },
    )


def parquet(table: pyarrow.Table, **said: Any) -> bytes:
    """The table as a Parquet file, packed with zstd."""
    out = io.BytesIO()
    pyarrow.parquet.write_table(table, out, compression="zstd", write_statistics=False, **said)
    return out.getvalue()


def one_text_in_many_rows(**said: Any) -> bytes:
    """A dictionary of one long text."""
    places = pyarrow.array([0] * 20_000, pyarrow.int32())
    column = pyarrow.DictionaryArray.from_arrays(places, pyarrow.array(["x" * _LONG]))
    return parquet(pyarrow.table({"topic": column}), **said)


def _delta() -> bytes:
    table = pyarrow.table({"topic": ["x" * _LONG] * 60})
    return parquet(table, use_dictionary=False, column_encoding={"topic": "DELTA_BYTE_ARRAY"})


TOO_MUCH: Final[dict[str, Callable[[], bytes]]] = {
    "one-string-in-many-cells.xlsx": lambda: workbook(
        b"<si><t>" + b"x" * 10_000_000 + b"</t></si>", b'<row><c t="s"><v>0</v></c></row>' * 99_000
    ),
    "a-number-that-two-readers-read.xlsx": lambda: workbook(
        b"<si><t>" + b"x" * 19_000 + b"</t></si>", b'<row><c t="s"><v>+0</v></c></row>' * 99_000
    ),
    "corners.xlsx": lambda: workbook(
        b"", b'<row r = "1"><c r = "A1"><v>1</v></c></row><row r = "1048576"><c r = "XFD1048576"><v>1</v></c></row>'
    ),
    "empty-strings.xlsx": lambda: workbook(b"<si/>" * 3_000_000, b""),
    "dictionary.parquet": lambda: one_text_in_many_rows(store_schema=False),
    "dictionary-kept.parquet": one_text_in_many_rows,
    "one-page.parquet": lambda: parquet(pyarrow.table({"topic": ["x" * 220_000_000]})),
    "delta.parquet": _delta,
    "blank.csv": lambda: b"topic,language\n" + b"\n" * 12_000_000,
    "blank.txt": lambda: b"a" + b"\n" * 12_000_000 + b"b",
    "one-line.csv": lambda: b"topic" + b"," * 12_000_000,
    "one-record.csv": lambda: b"topic" + b',"\n"' * 4_000_000,
    "heading-of-a-thousand.csv": lambda: b"topic" + b"," * 999 + b"\n" * 99_000,
    "cells.csv": lambda: (b"topic" + b"," * 999 + b"\n") * 12_000,
    "records.json": lambda: b"[" + b"{}," * 5_000_000 + b"1]",
}
