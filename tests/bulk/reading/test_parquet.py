"""Parquet files and DataFrames as tables."""

from __future__ import annotations

import io

import pandas
import pyarrow
import pyarrow.parquet
import pytest

from workbench.bulk.reading.parquet import read_frame, read_parquet
from workbench.errors import PlanRejected


def parquet(table: pyarrow.Table) -> bytes:
    """The table as a Parquet file."""
    out = io.BytesIO()
    pyarrow.parquet.write_table(table, out)
    return out.getvalue()


def test_a_parquet_file_gives_columns_and_rows() -> None:
    """Rows are numbered from 1."""
    table = read_parquet(parquet(pyarrow.table({"topic": ["Bread", None], "n": [1, 2]})), "t.parquet")

    assert table.columns == ("topic", "n")
    assert [(line.number, line.cells) for line in table.lines] == [(1, ("Bread", "1")), (2, ("", "2"))]


def test_a_small_file_that_unfolds_is_stopped() -> None:
    """A dictionary of one long text and many rows is small on disk and huge in memory."""
    column = pyarrow.DictionaryArray.from_arrays(
        pyarrow.array([0] * 60_000, pyarrow.int32()), pyarrow.array(["x" * 20_000])
    )
    data = parquet(pyarrow.table({"topic": column}))

    assert len(data) < 100_000
    with pytest.raises(PlanRejected, match="too much text"):
        read_parquet(data, "bomb.parquet")


def test_a_file_with_too_many_rows_is_refused_before_it_is_read() -> None:
    """Its own heading says how many there are."""
    data = parquet(pyarrow.table({"topic": pyarrow.nulls(100_001, pyarrow.string())}))

    with pytest.raises(PlanRejected, match="100,001 rows"):
        read_parquet(data, "t.parquet")


@pytest.mark.parametrize("data", [b"PAR1", b"PAR1 and nothing of the kind PAR1"])
def test_a_damaged_file_is_refused(data: bytes) -> None:
    """In plain words."""
    with pytest.raises(PlanRejected, match="cannot be read as Parquet"):
        read_parquet(data, "t.parquet")


def test_a_data_frame_is_read() -> None:
    """Missing values are empty cells."""
    table = read_frame(pandas.DataFrame({"topic": ["Bread", None], "code": [2654.0, float("nan")]}))

    assert [line.cells for line in table.lines] == [("Bread", "2654"), ("", "")]


@pytest.mark.parametrize(("name", "column"), [(None, "topic"), ("title", "title")])
def test_a_series_is_a_table_of_one_column(name: str | None, column: str) -> None:
    """Its name is the column's, else it is taken for topics."""
    assert read_frame(pandas.Series(["Bread"], name=name)).columns == (column,)


def test_an_empty_frame_is_refused() -> None:
    """There is nothing to plan."""
    with pytest.raises(PlanRejected, match="is empty"):
        read_frame(pandas.DataFrame({"topic": []}))


def test_columns_of_lists_are_left_out_and_said() -> None:
    """A list of a million nothings takes no room in a file and much in memory; no topic is a list."""
    table = read_parquet(parquet(pyarrow.table({"tags": [["a", "b"]], "topic": ["Bread"]})), "t.parquet")

    assert (table.columns, table.lines[0].cells) == (("topic",), ("Bread",))
    assert "tags contain lists" in table.notes[0]
