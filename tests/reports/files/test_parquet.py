"""Parquet and JSON of a report."""

from __future__ import annotations

import json
from pathlib import Path

from pyarrow import parquet

from tests.reports.spreadsheets import report_of
from workbench.reports.files.parquet import as_json, write_json, write_parquet


def test_parquet_keeps_types_and_meanings(tmp_path: Path) -> None:
    """As plain Parquet that any reader takes; read back, the frame is the same."""
    report = report_of(["a", None])
    write_parquet(report, tmp_path / "a.parquet")
    found = parquet.read_table(tmp_path / "a.parquet")

    assert found.equals(report.table())
    assert found.schema.field("credits").metadata == {b"unit": b"credits", b"meaning": b"A number."}
    assert found.schema.metadata[b"report"] == b"lessons"


def test_json_says_rows_columns_and_what_is_missing(tmp_path: Path) -> None:
    """For programs."""
    write_json(report_of(["é", None]), tmp_path / "a.json")
    found = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))

    assert found == json.loads(as_json(report_of(["é", None])))
    assert found["rows"] == [{"title": "é", "credits": -3}, {"title": None, "credits": -3}]
    assert (found["report"], found["missing"], found["columns"][1]["unit"]) == (
        "lessons", ["Not told: a thing."], "credits",
    )  # fmt: skip
