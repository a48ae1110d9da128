"""What a workbook holds once it is laid out, counted before it is."""

from __future__ import annotations

import pytest

from workbench.bulk.reading.xlsx_size import check_cells, check_sheets, shared_strings, shared_strings_xml
from workbench.errors import PlanRejected


def test_a_shared_string_counts_in_every_cell_that_names_it() -> None:
    """A string that is stored once stood for terabytes."""
    rows = b"<d>%s</d>" % (b'<row><c t="s"><v>0</v></c></row>' * 6_000)

    check_cells(rows, [10_000])
    with pytest.raises(PlanRejected, match="million characters"):
        check_cells(rows, [20_000])


@pytest.mark.parametrize("number", [b"+0", b"1<!---->0", b"<![CDATA[0]]>", b"7", b"1<x/>"])
def test_a_number_that_two_readers_could_read_differently_counts_as_the_longest(number: bytes) -> None:
    """What is counted is never less than what a reader lays out."""
    rows = b"<d>%s</d>" % (b'<row><c t="s"><v>%s</v></c></row>' % number * 6_000)

    with pytest.raises(PlanRejected, match="million characters"):
        check_cells(rows, [20_000, 0])


def test_a_cell_that_is_only_formatted_takes_no_place() -> None:
    """A sheet that is coloured down to its last row is an ordinary one."""
    check_cells(b'<d><row r="1048576"><c r="XFD1048576" s="1"/></row></d>', [])


@pytest.mark.parametrize("cell", [b'<c r = "XFD1048576"><v>1</v></c>', b"<x:c r='XFD1048576'><x:v>1</x:v></x:c>"])
def test_a_cell_far_off_is_found_however_it_is_written(cell: bytes) -> None:
    """Blanks around the sign, or a prefix, hid it from a pattern."""
    with pytest.raises(PlanRejected, match="too far"):
        check_cells(b'<d xmlns:x="x">%s</d>' % cell, [])


def test_shared_strings_keep_their_numbers() -> None:
    """An empty one is one too; how a word is spoken is none of its text."""
    strings = shared_strings(
        b"<sst><si/><si><t> a </t><rPh><t>z</t></rPh></si><si><r><t>b</t></r><r><t>c</t></r></si></sst>"
    )

    assert strings == ["", "a", "bc"]
    assert shared_strings(shared_strings_xml(["", " a ", "<&>"])) == ["", " a ", "<&>"]


def test_a_workbook_of_many_sheets_is_refused() -> None:
    """Each may name the same part, which is then read again and again."""
    with pytest.raises(PlanRejected, match="200 sheets"):
        check_sheets(b"<sheets>%s</sheets>" % (b"<sheet/>" * 201))


def test_a_part_that_is_no_xml_is_refused() -> None:
    """In plain words."""
    with pytest.raises(PlanRejected, match="damaged"):
        check_cells(b"<d>", [])
