"""Any DataFrame is written as a report is."""

from __future__ import annotations

import csv
import json
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas
import pytest
from python_calamine import CalamineWorkbook

from tests.hostile import HOSTILE
from tests.reports.spreadsheets import STARTS
from workbench.columns import rows_frame
from workbench.errors import InputRejected
from workbench.reports.credits.credits import COLUMNS
from workbench.reports.files.frame_report import report_from_frame
from workbench.reports.files.output import write_report
from workbench.spreadsheet_text import restore


def saved(frame: Any, path: Path) -> Path:
    """The file of a frame."""
    return write_report(report_from_frame(frame), path)


def test_a_report_keeps_what_its_columns_mean() -> None:
    """And what is missing; a column of one's own has no meaning yet."""
    frame = rows_frame(COLUMNS, [{"name": "Ana", "spent_credits": 3}], missing=["Not told: a thing."])
    frame.attrs["report"] = "credits"
    found = report_from_frame(frame[["name", "spent_credits"]].assign(own=1.5))

    assert (found.name, found.missing) == ("credits", ("Not told: a thing.",))
    assert [(column.name, column.dtype, column.unit) for column in found.columns] == [
        ("name", "string", ""),
        ("spent_credits", "int64", "credits"),
        ("own", "double", ""),
    ]


def test_groups_become_columns() -> None:
    """What `groupby` and `pivot` give is named by its rows."""
    frame = pandas.DataFrame({"project": ["A", "A", "B"], "week": ["1", "2", "1"], "n": [1, 2, 3]})
    sums, wide = frame.groupby(["project", "week"])["n"].sum(), frame.pivot(index="project", columns="week", values="n")

    assert list(report_from_frame(sums).rows()) == [("A", "1", 1), ("A", "2", 2), ("B", "1", 3)]
    assert [column.name for column in report_from_frame(wide).columns] == ["project", "1", "2"]
    assert list(report_from_frame(frame[frame["n"] > 1]).rows()) == [("A", "2", 2), ("B", "1", 3)]


@pytest.mark.parametrize(
    ("values", "dtype", "told"),
    [
        (pandas.Series([1, None], dtype="Int64"), "int64", [1, None]),
        (pandas.Series([2**63], dtype="uint64"), "string", ["9223372036854775808"]),
        (pandas.Series([1.5, float("nan")]), "double", [1.5, None]),
        (pandas.Series([Decimal("1.5")]), "double", [1.5]),
        (pandas.Series(["a", "b"], dtype="category"), "string", ["a", "b"]),
        (pandas.Series([True, None], dtype="boolean"), "bool", [True, None]),
        (pandas.Series([date(2026, 1, 2)]), "date32[day]", [date(2026, 1, 2)]),
        (pandas.Series([["a"], None]), "list<item: string>", [["a"], None]),
        (pandas.Series([1, "a", None]), "string", ["1", "a", None]),
        (pandas.Series([{"a": 1}]), "string", ["{'a': 1}"]),
        (pandas.Series(["a\ud800"], dtype=object), "string", ["a\\ud800"]),
        (pandas.Series([None, None], dtype=object), "string", [None, None]),
        (pandas.Series([pandas.Period("2026-01")]), "string", ["2026-01"]),
    ],
)
def test_each_kind_of_values_has_a_family(values: pandas.Series[Any], dtype: str, told: list[Any]) -> None:
    """In the end text."""
    found = report_from_frame(values.to_frame("x"))

    assert (found.columns[0].dtype, [value for (value,) in found.rows()]) == (dtype, told)


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "Pacific/Auckland", None])
def test_moments_are_the_same_in_every_zone(zone: str | None) -> None:
    """Files have UTC; a time without zone is taken for UTC's."""
    moments = pandas.Series(pandas.to_datetime(["2026-03-29T00:30:00Z"]))
    shown = moments.dt.tz_convert(zone) if zone else moments.dt.tz_localize(None)

    ((found,),) = report_from_frame(shown.to_frame("at")).rows()
    assert (str(found.tzinfo), found.replace(tzinfo=None)) == ("UTC", datetime(2026, 3, 29, 0, 30))


@pytest.mark.parametrize("ending", ["csv", "xlsx", "json", "parquet"])
def test_hostile_cells_and_names_come_back_as_they_are(ending: str, tmp_path: Path) -> None:
    """No formula in a cell or in a column's name, and every text is read back."""
    texts = [*STARTS[:4], "=HYPERLINK(1)", *(hostile for hostile in HOSTILE if hostile.isprintable())]
    path = saved(pandas.DataFrame({"=1+1": texts, "My own": range(len(texts))}), tmp_path / f"a.{ending}")
    if ending == "csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            head, *lines = csv.reader(file)
        assert head == ["'=1+1", "My own"]
        found = [restore(line[0]) for line in lines]
    elif ending == "xlsx":
        head, *rows = CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python()
        found, head = [str(row[0]) for row in rows], head
        assert head == ["=1+1", "My own"]
    elif ending == "json":
        found = [row["=1+1"] for row in json.loads(path.read_text("utf-8"))["rows"]]
    else:
        found = pandas.read_parquet(path)["=1+1"].to_list()

    assert [cell.strip() for cell in found] == [text.strip() for text in texts]


def test_an_empty_table_is_written(tmp_path: Path) -> None:
    """With its columns."""
    assert saved(rows_frame(COLUMNS, []), tmp_path / "a.csv").read_text("utf-8-sig").startswith("organization,")
    assert list(report_from_frame(pandas.DataFrame()).rows()) == []


@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        (pandas.DataFrame([[1, 2]], columns=["a", "a"]), "Two columns are named 'a'"),
        (pandas.DataFrame({"a": [float("inf")]}), "numbers without end"),
        ([1, 2], "not a list"),
    ],
)
def test_what_cannot_be_written_is_said(frame: Any, problem: str) -> None:
    """Before any file is there."""
    with pytest.raises(InputRejected, match=problem):
        report_from_frame(frame)
