"""A run's rows as a DataFrame."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pandas
import pytest

from tests.bulk.records_by_hand import record
from tests.reports.frames import dtype_name
from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.journal.row import State
from workbench.bulk.run_frame import COLUMNS, choices, rows_csv, run_frame
from workbench.procedures.findings import CheckedLesson, CheckFinding

PLANNED = RowRecord(
    *(1, 7, "Bread", "EN", 1, 0, State.PLANNED, False, False, 0),
    *(None, None, None, None, None, None, None, None, None),
)
DONE = replace(PLANNED, state=State.DONE, attempts=2, lesson_id="l1", title="T", credits=2, proof="answered")
SETTLED = replace(DONE, first_sent_at=1_767_225_600_000, settled_at=1_767_225_602_500)


def test_the_columns_are_the_documented_ones() -> None:
    """Names and types, in order."""
    frame = run_frame([PLANNED, SETTLED])

    assert list(frame.columns) == [column.name for column in COLUMNS]
    assert [str(dtype) for dtype in frame.dtypes] == [dtype_name(column.dtype) for column in COLUMNS]


def test_no_rows_have_the_same_columns() -> None:
    """Empty run, same columns and types."""
    assert run_frame([]).dtypes.equals(run_frame([SETTLED]).dtypes)


def test_a_settled_row_has_its_times() -> None:
    """UTC, and how long it took."""
    row = run_frame([SETTLED]).iloc[0]

    assert row["first_sent_at"] == pandas.Timestamp("2026-01-01", tz="UTC")
    assert row["seconds"] == 2.5
    assert row["credits"] == 2


def test_only_what_is_done_has_cost_something() -> None:
    """What is unsure may have; it is not counted as spent."""
    assert pandas.isna(run_frame([replace(SETTLED, state=State.UNSURE)]).iloc[0]["credits"])


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (PLANNED, ""),
        (DONE, ""),
        (replace(PLANNED, state=State.REFUSED), "run.retry(7)"),
        (replace(PLANNED, state=State.UNSURE, held=True), "run.resolve(7, Resend())"),
        (replace(PLANNED, state=State.UNSURE, keyed=True), "run.start()"),
        (replace(DONE, proof="matched"), "run.resolve(7, Unassign())"),
        (replace(DONE, earlier_unsure=1), "run.resolve(7, Dismiss())"),
    ],
)
def test_a_row_offers_what_a_person_can_do(row: RowRecord, words: str) -> None:
    """In words that can be typed."""
    assert words in choices(row)
    assert bool(choices(row)) is bool(words)


def test_further_lessons_of_a_row_are_said() -> None:
    """A row that made two lessons says so."""
    row = run_frame([replace(DONE, also_made=("l2",))]).iloc[0]

    assert row["needs_you"]
    assert "l2" in row["error"]


def test_findings_stand_beside_their_rows_when_they_were_read() -> None:
    """How many, and the worst; a lesson that was not checked is missing, one without findings is not."""
    kept = {"course_id": "c", "title": "T", "language": "EN", "revision": 1}
    note, error = (CheckFinding(rule="r", severity=name, message="M") for name in ("note", "error"))
    checked = {
        "l1": CheckedLesson(lesson_id="l1", **kept, findings=[note, error]),
        "l2": CheckedLesson(lesson_id="l2", **kept, findings=[]),
    }
    rows = [DONE, replace(DONE, lesson_id="l2"), replace(DONE, lesson_id="l3"), PLANNED]
    frame, unread = run_frame(rows, checked), run_frame(rows)

    assert frame["findings"].astype(object).where(frame["findings"].notna(), None).to_list() == [2, 0, None, None]
    assert frame["worst"].astype(object).where(frame["worst"].notna(), None).to_list() == ["error", None, None, None]
    assert frame.attrs["missing"] == ["1 lesson is not checked yet, or deleted."]
    assert (unread["findings"].isna().all(), unread.attrs["missing"]) == (True, [])


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
