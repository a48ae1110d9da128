"""A report as Parquet, each column with its meaning, and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic.alias_generators import to_camel

from workbench.columns import Columns
from workbench.patterns import Pattern
from workbench.reports.tables.finished import FinishedReport, value_text

if TYPE_CHECKING:
    import pyarrow

_SNAKE: Final = Pattern(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def write_parquet(report: FinishedReport, path: Path) -> None:
    """Write the table; unit and meaning are in the fields' metadata. Raises `OSError`."""
    from pyarrow import parquet

    with path.open("wb") as file:
        parquet.write_table(describe_table(report), file, compression="zstd")


def describe_table(report: FinishedReport) -> pyarrow.Table:
    """Return the table with the report's name in its metadata, and units and meanings in the fields' metadata."""
    import pyarrow

    table = report.table()
    fields = [
        field.with_metadata({"unit": column.unit, "meaning": column.meaning})
        for field, column in zip(table.schema, report.columns, strict=True)
    ]
    return table.cast(pyarrow.schema(fields, metadata={"report": report.name, "about": report.about}))


def write_json(report: FinishedReport, path: Path) -> None:
    """Write one document: report, columns, rows, missing parts. Raises `OSError`."""
    path.write_text(as_json(report) + "\n", encoding="utf-8")


def as_json(report: FinishedReport) -> str:
    """Return the report as one JSON document.

    A row is an object by column names in camelCase, times are ISO 8601 with `Z`.
    """
    names = [_key(column.name) for column in report.columns]
    rows = [dict(zip(names, map(_plain, row), strict=True)) for row in report.rows()]
    document = {
        "report": report.name,
        "about": report.about,
        "columns": columns_as_json(report.columns),
        "isComplete": not report.missing,
        "missing": list(report.missing),
        "rows": rows,
    }
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1)


def columns_as_json(columns: Columns) -> list[dict[str, str]]:
    """Return the columns for programs; `key` is a column's name in JSON, `name` that in tables."""
    return [{"key": _key(column.name), **column._asdict()} for column in columns]


def _key(name: str) -> str:
    return to_camel(name) if _SNAKE.fullmatch(name) else name  # a column of somebody's own keeps its name


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, str | int | float | list) else value_text(value)
