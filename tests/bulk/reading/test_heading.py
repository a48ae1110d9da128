"""Which line is the heading: the first, one below title lines, or none."""

from __future__ import annotations

from workbench.bulk.reading.heading import find_heading
from workbench.bulk.reading.table import TopicLine
from workbench.bulk.reading.topic_columns import is_known_name


def lines(*rows: tuple[str, ...]) -> list[TopicLine]:
    """Lines with these cells, numbered from 1."""
    return [TopicLine(number, cells) for number, cells in enumerate(rows, 1)]


def test_a_line_with_a_known_name_is_the_heading() -> None:
    """The names next to it are columns as well; one without a name is called by its place."""
    heading = find_heading(lines(("Code", "Thema", ""), ("1", "Bread", "x")), None, is_known_name)

    assert (heading.columns, heading.line, heading.notes) == (("Code", "Thema", "column 3"), 1, ())


def test_the_heading_is_found_below_a_title() -> None:
    """As a spreadsheet has it that was made to be printed; the note says what was left out."""
    table = lines(("Topics of spring", "", ""), ("", "", ""), ("No.", "Topic", "Language"), ("1", "Bread", "EN"))

    heading = find_heading(table, None, is_known_name, is_sheet=True)

    assert (heading.columns, heading.line) == (("No.", "Topic", "Language"), 3)
    assert heading.notes == ("The heading is in line 3; the lines above it were skipped.",)


def test_a_known_name_far_down_among_topics_is_no_heading() -> None:
    """Lines with several cells are rows, not titles."""
    table = lines(("Bread", "EN"), ("Milk", "EN"), ("Title", "EN"))

    assert find_heading(table, None, is_known_name, is_sheet=True).line == 1


def test_one_column_without_a_known_name_has_no_heading() -> None:
    """Its first line is a topic, and a note says so, in a sheet as in a text."""
    heading = find_heading(lines(("Bread",), ("Milk",)), None, is_known_name, is_sheet=True)

    assert (heading.columns, heading.line) == (("column 1",), 0)
    assert "Line 1 was read as a topic" in heading.notes[0]


def test_a_person_may_say_that_there_is_none() -> None:
    """Then the first line is a row whatever it holds."""
    assert find_heading(lines(("topic",), ("Bread",)), False, is_known_name).line == 0


def test_a_person_may_say_that_the_first_line_is_one() -> None:
    """Though nobody knows its names."""
    assert find_heading(lines(("Was",), ("Bread",)), True, is_known_name).columns == ("Was",)


def test_where_nothing_is_written_there_are_no_columns() -> None:
    """Empty lines are no table."""
    assert find_heading(lines(("", ""), ("", "")), None, is_known_name).columns == ()
