"""XLSX files: what is read, and what a hostile archive cannot do."""

from __future__ import annotations

import io
import struct
import zipfile
from typing import Any

import pytest
import xlsxwriter

from tests.bulk.archives import with_parts
from workbench.bulk.reading.table import Table
from workbench.bulk.reading.topic_columns import is_known_name
from workbench.bulk.reading.xlsx import read_spreadsheet, unpack_workbook
from workbench.errors import PlanRejected

WORKBOOK = "xl/workbook.xml"
SHEET = "xl/worksheets/sheet1.xml"


def xlsx(*sheets: tuple[str, list[list[Any]]]) -> bytes:
    """A workbook with these sheets."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as workbook:
        for name, rows in sheets:
            sheet = workbook.add_worksheet(name)
            [sheet.write_row(number, 0, row) for number, row in enumerate(rows)]
    return out.getvalue()


def read(data: bytes, name: str, sheet: str | int | None = None) -> Table:
    """The table in a workbook."""
    return read_spreadsheet(data, name, is_known_name, sheet=sheet)


@pytest.fixture
def topics() -> bytes:
    """A plain workbook."""
    return xlsx(("Topics", [["topic", "code"], ["Bread", 2654], ["", ""], ["Milk", 1.5]]))


def test_a_sheet_gives_columns_and_rows(topics: bytes) -> None:
    """Numbers read as a person reads them; line numbers are those of the sheet."""
    table = read(topics, "t.xlsx")

    assert table.columns == ("topic", "code")
    assert [(line.number, line.cells) for line in table.lines] == [
        (2, ("Bread", "2654")),
        (3, ("", "")),
        (4, ("Milk", "1.5")),
    ]


def test_the_first_sheet_with_something_in_it_is_read() -> None:
    """A note says which one."""
    table = read(xlsx(("Cover", []), ("Topics", [["topic"], ["Bread"]])), "t.xlsx")

    assert table.lines[0].cells == ("Bread",)
    assert "'Topics'" in table.notes[0]


@pytest.mark.parametrize("sheet", ["Two", 1])
def test_a_sheet_can_be_named_or_counted(sheet: str | int) -> None:
    """By its name, or from 0."""
    data = xlsx(("One", [["topic"], ["Bread"]]), ("Two", [["topic"], ["Milk"]]))

    assert read(data, "t.xlsx", sheet).lines[0].cells == ("Milk",)


def test_a_sheet_that_is_not_there_is_refused_with_the_list(topics: bytes) -> None:
    """A person sees what there is."""
    with pytest.raises(PlanRejected, match="The workbook has: Topics"):
        read(topics, "t.xlsx", "Lessons")


def test_a_bomb_is_stopped_while_it_unpacks(topics: bytes) -> None:
    """60 MB of nothing pack into 60 kB."""
    bomb = with_parts(topics, {SHEET: b" " * 60_000_000})

    assert len(bomb) < 100_000
    with pytest.raises(PlanRejected, match="more than 50 MB"):
        read(bomb, "t.xlsx")


def test_a_size_that_lies_is_found_out(topics: bytes) -> None:
    """What an archive declares is not what comes out: the reader never sees more than was counted."""
    bomb = bytearray(with_parts(topics, {SHEET: b" " * 60_000_000}))
    real, said = struct.pack("<L", 60_000_000), struct.pack("<L", 1_000)

    with pytest.raises(PlanRejected):
        read(bytes(bomb.replace(real, said)), "t.xlsx")


def test_too_many_parts_are_refused(topics: bytes) -> None:
    """An archive of thousands of parts is not a workbook."""
    many = {f"xl/worksheets/s{number}.xml": b"" for number in range(2_001)}

    with pytest.raises(PlanRejected, match="2,000 parts"):
        read(with_parts(topics, many), "t.xlsx")


def test_a_sheet_that_reaches_too_far_is_refused(topics: bytes) -> None:
    """Two cells at opposite corners would be seventeen billion when laid out."""
    corners = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
        b"</sheetData></worksheet>"
    )

    with pytest.raises(PlanRejected, match="too far"):
        read(with_parts(topics, {SHEET: corners}), "t.xlsx")


def test_macros_are_refused(topics: bytes) -> None:
    """They would not run, but a person should know that they are there."""
    with pytest.raises(PlanRejected, match="macros"):
        read(with_parts(topics, {"xl/vbaProject.bin": b"x"}), "t.xlsx")


def test_links_to_other_files_are_not_followed_and_said(topics: bytes) -> None:
    """The last values that the workbook holds are read."""
    linked = with_parts(topics, {"xl/externalLinks/externalLink1.xml": b"<x/>"})

    assert "were not followed" in read(linked, "t.xlsx").notes[0]


def test_entities_are_refused(topics: bytes) -> None:
    """Declared entities can multiply."""
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaa">]><worksheet/>'

    with pytest.raises(PlanRejected, match="entities"):
        read(with_parts(topics, {SHEET: bomb}), "t.xlsx")


def test_a_part_that_is_there_twice_is_refused(topics: bytes) -> None:
    """Two readers would see two workbooks."""
    out = io.BytesIO(topics)
    with zipfile.ZipFile(out, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(WORKBOOK, b"<workbook/>")

    with pytest.raises(PlanRejected, match="twice"):
        read(out.getvalue(), "t.xlsx")


def test_another_archive_is_refused() -> None:
    """A .docx, a .zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("word/document.xml", "<x/>")

    with pytest.raises(PlanRejected, match="no XLSX workbook"):
        read(out.getvalue(), "t.docx")


@pytest.mark.parametrize("keep", [10, 300, 2_000, -40])
def test_a_torn_archive_is_refused(topics: bytes, keep: int) -> None:
    """In plain words, wherever it was cut."""
    with pytest.raises(PlanRejected, match="damaged|cannot be read"):
        read(topics[:keep], "t.xlsx")


def test_only_parts_with_cells_reach_the_reader(topics: bytes) -> None:
    """Pictures, settings and whatever else is packed stay packed."""
    cleaned, _ = unpack_workbook(with_parts(topics, {"xl/media/picture.png": b"x"}))

    assert "xl/media/picture.png" not in zipfile.ZipFile(io.BytesIO(cleaned)).namelist()


def test_an_empty_workbook_is_refused() -> None:
    """There is nothing to plan."""
    with pytest.raises(PlanRejected, match="is empty"):
        read(xlsx(("Empty", [])), "t.xlsx")


def test_a_sheet_of_topics_without_a_heading_loses_none() -> None:
    """The first cell was taken for a column's name, and no lesson was made of it."""
    table = read(xlsx(("Topics", [["Bread"], ["Milk"]])), "t.xlsx")

    assert [line.cells for line in table.lines] == [("Bread",), ("Milk",)]
    assert "Line 1 was read as a topic" in table.notes[-1]


def test_the_heading_of_a_sheet_is_found_below_its_title() -> None:
    """Line numbers stay those of the sheet."""
    table = read(xlsx(("Topics", [["Spring"], [], ["No.", "Topic"], [1, "Bread"]])), "t.xlsx")

    assert [(line.number, line.cells) for line in table.lines] == [(4, ("1", "Bread"))]


def test_a_person_may_say_that_a_sheet_has_no_heading() -> None:
    """Then its columns are called by their place."""
    table = read_spreadsheet(xlsx(("T", [["Bread", "EN"], ["Milk", "EN"]])), "t.xlsx", is_known_name, header=False)

    assert (table.columns, len(table.lines)) == (("column 1", "column 2"), 2)


def test_a_cover_sheet_does_not_hide_the_topics() -> None:
    """Its lines became topics; the note says which sheets were not read."""
    cover = ("Cover", [["Spring programme"], ["made by", "Ada"]])
    table = read(
        xlsx(cover, ("List", [["topic", "language"], ["Bread", "EN"]]), ("Old", [["topic"], ["Tea"]])), "t.xlsx"
    )

    assert [line.cells for line in table.lines] == [("Bread", "EN")]
    assert table.notes[0] == "The sheet 'List' was read, of 3; not 'Cover', 'Old'."


def test_of_sheets_without_a_known_column_the_first_is_read() -> None:
    """As before."""
    table = read(xlsx(("One", [["Bread"], ["Milk"]]), ("Two", [["Tea"], ["Salt"]])), "t.xlsx")

    assert [line.cells for line in table.lines] == [("Bread",), ("Milk",)]
