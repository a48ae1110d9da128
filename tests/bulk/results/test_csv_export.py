"""A run's rows as CSV."""

from __future__ import annotations

import csv
import io

from tests.bulk.records_by_hand import record
from workbench.bulk.results.csv_export import rows_csv
from workbench.bulk.results.frame import COLUMNS


def read(text: str) -> list[dict[str, str]]:
    """The CSV as a program reads it."""
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_the_columns_are_those_that_are_documented() -> None:
    """Also without a row."""
    assert rows_csv([]).strip() == "\ufeff" + ",".join(column.name for column in COLUMNS)


def test_a_missing_value_is_an_empty_cell() -> None:
    """Not `None`."""
    row = read(rows_csv([record()]))[0]

    assert (row["error"], row["code"]) == ("", "")


def test_times_are_told_in_utc() -> None:
    """As the service writes them."""
    assert read(rows_csv([record()]))[0]["settled_at"] == "1970-01-01T00:01:01.000Z"


def test_commas_quotes_and_lines_stay_in_their_cell() -> None:
    """What was sent comes back."""
    assert read(rows_csv([record(topic='a,"b"\nc')]))[0]["topic"] == 'a,"b"\nc'
