"""Parquet files and DataFrames to a table. Parquet is read in small pieces, so that a small file cannot fill memory."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, Final

from workbench.bulk.table import MAX_COLUMNS, MAX_LINES, Line, Table, cell_text, checked_lines
from workbench.client.shown import shown
from workbench.errors import PlanRejected

_PIECE_ROWS: Final = 500
_MAX_TEXT_CHARACTERS: Final = 500_000_000


def read_parquet(data: bytes, name: str) -> Table:
    """The file's columns and rows; numbered from 1. Raises `PlanRejected`."""
    import pyarrow
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(io.BytesIO(data))
        _check_size(file.metadata.num_rows, file.metadata.num_columns, name)
        columns = tuple(file.schema_arrow.names)
        return Table(name, columns, checked_lines(_parquet_lines(file)))
    except (pyarrow.ArrowException, OSError) as refused:
        why = shown(str(refused), longest=120).rstrip(".")
        raise PlanRejected(f"{name} cannot be read as Parquet: {why}. Nothing was sent.") from None


def read_frame(frame: Any, name: str = "table") -> Table:
    """A DataFrame (of pandas, or anything with `to_pandas`) or a Series; rows are numbered from 1."""
    if not hasattr(frame, "itertuples") and hasattr(frame, "to_pandas"):
        frame = frame.to_pandas()
    if not hasattr(frame, "itertuples"):
        frame = frame.to_frame(name=str(frame.name) if frame.name is not None else "topic")
    _check_size(len(frame), len(frame.columns), name)
    columns = tuple(str(each) for each in frame.columns)
    rows = frame.itertuples(index=False, name=None)
    return Table(name, columns, checked_lines(_numbered(rows)))


def _parquet_lines(file: Any) -> Iterator[Line]:
    number = characters = 0
    for piece in file.iter_batches(batch_size=_PIECE_ROWS):
        cells = [[cell_text(value) for value in column.to_pylist()] for column in piece.columns]
        for row in zip(*cells, strict=True):
            number += 1
            characters += sum(map(len, row))
            if characters > _MAX_TEXT_CHARACTERS:
                raise PlanRejected("The file holds too much text for a topic list. Nothing was sent.")
            yield Line(number, row)


def _numbered(rows: Any) -> Iterator[Line]:
    for number, row in enumerate(rows, 1):
        yield Line(number, tuple(cell_text(value) for value in row))


def _check_size(rows: int, columns: int, name: str) -> None:
    if rows > MAX_LINES or columns > MAX_COLUMNS:
        raise PlanRejected(
            f"{name} has {rows:,} rows and {columns:,} columns; at most {MAX_LINES:,} and {MAX_COLUMNS:,} are possible."
        )
    if rows == 0 or columns == 0:
        raise PlanRejected(f"{name} is empty. Nothing was sent.")
