"""A table's columns: name, dtype, unit and meaning; and an empty or filled table of exactly these columns.

Every table of a connected workbench is made by `arrow_frame`: its dtypes are Arrow's, so that text and whole numbers
may be missing without changing type, and its `attrs` say whether it is complete. A `Selection` is a requested part of a
table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from workbench.errors import InputRejected, UnknownName, WrongType
from workbench.nearest_word import suggestion

if TYPE_CHECKING:
    import pandas
    import pyarrow

TEXT: Final = "string"
INTEGER: Final = "int64"
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
EXTRA: Final = Column("extra", TEXT, "JSON", "Other fields that the service returned; missing if there are none.")


FEW_VALUES: Final = frozenset(
    {
        "finding",
        "kind",
        "language",
        "media_type",
        "organization",
        "review_state",
        "role",
        "severity",
        "state",
        "use",
        "verdict",
        "writer",
    }
)
"""Text columns with few distinct values in any table; lists return them as categories.

Course titles and project names are not among them, since people edit these in a table before applying it.
"""
ALL: Final = "all"
"""The value of `columns=` that means every column."""
Names = str | Iterable[str]
"""Names of columns: several, or one text with commas between them."""


class SortKey(NamedTuple):
    """A column that rows are sorted by, and whether in ascending order."""

    name: str
    ascending: bool


class Selection(NamedTuple):
    """A requested part of a table: its columns in order, its first rows, and what they are sorted by."""

    names: tuple[str, ...]
    limit: int | None = None
    keys: tuple[SortKey, ...] = ()

    def of(self, frame: pandas.DataFrame) -> pandas.DataFrame:
        """Return this part of a frame, with categories for columns of few values; `attrs["total"]` counts its rows.

        Text is sorted without case; missing values come last. `attrs["missing"]` says how many rows `limit` left out.
        """
        attrs, total = frame.attrs, frame.attrs.get("total", len(frame))
        if self.keys:
            frame = frame.sort_values(
                [key.name for key in self.keys],
                ascending=[key.ascending for key in self.keys],
                key=_without_case,
                kind="stable",
                ignore_index=True,
            )
        missing = list(attrs.get("missing", ()))
        if self.limit is not None and self.limit < len(frame):
            left = f"{len(frame) - self.limit:,} of {len(frame):,}"
            missing.append(f"limit={self.limit} leaves {left} rows out.")
            frame = frame.head(self.limit)
        frame = frame[list(self.names)]
        few = [name for name in self.names if name in FEW_VALUES]
        frame = frame.astype(dict.fromkeys(few, "category"))
        frame.attrs = attrs | {"missing": missing, "is_complete": not missing, "total": total}
        return frame


def _without_case(values: pandas.Series) -> pandas.Series:
    return values.str.lower() if str(values.dtype).startswith("string") else values


def select(
    columns: Columns,
    listed: Sequence[str] = (),
    *,
    wanted: Names | None = None,
    limit: int | None = None,
    sort: Names | None = None,
) -> Selection:
    """Return the requested part of a table with these columns.

    `wanted` are names, or `"all"`; by default the columns in `listed`, or else all without lists. `sort` are names,
    with `-` before one for descending order. Raises `UnknownName` for an unknown column, with the nearest, `WrongType`
    for other types, and `InputRejected` for no column, a limit below 1 and sorting by lists.
    """
    known = {column.name: column for column in columns}
    if limit is not None and limit < 1:
        raise InputRejected(f"limit is a whole number, 1 or more, not {limit}.")
    keys = () if sort is None else tuple(_sort_key(known, name) for name in _names("sort", sort))
    if wanted is None:
        names = tuple(listed) or tuple(name for name, column in known.items() if column.dtype != TEXTS)
    elif isinstance(wanted, str) and wanted.strip() == ALL:
        names = tuple(known)
    else:
        names = tuple(_check_known("columns", known, name) for name in _names("columns", wanted))
    return Selection(names, limit, keys)


def _names(argument: str, given: object) -> list[str]:
    """Return the names that are given, each once."""
    if isinstance(given, bytes) or not isinstance(given, Iterable):
        raise WrongType(f"{argument} is a column's name or several, not {type(given).__name__}.")
    parts = given.split(",") if isinstance(given, str) else list(given)
    odd = next((part for part in parts if not isinstance(part, str)), None)
    if odd is not None:
        raise WrongType(f"{argument}: a column's name is a text, not {type(odd).__name__}.")
    names = list(dict.fromkeys(part.strip() for part in parts if part.strip()))
    if not names:
        raise InputRejected(f"{argument} names no column. Leave it out, or name some.")
    return names


def _check_known(argument: str, known: dict[str, Column], name: str) -> str:
    if name not in known:
        raise UnknownName(f"{argument}: there is no column {name[:80]!r}. {suggestion(name, list(known), most=30)}")
    return name


def _sort_key(known: dict[str, Column], given: str) -> SortKey:
    name = _check_known("sort", known, given.removeprefix("-").strip())
    if known[name].dtype == TEXTS:
        raise InputRejected(f"sort: the column {name!r} holds lists, which have no order.")
    return SortKey(name, not given.startswith("-"))


def chosen_columns(columns: Columns, names: str | None) -> Columns:
    """Return the columns with these names, separated by commas, in this order; all if none is given.

    Raises `UnknownName` for an unknown name, with the nearest.
    """
    if not names:
        return columns
    known = {column.name: column for column in columns}
    return tuple(known[name] for name in select(columns, wanted=names).names)


def arrow_type(dtype: str) -> pyarrow.DataType:
    """Return the Arrow type of a column's dtype."""
    import pyarrow

    types = {
        TEXT: pyarrow.string(),
        INTEGER: pyarrow.int64(),
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

    A lone surrogate, which no text file can contain, is written as an escape sequence.
    """
    import pyarrow

    try:
        return pyarrow.Table.from_pylist(list(rows), schema=schema(columns))
    except UnicodeEncodeError:
        texts = [column.name for column in columns if column.dtype == TEXT]
        return pyarrow.Table.from_pylist([_encodable(row, texts) for row in rows], schema=schema(columns))


def _encodable(row: dict[str, Any], texts: Sequence[str]) -> dict[str, Any]:
    values = ((name, row.get(name)) for name in texts)
    return row | {
        name: text.encode(errors="backslashreplace").decode() for name, text in values if isinstance(text, str)
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
    import pyarrow

    wanted = schema(columns)
    there = set(table.column_names)
    filled = [
        table[field.name].cast(field.type) if field.name in there else pyarrow.nulls(table.num_rows, field.type)
        for field in wanted
    ]
    frame: pandas.DataFrame = pyarrow.table(filled, schema=wanted).to_pandas(types_mapper=pandas_dtype)
    frame.attrs = {"missing": list(missing), "is_complete": not missing}
    return frame


def pandas_dtype(kind: pyarrow.DataType) -> pandas.ArrowDtype | None:
    """Return Arrow's dtype, or `None` for times, since pandas' own can be compared with text like `"2026-01-31"`."""
    import pandas
    from pyarrow import types

    return None if types.is_timestamp(kind) else pandas.ArrowDtype(kind)


def fit_columns(columns: Sequence[Column], frame: pandas.DataFrame, *, missing: Sequence[str] = ()) -> pandas.DataFrame:
    """Return a computed DataFrame in the order and dtypes of these columns, with rows numbered from 0.

    `missing` as for `arrow_frame`.
    """
    import pyarrow

    names = [column.name for column in columns]
    table = pyarrow.Table.from_pandas(frame.reindex(columns=names), preserve_index=False)
    return arrow_frame(columns, table, missing=missing)


def rows_of_organizations(frame: pandas.DataFrame, organization_ids: Iterable[str | None]) -> pandas.Series:
    """Return which rows are of these organizations; `None` is the last selected one, whose id is unknown."""
    ids = list(organization_ids)
    known: pandas.Series = frame["organization_id"].isin([id_ for id_ in ids if id_ is not None])
    return (known | frame["organization_id"].isna()) if None in ids else known


def with_names(frame: pandas.DataFrame, column: str, key: str, names: dict[str, str]) -> pandas.DataFrame:
    """Return the frame with a column of names for the ids in `key`; an id without a name is missing."""
    import pandas
    import pyarrow
    from pyarrow import compute

    ids = pyarrow.array(frame[key].array)  # without a copy
    indexes = compute.index_in(ids, value_set=pyarrow.array(list(names), pyarrow.string()))
    values = pyarrow.array(list(names.values()), pyarrow.string()).take(indexes)
    column_dtype = pandas.ArrowDtype(pyarrow.string())
    return frame.assign(**{column: pandas.Series(values, index=frame.index, dtype=column_dtype)})
