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
    WHOLE,
    Column,
    chosen_columns,
    fitted,
    frame_of,
    table_of,
    with_names,
)
from workbench.errors import InputRejected

COLUMNS = tuple(Column(each, each, "", "") for each in (TEXT, WHOLE, NUMBER, FLAG, MOMENT, DAY))


def test_columns_are_chosen_by_name_in_the_order_said() -> None:
    """Each once; all of them when none is named."""
    assert [each.name for each in chosen_columns(COLUMNS, f"{FLAG}, {TEXT},{FLAG}")] == [FLAG, TEXT]
    assert chosen_columns(COLUMNS, None) == COLUMNS


def test_an_unknown_column_is_refused_with_the_nearest() -> None:
    """Or with all that there are."""
    with pytest.raises(InputRejected, match="Did you mean 'title'"):
        chosen_columns((Column("title", TEXT, "", ""),), "titel")
    with pytest.raises(InputRejected, match="There are: "):
        chosen_columns(COLUMNS, "xyz")


def test_a_frame_has_the_columns_dtypes() -> None:
    """Also without a row."""
    found = frame_of(COLUMNS, table_of(COLUMNS, []))

    assert [str(each) for each in found.dtypes] == [f"{each.name}[pyarrow]" for each in COLUMNS]


def test_a_column_that_a_table_lacks_is_missing() -> None:
    """In its place."""
    found = frame_of(COLUMNS, table_of(COLUMNS[:1], [{TEXT: "a"}]))

    assert plain(found, *(each.name for each in COLUMNS)) == [("a", None, None, None, None, None)]


def test_a_computed_frame_is_fitted() -> None:
    """Order, dtypes and row numbers; what is no column goes."""
    found = fitted(COLUMNS[:2], pandas.DataFrame({"more": [1], WHOLE: [2.0], TEXT: ["a"]}, index=[7]))

    assert (list(found.columns), list(found.index), str(found[WHOLE].dtype)) == ([TEXT, WHOLE], [0], "int64[pyarrow]")


def test_names_stand_beside_their_ids() -> None:
    """An id without a name is missing."""
    frame = frame_of(COLUMNS[:1], table_of(COLUMNS[:1], [{TEXT: "x"}, {TEXT: "y"}])).assign(id=["a", "b"])

    assert plain(with_names(frame, TEXT, "id", {"a": "Ana"}), TEXT) == [("Ana",), (None,)]
