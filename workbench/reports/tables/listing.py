"""Listings become tables: the JSON of answers goes straight into Arrow, page by page, without a Python object a row.

A field that no column names is kept in `extra`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pydantic.alias_generators import to_camel

from workbench.client.lookups.names import distinct_names
from workbench.client.moments import FIRST_YEAR, LAST_YEAR, moment
from workbench.columns import EXTRA, INTEGER, MOMENT, ORGANIZATION, TEXT, TEXTS, Column, arrow_table, schema
from workbench.patterns import Pattern
from workbench.reports.period import period
from workbench.reports.report import Answers, ReportAnswer
from workbench.wire.strict_json import read_lenient

if TYPE_CHECKING:
    import pandas
    import pyarrow

_EDGES: Final = 64
_TAIL: Final = 1024
_CURSOR: Final = Pattern(rb'"nextCursor"\s*:\s*("(?:[^"\\]|\\.)*"|null)\s*\}\s*$')


def list_rows(answers: Answers, procedure: str, columns: Sequence[Column]) -> pyarrow.Table:
    """Return every row of a procedure's answers, in order, with the organization's columns first."""
    import pyarrow

    tables = [_with_organization(answer, columns) for answer in answers.of(procedure)]
    return pyarrow.concat_tables([arrow_table(columns, []), *tables])


def page_table(page: bytes, rows: str, columns: Sequence[Column]) -> pyarrow.Table:
    """Return one answer's list as an Arrow table with the columns that it may have, including `extra`.

    With no `rows`, the answer itself is the one row. Raises `ValueError` when the answer holds no such list.
    """
    import pyarrow
    from pyarrow import json as arrow_json

    if not rows:
        page, rows = b'{"row":[' + page + b"]}", "row"
    expected, laid_out = _forms(rows, tuple(columns))
    width = len(laid_out) - 1
    try:
        whole = arrow_json.read_json(
            pyarrow.BufferReader(page),
            read_options=arrow_json.ReadOptions(block_size=len(page) + _EDGES, use_threads=False),
            parse_options=arrow_json.ParseOptions(
                explicit_schema=expected,
                newlines_in_values=b"\n" in page,
                unexpected_field_behavior="infer",
            ),
        )
        records = whole[rows].combine_chunks().flatten()
    except pyarrow.ArrowInvalid:
        return _by_hand(page, rows, own_fields(columns))
    if whole.num_rows != 1 or whole[rows].null_count or len(records.type) > width or records.null_count:
        return _by_hand(page, rows, own_fields(columns))
    arrays = [records.field(index) for index in range(width)]
    if not all(_is_sound(array, field) for array, field in zip(arrays, own_fields(columns), strict=True)):
        return _by_hand(page, rows, own_fields(columns))
    return pyarrow.table([*arrays, pyarrow.nulls(len(records), pyarrow.string())], schema=laid_out)


def created_on(row: dict[str, Any]) -> str:
    """Such as `created 2026-03-01`, from a row's `created_at`; empty where that is not known."""
    at = row.get("created_at")
    return f"created {at:%Y-%m-%d}" if at is not None else ""


def within(
    frame: pandas.DataFrame, column: str, answers: Answers, since: str = "since", until: str = "until"
) -> pandas.DataFrame:
    """Keep the rows whose time is in the period of these two parameters."""
    wanted = period(answers.scope.parameters, since, until)
    if wanted.start is not None:
        frame = frame[frame[column] >= wanted.start]
    if wanted.end is not None:
        frame = frame[frame[column] < wanted.end]
    return frame.reset_index(drop=True)


def changed_and_created(frame: pandas.DataFrame, answers: Answers) -> pandas.DataFrame:
    """Keep the rows that were last changed, and those that were created, in the periods of the scope.

    Rows of several projects or courses are sorted as those of one: in each organization the last changed first.
    """
    if any(isinstance(value, tuple) and len(value) > 1 for value in answers.scope.parameters.values()):
        places = frame["organization_id"].astype(object).factorize()[0]
        in_order = frame.assign(_place=places).sort_values(["_place", "updated_at"], ascending=[True, False])
        frame = in_order.drop(columns="_place")
    changed = within(frame, "updated_at", answers, "changed_since", "changed_until")
    return within(changed, "created_at", answers, "created_since", "created_until")


def names_by_id(
    answers: Answers, procedure: str, key: str, name: str, detail: Callable[[dict[str, Any]], str] = created_on
) -> dict[str, str]:
    """Map the ids in a procedure's answers to names.

    Equal names in one organization are distinguished by their detail.
    """
    rows: dict[str | None, list[tuple[str, str, str]]] = {}
    for answer in answers.of(procedure):
        for row in list_rows(replace(answers, items=(answer,)), procedure, answer.request.columns).to_pylist():
            if row[key] is not None and row[name] is not None:
                rows.setdefault(row["organization_id"], []).append((row[key], row[name], detail(row)))
    return {id_: text for things in rows.values() for id_, text in distinct_names(things).items()}


def own_fields(columns: Sequence[Column]) -> list[Column]:
    """Return the columns that a service fills, without those of the organization and `extra`."""
    return [column for column in columns if column not in (*ORGANIZATION, EXTRA)]


def next_cursor(page: bytes) -> str | None:
    """Return the cursor of the next page; `None` at the end."""
    match = _CURSOR.search(page, max(0, len(page) - _TAIL))
    value = read_lenient(match[1]) if match else read_lenient(page).get("nextCursor")
    return value if isinstance(value, str) else None


@cache
def _forms(rows: str, columns: tuple[Column, ...]) -> tuple[pyarrow.Schema, pyarrow.Schema]:
    # The possible fields of an answer, by wire name, and its table: the same for every page.
    import pyarrow

    fields = own_fields(columns)
    inner = pyarrow.struct([(to_camel(field.name), of.type) for field, of in zip(fields, schema(fields), strict=True)])
    return pyarrow.schema([(rows, pyarrow.list_(inner))]), schema([*fields, EXTRA])


def _with_organization(answer: ReportAnswer, columns: Sequence[Column]) -> pyarrow.Table:
    import pyarrow

    if not answer.pages:
        return arrow_table(columns, [])
    table, wanted, organization = pyarrow.concat_tables(answer.pages), schema(columns), answer.request.organization
    own, there = (
        {"organization": organization.name, "organization_id": organization.organization_id},
        set(table.column_names),
    )
    arrays = [
        pyarrow.repeat(pyarrow.scalar(own[field.name], field.type), table.num_rows)
        if field.name in own
        else table[field.name]
        if field.name in there
        else pyarrow.nulls(table.num_rows, field.type)
        for field in wanted
    ]
    return pyarrow.table(arrays, schema=wanted)


def _is_sound(array: pyarrow.Array, column: Column) -> bool:
    # Arrow reads every year and sign; what no table can show and nothing was ever counted to is looked at by hand.
    from pyarrow import compute

    if column.dtype == MOMENT:
        years = compute.min_max(compute.year(array)).as_py()
        return years["min"] is None or FIRST_YEAR <= years["min"] <= years["max"] <= LAST_YEAR
    least = compute.min(array).as_py() if _is_counted(column) else None
    return least is None or bool(least >= 0)


def _is_counted(column: Column) -> bool:
    return column.dtype == INTEGER and column.unit != "credits"


def _by_hand(page: bytes, rows: str, fields: Sequence[Column]) -> pyarrow.Table:
    # A field that is new, of another type, or a time in another form: read one by one, nothing is dropped.
    value = read_lenient(page)
    records = value.get(rows) if isinstance(value, dict) else None
    if not isinstance(records, list):
        raise ValueError(f"it holds no list {rows!r}")
    return arrow_table([*fields, EXTRA], [_record(record, fields) for record in records if isinstance(record, dict)])


def _record(item: dict[str, Any], fields: Sequence[Column]) -> dict[str, Any]:
    record, extra = {}, dict(item)
    for field in fields:
        value = extra.pop(to_camel(field.name), None)
        fits = value if value is None else _as_json(value) if field.unit == "JSON" else _fitting(field.dtype, value)
        if _is_counted(field) and isinstance(fits, int) and fits < 0:
            fits = None
        record[field.name] = fits
        if value is not None and fits is None:
            extra[to_camel(field.name)] = value
    if extra:
        record[EXTRA.name] = json.dumps(extra, ensure_ascii=False, sort_keys=True)
    return record


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _fitting(dtype: str, value: object) -> object:
    if dtype == MOMENT:
        return moment(value)
    if dtype == TEXTS:
        return value if isinstance(value, list) and all(isinstance(text, str) for text in value) else None
    if dtype == TEXT:
        return value if isinstance(value, str) else None
    if dtype == "bool":
        return value if isinstance(value, bool) else None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if dtype == "int64":
        return value if is_number and isinstance(value, int) and abs(value) < 2**63 else None
    return float(value) if is_number and abs(value) < 2**63 else None  # type: ignore[arg-type]
