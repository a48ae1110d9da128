"""CSV and pasted text: the delimiter, the header, and lines that are torn."""

from __future__ import annotations

import csv

import pytest

from workbench.bulk.reading.csv_text import Form, read_delimited
from workbench.bulk.reading.table import Table
from workbench.bulk.reading.topic_columns import is_known_name
from workbench.errors import PlanRejected


def csv_table(text: str, form: Form | None = None) -> Table:
    """The table in a CSV file."""
    return read_delimited(text, "topics.csv", form or Form(), is_known_name)


def pasted_table(text: str) -> Table:
    """The table in pasted text."""
    return read_delimited(text, "pasted list", Form(), is_known_name, is_list=True)


def cells(table: Table) -> list[tuple[str, ...]]:
    """The table's cells, line by line."""
    return [line.cells for line in table.lines]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(delimiter: str) -> None:
    """The usual four."""
    table = csv_table(f"topic{delimiter}language\nBread{delimiter}EN\n")

    assert (table.columns, cells(table)) == (("topic", "language"), [("Bread", "EN")])


def test_a_cell_may_hold_lines_and_delimiters() -> None:
    """Quotation marks keep a cell together; a line's number is where the cell begins."""
    table = csv_table('topic,note\n"Bread, butter\nand jam",x\nMilk,y\n')

    assert cells(table) == [("Bread, butter\nand jam", "x"), ("Milk", "y")]
    assert [line.number for line in table.lines] == [2, 4]


def test_one_column_with_commas_in_it_stays_one_column() -> None:
    """A heading of one known name: what follows are topics, commas and all."""
    assert cells(csv_table("topic\nBread, butter and jam\nMilk\n")) == [("Bread, butter and jam",), ("Milk",)]


def test_a_torn_line_is_marked_and_not_cut_in_silence() -> None:
    """Text with commas and without quotation marks would lose its end, and cost credits."""
    table = csv_table("topic,language\nBread, butter and jam,EN\nMilk,EN\n")

    assert "3 cells where the heading has 2" in table.lines[0].fault
    assert table.lines[1].fault == ""


def test_missing_cells_are_empty() -> None:
    """A short line is no torn line."""
    assert cells(csv_table("topic,language\nBread\n")) == [("Bread", "")]


def test_a_list_without_a_heading_is_all_topics() -> None:
    """The first line is a topic too, and a note says so."""
    table = pasted_table("Bread\nMilk\n")

    assert cells(table) == [("Bread",), ("Milk",)]
    assert "header=True" in table.notes[0]


def test_a_heading_can_be_insisted_on() -> None:
    """A person knows better."""
    table = csv_table("Occupation\nBaker\n", Form(header=True))

    assert (table.columns, cells(table)) == (("Occupation",), [("Baker",)])


def test_pasted_lines_with_commas_are_one_topic_each() -> None:
    """A list is split only under a heading that is known."""
    assert cells(pasted_table("Paris, France\nRome, Italy")) == [("Paris, France",), ("Rome, Italy",)]


def test_a_pasted_part_of_a_spreadsheet_is_split() -> None:
    """Tabs under a known heading."""
    assert cells(pasted_table("topic\tlanguage\nBread\tEN\n")) == [("Bread", "EN")]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_is_read(end: str) -> None:
    """Of three systems."""
    assert cells(pasted_table(f"Bread{end}Milk{end}")) == [("Bread",), ("Milk",)]


def test_blank_lines_are_kept_for_the_plan_to_call_empty() -> None:
    """Numbers stay those of the file."""
    table = pasted_table("Bread\n\nMilk")

    assert [line.number for line in table.lines] == [1, 2, 3]


def test_a_quotation_mark_out_of_place_is_said() -> None:
    """The rest is still read, and a person is told where to look."""
    table = csv_table('topic,note\n"Bread,x\nMilk,y\n')

    assert "quotation mark" in table.notes[0].lower()


def test_a_cell_of_a_hundred_kilobytes_is_read() -> None:
    """The reader's usual limit is lifted, and restored."""
    usual = csv.field_size_limit()
    table = csv_table(f"topic,note\n{'x' * 150_000},y\n")

    assert len(table.lines[0].cells[0]) > 4_000
    assert csv.field_size_limit() == usual


def test_empty_text_is_refused() -> None:
    """There is nothing to plan."""
    with pytest.raises(PlanRejected, match="is empty"):
        csv_table(" \n ")


def test_a_delimiter_of_two_characters_is_refused() -> None:
    """One, or none."""
    with pytest.raises(PlanRejected, match="one character"):
        csv_table("a\n", Form(delimiter="::"))


def test_an_empty_delimiter_is_one_topic_a_line() -> None:
    """Said by a person whose topics look like columns."""
    assert cells(csv_table("Paris, France\nRome, Italy\n", Form(delimiter="", header=False))) == [
        ("Paris, France",),
        ("Rome, Italy",),
    ]


def test_bullets_and_numbers_before_every_line_are_left_out() -> None:
    """As a list is pasted from a letter; the note says so."""
    table = pasted_table("- Bread\n\u2022 Milk\n3) Tea\n")

    assert cells(table) == [("Bread",), ("Milk",), ("Tea",)]
    assert "The bullet or number at the start of each line was removed." in table.notes


def test_a_bullet_before_some_lines_belongs_to_them() -> None:
    """It may be part of the topic."""
    assert cells(pasted_table("- Bread\n1. FC K\u00f6ln\nMilk\n"))[0] == ("- Bread",)


def test_empty_lines_at_the_end_are_no_rows() -> None:
    """One in the middle is, so that the lines keep their numbers."""
    assert cells(pasted_table("Bread\n\nMilk\n\n \n")) == [("Bread",), ("",), ("Milk",)]


def test_what_an_open_quotation_mark_takes_together_is_torn() -> None:
    """It would be one long topic, and be paid for."""
    table = csv_table('topic,language\nBread,EN\n"Milk,EN\nTea,EN\n')

    assert [bool(line.fault) for line in table.lines] == [False, True]
    assert "A quotation mark is out of place" in table.notes[0]


def test_the_heading_is_found_below_a_title_line() -> None:
    """As a spreadsheet saved as CSV often begins."""
    table = csv_table("Topics of spring;;\n;;\nNo.;Topic;Language\n1;Bread;EN\n")

    assert (table.columns, cells(table)) == (("No.", "Topic", "Language"), [("1", "Bread", "EN")])


def test_cells_that_were_pasted_are_told_apart_by_their_tabs() -> None:
    """Both columns would be one topic; commas alone belong to topics."""
    assert pasted_table("Bread\tEN\nMilk\tDE\n").columns == ("Bread", "EN")
    assert len(pasted_table("Bread, butter\nMilk, tea\n").columns) == 1


@pytest.mark.parametrize("first", ["sep=;", '"sep=;"', "SEP=;", "\ufeffsep=;"])
@pytest.mark.parametrize("is_list", [True, False])
def test_excels_line_of_the_delimiter_is_no_topic(first: str, is_list: bool) -> None:
    """Lessons were made, and paid for, of raw lines; numbers stay those of the file."""
    text = f"{first}\r\ntopic;language\r\nBread, butter;EN\r\n"
    table = read_delimited(text, "topics.csv", Form(), is_known_name, is_list=is_list)

    assert table.columns == ("topic", "language")
    assert [(line.number, line.cells) for line in table.lines] == [(3, ("Bread, butter", "EN"))]


def test_the_line_of_the_delimiter_is_no_topic_without_a_heading_either() -> None:
    """It is left out, whatever follows."""
    table = csv_table("sep=|\nBread|EN\nMilk|DE\n", Form(header=False))

    assert [(line.number, line.cells) for line in table.lines] == [(2, ("Bread", "EN")), (3, ("Milk", "DE"))]
