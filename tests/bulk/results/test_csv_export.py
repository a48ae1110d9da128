"""A run's rows as CSV."""

from __future__ import annotations

import csv
import io

import pytest

from tests.bulk.records_by_hand import record
from workbench.bulk.results.csv_export import rows_csv, safe_cell
from workbench.bulk.results.frame import COLUMNS

FORMULAS = (
    *("=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "|cmd", "%0A", "  =1", "＝1", "＋1", "－1", "＠A"),
    '=HYPERLINK("http://evil.example","x")',
    "=cmd|' /C calc'!A0",
)


def read(text: str) -> list[dict[str, str]]:
    """The CSV as a program reads it."""
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula(text: str) -> None:
    """Topics and titles are anybody's; a spreadsheet runs nothing of them."""
    row = read(rows_csv([record(topic=text, title=text, message=text)]))[0]

    assert [row[name][0] for name in ("topic", "title", "error")] == ["'"] * 3


def test_the_columns_are_those_that_are_documented() -> None:
    """Also without a row."""
    assert rows_csv([]).strip() == "\ufeff" + ",".join(each.name for each in COLUMNS)


def test_a_missing_value_is_an_empty_cell() -> None:
    """Not `None`."""
    row = read(rows_csv([record()]))[0]

    assert (row["error"], row["code"]) == ("", "")


def test_a_number_stays_a_number() -> None:
    """Even a negative one."""
    assert safe_cell(-3) == "-3"


def test_times_are_told_in_utc() -> None:
    """As the service writes them."""
    assert read(rows_csv([record()]))[0]["settled_at"] == "1970-01-01T00:01:01.000Z"


def test_commas_quotes_and_lines_stay_in_their_cell() -> None:
    """What was sent comes back."""
    assert read(rows_csv([record(topic='a,"b"\nc')]))[0]["topic"] == 'a,"b"\nc'
