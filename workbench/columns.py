"""A table's columns: name, dtype, unit and meaning; and an empty or filled table of exactly these columns.

Every table that a connected workbench gives is made by `arrow_frame`: its dtypes are Arrow's, so that text, whole
numbers and times may be missing without becoming something else, and its `attrs` say whether all of it is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from workbench.errors import InputRejected

if TYPE_CHECKING:
    import pandas
    import pyarrow

TEXT: Final = "string"
WHOLE: Final = "int64"
NUMBER: Final = "double"
FLAG: Final = "bool"
MOMENT: Final = "timestamp[ms, tz=UTC]"
DAY: Final = "date32[day]"
TEXTS: Final = "list<item: string>"


class Column(NamedTuple):
    """A column's name, Arrow dtype, unit and meaning."""

    name: str
    dtype: str
    unit: str
    meaning: str


Columns = tuple[Column, ...]

ORGANIZATION: Final = (
    Column("organization", TEXT, "", "Name of the organization."),
    Column("organization_id", TEXT, "", "The organization."),
)
EXTRA: Final = Column("extra", TEXT, "JSON", "Fields that the service told beside these; missing when there are none.")


def chosen_columns(columns: Columns, names: str | None) -> Columns:
    """Return the columns with these names, separated by commas, in this order; all if none is given.

    Raises `InputRejected` for an unknown name, with the nearest.
    """
    if not names:
        return columns
    known = {column.name: column for column in columns}
    wanted = list(dict.fromkeys(part.strip() for part in names.split(",") if part.strip()))
    for name in wanted:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            there = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(known)}."
            raise InputRejected(f"The report has no column {name!r}. {there}")
    return tuple(known[name] for name in wanted)


def arrow_type(dtype: str) -> pyarrow.DataType:
    """Return the Arrow type of a column's dtype."""
    import pyarrow

    types = {
        TEXT: pyarrow.string(),
        WHOLE: pyarrow.int64(),
        NUMBER: pyarrow.float64(),
        FLAG: pyarrow.bool_(),
        MOMENT: pyarrow.timestamp("ms", tz="UTC"),
        DAY: pyarrow.date32(),
        TEXTS: pyarrow.list_(pyarrow.string()),
    }
    return types[dtype]


def schema(columns: Sequence[Column]) -> pyarrow.Schema:
    """Return the columns as an Arrow schema, in order."""
    import pyarrow

    return pyarrow.schema([(column.name, arrow_type(column.dtype)) for column in columns])


def arrow_table(columns: Sequence[Column], rows: Sequence[dict[str, Any]]) -> pyarrow.Table:
    """Return the rows as an Arrow table of these columns; values that a row lacks are missing.

    Half of a surrogate pair, which no text file can hold, is written as its escape.
    """
    import pyarrow

    try:
        return pyarrow.Table.from_pylist(list(rows), schema=schema(columns))
    except UnicodeEncodeError:
        texts = [column.name for column in columns if column.dtype == TEXT]
        return pyarrow.Table.from_pylist([_encodable(row, texts) for row in rows], schema=schema(columns))


def _encodable(row: dict[str, Any], texts: Sequence[str]) -> dict[str, Any]:
    found = ((name, row.get(name)) for name in texts)
    return row | {
        name: text.encode(errors="backslashreplace").decode() for name, text in found if isinstance(text, str)
    }


def rows_frame(
    columns: Sequence[Column], rows: Sequence[dict[str, Any]], *, missing: Sequence[str] = ()
) -> pandas.DataFrame:
    """Return the rows as a DataFrame of these columns; `missing` as for `arrow_frame`."""
    return arrow_frame(columns, arrow_table(columns, rows), missing=missing)


def arrow_frame(columns: Sequence[Column], table: pyarrow.Table, *, missing: Sequence[str] = ()) -> pandas.DataFrame:
    """Return an Arrow table as a DataFrame with Arrow dtypes, in the order and types of these columns.

    `missing` has a sentence for everything that the table lacks: `attrs["missing"]` holds them, and
    `attrs["is_complete"]` is False if there is one.
    """
    import pandas
    import pyarrow

    wanted = schema(columns)
    there = set(table.column_names)
    filled = [
        table[field.name].cast(field.type) if field.name in there else pyarrow.nulls(table.num_rows, field.type)
        for field in wanted
    ]
    frame: pandas.DataFrame = pyarrow.table(filled, schema=wanted).to_pandas(types_mapper=pandas.ArrowDtype)
    frame.attrs = {"missing": list(missing), "is_complete": not missing}
    return frame


def fit_columns(columns: Sequence[Column], frame: pandas.DataFrame, *, missing: Sequence[str] = ()) -> pandas.DataFrame:
    """Return a computed DataFrame in the order and dtypes of these columns, with rows numbered from 0.

    `missing` as for `arrow_frame`.
    """
    import pyarrow

    names = [column.name for column in columns]
    table = pyarrow.Table.from_pandas(frame.reindex(columns=names), preserve_index=False)
    return arrow_frame(columns, table, missing=missing)


def of_places(frame: pandas.DataFrame, organization_ids: Iterable[str | None]) -> pandas.Series:
    """Return which rows are of these organizations; `None` is the last selected one, whose id is unknown."""
    ids = list(organization_ids)
    known: pandas.Series = frame["organization_id"].isin([id_ for id_ in ids if id_ is not None])
    return (known | frame["organization_id"].isna()) if None in ids else known


def with_names(frame: pandas.DataFrame, column: str, key: str, names: dict[str, str]) -> pandas.DataFrame:
    """Return the frame with a column of names for the ids in `key`; an id without a name is missing."""
    import pandas
    import pyarrow
    from pyarrow import compute

    ids = pyarrow.array(frame[key].array)  # pandas hands over what it holds, no copy
    found = compute.index_in(ids, value_set=pyarrow.array(list(names), pyarrow.string()))
    values = pyarrow.array(list(names.values()), pyarrow.string()).take(found)
    column_dtype = pandas.ArrowDtype(pyarrow.string())
    return frame.assign(**{column: pandas.Series(values, index=frame.index, dtype=column_dtype)})
