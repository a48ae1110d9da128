"""XLSX to a table. Only the parts that hold cells are unpacked, counted while they are, and handed to the reader.

Refused: more than 50 MB unpacked, too many parts, macros, passwords, entity declarations, sheets too large to hold.
Links to other files are not followed. Source: ours (reliability T30).
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable
from typing import Final

from workbench.bulk.reading.heading import HeaderRow, find_heading
from workbench.bulk.reading.table import Table, TopicLine, cell_text, checked_lines
from workbench.bulk.reading.xlsx_size import check_cells, check_sheets, shared_strings, shared_strings_xml
from workbench.errors import PlanRejected
from workbench.patterns import IGNORECASE, Pattern
from workbench.text import display_text

MAX_UNPACKED_BYTES: Final = 50_000_000
MAX_PARTS: Final = 2_000
_CHUNK: Final = 1 << 16
_WANTED: Final = Pattern(
    r"(?i)\[Content_Types\]\.xml|_rels/\.rels|xl/(_rels/)?workbook\.xml(\.rels)?|xl/sharedStrings\.xml|xl/styles\.xml"
    r"|xl/worksheets/[^/]+\.xml"
)
_DECLARATION = Pattern(rb"<!(?:DOCTYPE|ENTITY)", IGNORECASE)
_SHARED: Final = "xl/sharedstrings.xml"
_PART: Final = b"PK\x01\x02"  # begins each entry of an archive's list


def read_spreadsheet(
    data: bytes, name: str, knows: Callable[[str], bool], *, sheet: str | int | None = None, header: bool | None = None
) -> Table:
    """Return the named sheet, else the first with a known column, else the first that is not empty.

    `knows` says whether a cell is a column's name. Raises `PlanRejected`.
    """
    from python_calamine import CalamineError, CalamineWorkbook

    cleaned, notes = unpack_workbook(data)
    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(cleaned))
        names = list(workbook.sheet_names)
        sheets: list[tuple[str, list[TopicLine], HeaderRow]] = []
        for sheet_name in _choose_sheets(names, sheet):
            rows = workbook.get_sheet_by_name(sheet_name).to_python(skip_empty_area=False)
            lines = [TopicLine(number, tuple(map(cell_text, row))) for number, row in enumerate(rows, 1)]
            heading = find_heading(lines, header, knows, is_sheet=True)
            is_list = any(map(knows, heading.columns)) and any(line.number > heading.line for line in lines)
            if is_list or (heading.columns and not sheets):
                sheets = [(sheet_name, lines, heading)]
            if is_list:
                break
    except CalamineError as refused:
        raise PlanRejected(
            f"{name} cannot be read as XLSX: {display_text(str(refused), longest=120)}. Nothing was sent."
        ) from None
    if not sheets:
        raise PlanRejected(f"{name} is empty. Nothing was sent.")
    title, lines, heading = sheets[0]
    if len(names) > 1:
        others = ", ".join(repr(display_text(name, longest=60)) for name in names if name != title)
        notes = (*notes, f"The sheet {display_text(title, longest=60)!r} was read, of {len(names)}; not {others}.")
    below = checked_lines(line for line in lines if line.number > heading.line)
    return Table(name, heading.columns, below, (*notes, *heading.notes))


def unpack_workbook(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Return the workbook with only the parts that hold cells, uncompressed, and notes.

    Raises `PlanRejected`.
    """
    try:
        return _repack_workbook(data)
    except PlanRejected:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError) as refused:
        raise PlanRejected(
            f"The workbook is damaged: {display_text(str(refused), longest=120)}. Nothing was sent."
        ) from None


def _repack_workbook(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    notes: tuple[str, ...] = ()
    if data.count(_PART) > 2 * MAX_PARTS:
        raise PlanRejected(f"The workbook has more than {MAX_PARTS:,} parts. Nothing was sent.")
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as packed, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as plain:
        parts = packed.infolist()
        names = [part.filename for part in parts]
        _check_parts(parts, names)
        if any(name.lower().startswith("xl/externallinks/") for name in names):
            notes = ("The workbook has links to other files. They were not followed; its last values were read.",)
        left = MAX_UNPACKED_BYTES
        lengths: list[int] = []
        # Shared strings come first: what a sheet holds depends on them.
        for part in sorted(parts, key=lambda packed_part: packed_part.filename.lower() != _SHARED):
            if _WANTED.fullmatch(part.filename):
                content = _content(packed, part, left)
                left -= len(content)
                _refuse_entities(content)
                if part.filename.lower() == _SHARED:
                    strings = shared_strings(content)
                    lengths, content = [len(string) for string in strings], shared_strings_xml(strings)
                elif part.filename.lower() == "xl/workbook.xml":
                    check_sheets(content)
                check_cells(content, lengths)  # in every part: a workbook may name any of them as a sheet
                plain.writestr(part.filename, content)
    return out.getvalue(), notes


def _check_parts(parts: list[zipfile.ZipInfo], names: list[str]) -> None:
    if len(parts) > MAX_PARTS:
        raise PlanRejected(f"The workbook has more than {MAX_PARTS:,} parts. Nothing was sent.")
    if len(set(names)) != len(names):
        raise PlanRejected("The workbook holds the same part twice. Nothing was sent.")
    if any(part.flag_bits & 1 for part in parts):
        raise PlanRejected("The workbook has a password. Save a copy without one. Nothing was sent.")
    if any("vbaproject" in name.lower() or "/macrosheets/" in name.lower() for name in names):
        raise PlanRejected("The workbook holds macros. Save it as .xlsx without them. Nothing was sent.")
    if sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
        raise _too_large()
    if "xl/workbook.xml" not in [name.lower() for name in names]:
        raise PlanRejected("This is an archive, but no XLSX workbook. Nothing was sent.")


def _content(packed: zipfile.ZipFile, part: zipfile.ZipInfo, left: int) -> bytes:
    # The sizes that an archive declares may be wrong, so unpacked bytes are counted.
    pieces, size = [], 0
    with packed.open(part) as file:
        while piece := file.read(_CHUNK):
            size += len(piece)
            if size > left:
                raise _too_large()
            pieces.append(piece)
    return b"".join(pieces)


def _refuse_entities(content: bytes) -> None:
    if _DECLARATION.search(content) or content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise PlanRejected("The workbook declares its own entities or an odd encoding. Nothing was sent.")


def _choose_sheets(names: list[str], sheet: str | int | None) -> list[str]:
    if sheet is None:
        return names
    if isinstance(sheet, int) and 0 <= sheet < len(names):
        return [names[sheet]]
    if isinstance(sheet, str) and sheet in names:
        return [sheet]
    listed = ", ".join(display_text(name, longest=60) for name in names[:20])
    raise PlanRejected(f"There is no such sheet. The workbook has: {listed}. Nothing was sent.")


def _too_large() -> PlanRejected:
    return PlanRejected(f"The workbook unpacks to more than {MAX_UNPACKED_BYTES // 10**6} MB. Nothing was sent.")
