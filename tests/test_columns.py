"""Tables have exactly the columns of a report, in order and with Arrow dtypes."""

from __future__ import annotations

import pandas
import pytest

from tests.reports.frames import plain
from workbench.columns import (
    DAY,
    FLAG,
    MOMENT,
    NUMBER,
    TEXT,
    TEXTS,
    WHOLE,
    Column,
    arrow_frame,
    arrow_table,
    chosen_columns,
    fit_columns,
    rows_frame,
    with_names,
)
from workbench.errors import InputRejected

COLUMNS = tuple(Column(kind, kind, "", "") for kind in (TEXT, WHOLE, NUMBER, FLAG, MOMENT, DAY, TEXTS))


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

    assert [str(dtype) for dtype in found.dtypes] == [f"{column.name}[pyarrow]" for column in COLUMNS]


def test_a_column_that_a_table_lacks_is_missing() -> None:
    """In its place."""
    found = arrow_frame(COLUMNS, arrow_table(COLUMNS[:1], [{TEXT: "a"}]))

    assert plain(found, *(column.name for column in COLUMNS)) == [("a", *[None] * 6)]


def test_a_computed_frame_is_fitted() -> None:
    """Order, dtypes and row numbers; what is no column goes."""
    found = fit_columns(COLUMNS[:2], pandas.DataFrame({"more": [1], WHOLE: [2.0], TEXT: ["a"]}, index=[7]))

    assert (list(found.columns), list(found.index), str(found[WHOLE].dtype)) == ([TEXT, WHOLE], [0], "int64[pyarrow]")


def test_names_stand_beside_their_ids() -> None:
    """An id without a name is missing."""
    frame = arrow_frame(COLUMNS[:1], arrow_table(COLUMNS[:1], [{TEXT: "x"}, {TEXT: "y"}])).assign(id=["a", "b"])

    assert plain(with_names(frame, TEXT, "id", {"a": "Ana"}), TEXT) == [("Ana",), (None,)]


def test_half_a_character_pair_is_shown_as_its_escape() -> None:
    """A pasted list held one, and its plan had no frame."""
    assert plain(rows_frame(COLUMNS[:2], [{TEXT: "a\ud800b", WHOLE: 1}]), TEXT, WHOLE) == [("a\\ud800b", 1)]


def test_a_frame_says_what_is_missing() -> None:
    """And is complete where nothing is."""
    assert rows_frame(COLUMNS, []).attrs == {"missing": [], "is_complete": True}
    assert rows_frame(COLUMNS, [], missing=["A journal."]).attrs == {"missing": ["A journal."], "is_complete": False}


def test_a_list_is_a_list() -> None:
    """With one text, with none, and missing."""
    found = rows_frame(COLUMNS[-1:], [{TEXTS: ["a", "b"]}, {TEXTS: []}, {}])

    assert [None if pandas.isna(cell) is True else list(cell) for cell in found[TEXTS]] == [["a", "b"], [], None]
