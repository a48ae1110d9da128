"""A list as a person corrects it: a value that knows what the file said."""

from __future__ import annotations

import pytest

from tests.widgets.bulk.lists import table_of
from workbench.bulk.reading.topic_columns import ColumnMapping
from workbench.errors import PlanRejected
from workbench.widgets.bulk.edited_list import EditedList, ListSettings, read_list

LIST = "topic,language,project\nTides,EN,Sea\nKnots,XX,Sea\n,DE,\n"


@pytest.fixture
def edited() -> EditedList:
    """Three lines below a heading, as they were read."""
    return read_list(table_of(LIST), ListSettings())


def test_rows_have_the_lines_of_the_file(edited: EditedList) -> None:
    """The heading counts, as a spreadsheet shows it."""
    assert [(row.id, row.line, row.values["topic"]) for row in edited.rows()] == [
        ("2", 2, "Tides"),
        ("3", 3, "Knots"),
        ("4", 4, ""),
    ]


def test_a_corrected_cell_is_planned_as_it_is_now(edited: EditedList) -> None:
    """The file's own text is still known."""
    corrected = edited.correct("3", "language", " FR ")

    row = [*corrected.rows()][1]
    assert (row.values["language"], row.original["language"], row.corrected_fields) == ("FR", "XX", ("language",))
    assert [line.cells for line in corrected.table().lines][1] == ("Knots", "FR", "Sea", "")
    assert [*edited.rows()][1].corrected_fields == ()


def test_a_correction_that_says_what_the_list_says_is_none(edited: EditedList) -> None:
    """Typed back, nothing is left of it."""
    assert edited.correct("3", "language", "FR").correct("3", "language", "XX").corrections.cells == {}


def test_a_row_left_out_is_not_planned(edited: EditedList) -> None:
    """And can be taken in again."""
    left_out = edited.leave_out("2", is_left_out=True)

    assert [line.number for line in left_out.table().lines] == [3, 4]
    assert [row.is_left_out for row in left_out.rows()] == [True, False, False]
    assert [line.number for line in left_out.leave_out("2", is_left_out=False).table().lines] == [2, 3, 4]


def test_a_line_is_put_back_whole(edited: EditedList) -> None:
    """Its cells and its being left out."""
    changed = edited.correct("2", "topic", "Waves").correct("3", "topic", "Ropes").leave_out("2", is_left_out=True)

    back = changed.put_back("2")

    assert [row.values["topic"] for row in back.rows()] == ["Tides", "Ropes", ""]
    assert not back.corrections.left_out


def test_in_several_languages_each_row_is_left_out_alone() -> None:
    """A topic that is corrected is corrected in all of them; their language is not a cell to correct."""
    edited = read_list(table_of("topic\nTides\n"), ListSettings(languages=("EN", "DE")))
    changed = edited.leave_out("2 DE", is_left_out=True).correct("2 EN", "topic", "Waves")

    assert [(row.id, row.values["topic"], row.is_left_out) for row in changed.rows()] == [
        ("2 EN", "Waves", False),
        ("2 DE", "Waves", True),
    ]
    assert [line.cells[:2] for line in changed.table().lines] == [("Waves", "EN")]
    with pytest.raises(KeyError):
        changed.correct("2 EN", "language", "FR")


@pytest.mark.parametrize("row_id", ["9", "x", "", "-2", "9" * 5000])
def test_an_unknown_row_is_none(edited: EditedList, row_id: str) -> None:
    """A message from a browser may name anything."""
    with pytest.raises(KeyError):
        edited.correct(row_id, "topic", "Waves")


def test_a_torn_line_is_taken_once_its_topic_is_written_anew() -> None:
    """Until then it has its fault."""
    edited = read_list(table_of('topic,language\nTides,EN\n"Knots,EN\nRopes,EN\n'), ListSettings())
    (torn,) = [row for row in edited.rows() if row.fault]

    assert [row.fault for row in edited.correct(torn.id, "topic", "Knots").rows()] == [""] * len([*edited.rows()])


def test_columns_can_be_named() -> None:
    """Where no column looks like topics, a person says which it is."""
    table = table_of("What,Whom for\nTides,sailors\n")
    with pytest.raises(PlanRejected, match="topic"):
        read_list(table, ListSettings())

    edited = read_list(table, ListSettings(ColumnMapping(topic="What")))

    assert [row.values["topic"] for row in edited.rows()] == ["Tides"]
    assert edited.notes == ("These columns were ignored: Whom for.",)
