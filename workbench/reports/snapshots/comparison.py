"""Two dates of a report compared: which rows are new, gone, changed or moved. Pure; knows frames, no folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from workbench.columns import TEXT, TEXTS, Column, rows_frame, rows_of_organizations
from workbench.errors import InputRejected
from workbench.reports.catalogue import REPORTS

if TYPE_CHECKING:
    import pandas

_TITLE_COLUMNS: Final = ("title", "name", "kind")
_PLACES: Final = {"organization_id", "project_id", "course_id"}
_ASIDE: Final = {"organization", "project", "extra", "last_action_at"}
COLUMNS: Final = (
    Column("change", TEXT, "", "new, gone, moved (to another project, course or organization) or changed."),
    Column("id", TEXT, "", "The row's id."),
    Column("name", TEXT, "", "Its title or name, the later one."),
    Column("columns", TEXTS, "", "Columns that differ; missing for new or removed rows."),
    Column("before", TEXT, "JSON", "Their values at the first date."),
    Column("after", TEXT, "JSON", "Their values at the second date."),
)


def compare_frames(name: str, before: pandas.DataFrame, after: pandas.DataFrame) -> pandas.DataFrame:
    """Return one row per difference between two frames of one report: new, gone, moved, changed.

    If one of them is not complete, organizations that are not in both and values that are missing in one are
    not compared: what the service did not give is neither gone nor changed. `attrs["missing"]` says so.

    Raises `InputRejected` for a report whose rows have no ids.
    """
    key = REPORTS[name].key if name in REPORTS else ()
    if not key:
        keyed = ", ".join(report.name for report in REPORTS.values() if report.key)
        raise InputRejected(f"{name} has no ids to compare by. These have: {keyed}.")
    missing = [*before.attrs.get("missing", ()), *after.attrs.get("missing", ())]
    if missing:
        before, after = _in_both(before, after), _in_both(after, before)
    first, second = _by_key(before, key), _by_key(after, key)
    rows = [_row("new", row_key, second[row_key]) for row_key in second if row_key not in first]
    rows += [_row("gone", row_key, first[row_key]) for row_key in first if row_key not in second]
    for row_key in second:
        if row_key in first and (differing := _differing(first[row_key], second[row_key], is_whole=not missing)):
            kind = "moved" if set(differing) & _PLACES.difference(key) else "changed"
            rows.append({**_row(kind, row_key, second[row_key]), **_values(differing, first[row_key], second[row_key])})
    order = ["new", "gone", "moved", "changed"]
    in_order = sorted(rows, key=lambda row: (order.index(row["change"]), row["id"]))
    differences = rows_frame(COLUMNS, in_order, missing=list(dict.fromkeys(missing)))
    differences.attrs["report"] = name
    return differences


def _in_both(frame: pandas.DataFrame, other: pandas.DataFrame) -> pandas.DataFrame:
    lacking = [organization for one in (frame, other) for organization in one.attrs.get("incomplete_organizations", [])]
    there = frame["organization_id"].isin(list(other["organization_id"].dropna())) | frame["organization_id"].isna()
    return frame[there & ~rows_of_organizations(frame, lacking)]


def _by_key(frame: pandas.DataFrame, key: Sequence[str]) -> dict[str, dict[str, Any]]:
    import pyarrow

    rows: list[dict[str, Any]] = pyarrow.Table.from_pandas(frame, preserve_index=False).to_pylist()
    return {":".join(str(row[column]) for column in key): row for row in rows}


def _differing(before: dict[str, Any], after: dict[str, Any], *, is_whole: bool) -> list[str]:
    names = [
        column for column in after if column in before and column not in _ASIDE and before[column] != after[column]
    ]
    return [name for name in names if is_whole or not (before[name] is None or after[name] is None)]


def _row(change: str, key: str, row: dict[str, Any]) -> dict[str, Any]:
    name = next((row[column] for column in _TITLE_COLUMNS if row.get(column) is not None), None)
    return {"change": change, "id": key, "name": name}


def _values(names: list[str], before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    import json

    from workbench.reports.tables.finished import value_text

    def as_json(row: dict[str, Any]) -> str:
        return json.dumps({name: value_text(row[name]) for name in names}, ensure_ascii=False)

    return {"columns": names, "before": as_json(before), "after": as_json(after)}
