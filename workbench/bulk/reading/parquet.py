"""Read Parquet files and DataFrames as tables. Parquet is read in batches of limited decoded size."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any, Final

from workbench.bulk.reading.parquet_size import MAX_DECODED_BYTES, check_footer, largest_row_bytes
from workbench.bulk.reading.table import MAX_COLUMNS, MAX_LINES, Table, TopicLine, cell_text, checked_lines
from workbench.errors import PlanRejected
from workbench.text import display_text

_PIECE_ROWS: Final = 500
_PIECE_BYTES: Final = 50_000_000
_NESTED: Final = "The columns {} contain lists or records and were ignored."


def read_parquet(data: bytes, name: str) -> Table:
    """Return the file's columns and rows; rows are numbered from 1.

    Columns of lists or records are left out. Raises `PlanRejected`.
    """
    import pyarrow
    import pyarrow.parquet

    check_footer(data)
    try:
        file = pyarrow.parquet.ParquetFile(io.BytesIO(data))
        _check_size(_row_count(file.metadata), file.metadata.num_columns, name)
        indexes = [index for index in range(len(file.schema)) if _is_plain(file.schema.column(index))]
        columns = tuple(file.schema.column(index).name for index in indexes)
        nested = [name for name in file.schema_arrow.names if name not in columns]
        notes = (
            (_NESTED.format(", ".join(display_text(nested_name, longest=60) for nested_name in nested[:20])),)
            if nested
            else ()
        )
        if not columns:
            raise PlanRejected(f"{name} has no text columns. Nothing was sent.")
        rows = _PIECE_BYTES // max(1, largest_row_bytes(data, file.metadata, indexes))
        lines = _parquet_lines(file.iter_batches(batch_size=min(_PIECE_ROWS, max(1, rows)), columns=list(columns)))
        return Table(name, columns, checked_lines(lines), notes)
    except (pyarrow.ArrowException, OSError) as refused:
        reason = display_text(str(refused), longest=120).rstrip(".")
        raise PlanRejected(f"{name} cannot be read as Parquet: {reason}. Nothing was sent.") from None


def read_frame(frame: Any, name: str = "table") -> Table:
    """Return the table of a DataFrame (pandas, or anything with `to_pandas`) or Series; rows count from 1."""
    if not hasattr(frame, "itertuples") and hasattr(frame, "to_pandas"):
        frame = frame.to_pandas()
    if not hasattr(frame, "itertuples"):
        frame = frame.to_frame(name=str(frame.name) if frame.name is not None else "topic")
    _check_size(len(frame), len(frame.columns), name)
    columns = tuple(str(column) for column in frame.columns)
    rows = frame.itertuples(index=False, name=None)
    return Table(name, columns, checked_lines(_number_rows(rows)))


def _row_count(metadata: Any) -> int:
    groups = sum(metadata.row_group(index).num_rows for index in range(metadata.num_row_groups))
    return int(max(metadata.num_rows, groups))


def _is_plain(column: Any) -> bool:
    return bool(column.max_repetition_level == 0 and column.path == column.name)


def _parquet_lines(batches: Iterable[Any]) -> Iterator[TopicLine]:
    number = decoded = 0
    for batch in batches:
        values = [column.to_pylist() for column in batch.columns]
        decoded += sum(len(value) for column in values for value in column if isinstance(value, str | bytes))
        if decoded > MAX_DECODED_BYTES:
            raise PlanRejected("The file holds too much text for a topic list. Nothing was sent.")
        cells = [list(map(cell_text, column)) for column in values]
        for row in zip(*cells, strict=True):
            number += 1
            yield TopicLine(number, row)


def _number_rows(rows: Any) -> Iterator[TopicLine]:
    for number, row in enumerate(rows, 1):
        yield TopicLine(number, tuple(cell_text(value) for value in row))


def _check_size(rows: int, columns: int, name: str) -> None:
    if rows > MAX_LINES or columns > MAX_COLUMNS:
        raise PlanRejected(
            f"{name} has {rows:,} rows and {columns:,} columns; at most {MAX_LINES:,} and {MAX_COLUMNS:,} are allowed."
        )
    if rows == 0 or columns == 0:
        raise PlanRejected(f"{name} is empty. Nothing was sent.")
