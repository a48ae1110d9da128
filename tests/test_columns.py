"""Tables have exactly the columns of a report, in order and with Arrow dtypes."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pandas
import pytest

from tests.reports.frames import dtype_name, plain
from workbench.columns import (
    DAY,
    FLAG,
    INTEGER,
    MOMENT,
    NUMBER,
    TEXT,
    TEXTS,
    Column,
    arrow_frame,
    arrow_table,
    chosen_columns,
    fit_columns,
    rows_frame,
    select,
    with_names,
)
from workbench.errors import InputRejected, UnknownName, WrongType

COLUMNS = tuple(Column(kind, kind, "", "") for kind in (TEXT, INTEGER, NUMBER, FLAG, MOMENT, DAY, TEXTS))


def test_columns_are_chosen_by_name_in_the_order_said() -> None:
    """Each once; all of them when none is named."""
    assert [column.name for column in chosen_columns(COLUMNS, f"{FLAG}, {TEXT},{FLAG}")] == [FLAG, TEXT]
    assert chosen_columns(COLUMNS, None) == COLUMNS


def test_an_unknown_column_is_refused_with_the_nearest() -> None:
    """Or with all that there are."""
    with pytest.raises(InputRejected, match="Did you mean 'title'"):
        chosen_columns((Column("title", TEXT, "", ""),), "titel")
    with pytest.raises(InputRejected, match="There are: "):
        chosen_columns(COLUMNS, "xyz")


def test_a_frame_has_the_columns_dtypes() -> None:
    """Also without a row."""
    found = arrow_frame(COLUMNS, arrow_table(COLUMNS, []))

    assert [str(dtype) for dtype in found.dtypes] == [dtype_name(column.dtype) for column in COLUMNS]


def test_a_column_that_a_table_lacks_is_missing() -> None:
    """In its place."""
    found = arrow_frame(COLUMNS, arrow_table(COLUMNS[:1], [{TEXT: "a"}]))

    assert plain(found, *(column.name for column in COLUMNS)) == [("a", *[None] * 6)]


def test_a_computed_frame_is_fitted() -> None:
    """Order, dtypes and row numbers; what is no column goes."""
    found = fit_columns(COLUMNS[:2], pandas.DataFrame({"more": [1], INTEGER: [2.0], TEXT: ["a"]}, index=[7]))

    assert (list(found.columns), list(found.index), str(found[INTEGER].dtype)) == (
        [TEXT, INTEGER],
        [0],
        "int64[pyarrow]",
    )


def test_names_stand_beside_their_ids() -> None:
    """An id without a name is missing."""
    frame = arrow_frame(COLUMNS[:1], arrow_table(COLUMNS[:1], [{TEXT: "x"}, {TEXT: "y"}])).assign(id=["a", "b"])

    assert plain(with_names(frame, TEXT, "id", {"a": "Ana"}), TEXT) == [("Ana",), (None,)]


def test_half_a_character_pair_is_shown_as_its_escape() -> None:
    """A pasted list held one, and its plan had no frame."""
    assert plain(rows_frame(COLUMNS[:2], [{TEXT: "a\ud800b", INTEGER: 1}]), TEXT, INTEGER) == [("a\\ud800b", 1)]


def test_a_frame_says_what_is_missing() -> None:
    """And is complete where nothing is."""
    assert rows_frame(COLUMNS, []).attrs == {"missing": [], "is_complete": True}
    assert rows_frame(COLUMNS, [], missing=["A journal."]).attrs == {"missing": ["A journal."], "is_complete": False}


def test_a_list_is_a_list() -> None:
    """With one text, with none, and missing."""
    found = rows_frame(COLUMNS[-1:], [{TEXTS: ["a", "b"]}, {TEXTS: []}, {}])

    assert [None if pandas.isna(cell) is True else list(cell) for cell in found[TEXTS]] == [["a", "b"], [], None]


LISTED = (
    Column("title", TEXT, "", ""),
    Column("language", TEXT, "", ""),
    Column("blocks", INTEGER, "", ""),
    Column("updated_at", MOMENT, "UTC", ""),
    Column("tags", TEXTS, "", ""),
)


def listed() -> pandas.DataFrame:
    """Three rows of these columns; one has a title only."""
    at = datetime(2026, 1, 31, 9, tzinfo=UTC)
    rows = [
        {"title": "tides", "language": "EN", "blocks": 3, "updated_at": at, "tags": ["sea"]},
        {"title": "Ropes"},
        {"title": "Anchors", "language": "DE", "blocks": 7, "updated_at": at},
    ]
    return rows_frame(LISTED, rows)


def test_a_list_has_no_column_of_lists_unless_it_is_asked_for() -> None:
    """So that `drop_duplicates` and `groupby` work; `"all"` has every column."""
    plain_table = select(LISTED).of(listed())

    assert list(plain_table.columns) == ["title", "language", "blocks", "updated_at"]
    assert len(plain_table.drop_duplicates()) == 3
    assert list(select(LISTED, wanted="all").of(listed()).columns) == [column.name for column in LISTED]
    assert list(select(LISTED, ("blocks", "title")).of(listed()).columns) == ["blocks", "title"]


@pytest.mark.parametrize("names", ["title, blocks", ["title", "blocks"], pandas.Series(["title", "blocks", "title"])])
def test_columns_are_chosen_by_a_text_a_list_or_a_series(names: Any) -> None:
    """In the order that is given."""
    assert list(select(LISTED, wanted=names).of(listed()).columns) == ["title", "blocks"]


def test_rows_are_sorted_by_columns_that_are_not_shown_too() -> None:
    """Text without case, the greatest first with a dash, and what is missing last."""
    assert select(LISTED, sort="title").of(listed())["title"].to_list() == ["Anchors", "Ropes", "tides"]
    by_blocks = select(LISTED, wanted="title", sort="-blocks").of(listed())
    assert by_blocks["title"].to_list() == ["Anchors", "tides", "Ropes"]
    assert select(LISTED, sort=["-updated_at", "language"]).of(listed())["title"].to_list()[:2] == ["Anchors", "tides"]


def test_a_limit_says_what_it_leaves_out() -> None:
    """A part never passes for the whole."""
    found, whole = select(LISTED, limit=2).of(listed()), select(LISTED, limit=3).of(listed())

    assert len(found) == 2 and found.attrs["total"] == 3
    assert found.attrs["missing"] == ["limit=2 leaves 1 of 3 rows out."] and not found.attrs["is_complete"]
    assert whole.attrs["is_complete"] and whole.attrs["missing"] == []


def test_columns_of_few_values_are_categories() -> None:
    """In the order of the alphabet, also where there is not a row."""
    found = select(LISTED).of(listed())

    assert found["language"].cat.categories.to_list() == ["DE", "EN"]
    assert str(select(LISTED).of(arrow_frame(LISTED, arrow_table(LISTED, [])))["language"].dtype) == "category"


def test_an_instant_is_compared_with_a_day_as_text() -> None:
    """As pandas users write it."""
    table = listed()

    assert table[table["updated_at"] > "2026-01-30"]["title"].to_list() == ["tides", "Anchors"]


@pytest.mark.parametrize(
    ("given", "kind", "sentence"),
    [
        ({"wanted": "titel"}, UnknownName, "columns: there is no column 'titel'. Did you mean 'title'"),
        ({"sort": "-updated"}, UnknownName, "sort: there is no column 'updated'. Did you mean 'updated_at'"),
        ({"wanted": ["title", 3]}, WrongType, "a column's name is a text, not int"),
        ({"sort": 3}, WrongType, "sort is a column's name or several, not int"),
        ({"wanted": b"title"}, WrongType, "not bytes"),
        ({"wanted": []}, InputRejected, "columns names no column"),
        ({"sort": "tags"}, InputRejected, "the column 'tags' holds lists"),
        ({"limit": 0}, InputRejected, "limit is a whole number, 1 or more, not 0"),
    ],
)
def test_what_no_table_has_is_refused(given: dict[str, Any], kind: type[Exception], sentence: str) -> None:
    """Before anything is read, with the nearest name."""
    with pytest.raises(kind, match=re.escape(sentence)):
        select(LISTED, **given)
