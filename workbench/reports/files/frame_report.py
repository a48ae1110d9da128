"""Any DataFrame as a finished report, so that it can be written as one: a report's frame, or one derived from it."""

from __future__ import annotations

import math
from collections.abc import Hashable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from workbench.columns import DAY, FLAG, INTEGER, MOMENT, NUMBER, TEXT, TEXTS, Column, arrow_type
from workbench.errors import InputRejected
from workbench.reports.catalogue import REPORTS
from workbench.reports.tables.finished import FinishedReport, value_text

if TYPE_CHECKING:
    import pandas
    import pyarrow

_FALLBACK: Final = "table"


def report_from_frame(frame: object) -> FinishedReport:
    """Return the frame as a report, with the units and meanings that are known.

    Columns that a report has keep their unit and meaning; named rows, as `groupby` produces, become columns;
    values of other kinds become the nearest of `workbench.columns`, in the end text. A time without zone is
    UTC.

    Raises `InputRejected` for a value that is not a table, two columns of one name, and infinite numbers.
    """
    import pandas

    if isinstance(frame, pandas.Series):
        frame = frame.to_frame("value" if frame.name is None else frame.name)
    if not isinstance(frame, pandas.DataFrame):
        raise InputRejected(f"Expected a DataFrame, not a {type(frame).__name__}: give a DataFrame.")
    attrs = frame.attrs
    if any(name is not None for name in frame.index.names):
        frame = frame.reset_index()
    report = REPORTS.get(str(attrs.get("report")))
    known = {column.name: column for column in report.columns} if report else {}
    columns, made = [], {}
    for index, label in enumerate(frame.columns):
        name = _name(label)
        if name in made:
            raise InputRejected(f"Two columns are named {name!r}. Rename one of them.")
        dtype, made[name] = _convert_column(name, frame.iloc[:, index])
        of_report = known.get(name)
        is_same = of_report is not None and of_report.dtype == dtype
        columns.append(of_report if of_report is not None and is_same else Column(name, dtype, "", ""))
    return FinishedReport(
        name=report.name if report else _FALLBACK,
        about=str(attrs.get("about") or report.about) if report else "a table",
        columns=tuple(columns),
        frame=_frame(made),
        missing=tuple(str(sentence) for sentence in attrs.get("missing", ())),
        at=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
    )


def _frame(made: dict[str, pyarrow.Array]) -> pandas.DataFrame:
    import pandas
    import pyarrow

    frame: pandas.DataFrame = pyarrow.table(made).to_pandas(types_mapper=pandas.ArrowDtype)
    return frame


def _name(label: Hashable) -> str:
    parts = label if isinstance(label, tuple) else (label,)
    return " ".join(text for part in parts if (text := str(part))) or "column"


def _convert_column(name: str, column: pandas.Series) -> tuple[str, pyarrow.Array]:
    """Return the dtype of a column's family, and its values converted to it."""
    import pyarrow

    try:
        array = pyarrow.array(column, from_pandas=True)
        dtype = _family(array.type)
        converted = array.cast(arrow_type(dtype))
    except (pyarrow.ArrowException, OverflowError, UnicodeError):
        dtype, converted = TEXT, pyarrow.array([_text(value) for value in column.astype(object)], pyarrow.string())
    if isinstance(converted, pyarrow.ChunkedArray):
        converted = converted.combine_chunks()
    if dtype == NUMBER and any(value is not None and math.isinf(value) for value in converted.to_pylist()):
        raise InputRejected(f"{name} has numbers without end (infinite), which no file of tables holds.")
    return dtype, converted


def _family(kind: pyarrow.DataType) -> str:
    import pyarrow

    of, types = kind.value_type if pyarrow.types.is_dictionary(kind) else kind, pyarrow.types
    if types.is_list(of) and (types.is_string(of.value_type) or types.is_large_string(of.value_type)):
        return TEXTS
    families = (
        (types.is_integer, INTEGER),
        (types.is_floating, NUMBER),
        (types.is_decimal, NUMBER),
        (types.is_boolean, FLAG),
        (types.is_timestamp, MOMENT),
        (types.is_date, DAY),
        (types.is_string, TEXT),
        (types.is_large_string, TEXT),
        (types.is_null, TEXT),
    )
    for is_of, family in families:
        if is_of(of):
            return family
    raise pyarrow.ArrowNotImplementedError(f"no family for {of}")


def _text(value: Any) -> str | None:
    import pandas

    if value is None or value is pandas.NA or value is pandas.NaT or (isinstance(value, float) and value != value):
        return None
    text = value_text(value) if isinstance(value, list) else str(value)
    return text.encode(errors="backslashreplace").decode()
