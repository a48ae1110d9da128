"""Sets of reports are read back by day or label, those of older versions too."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from tests.reports.frames import plain
from tests.reports.spreadsheets import report_of
from workbench.errors import InputRejected, NotFound
from workbench.reports.snapshots.snapshot import take_snapshot
from workbench.reports.snapshots.stored import as_of, find_snapshots

FIRST, SECOND = date(2026, 1, 1), date(2026, 2, 1)


@pytest.fixture
def sets(tmp_path: Path) -> Path:
    """Two of the first day, one with a label that was taken later, and one of the second."""
    take_snapshot(tmp_path, FIRST, [report_of(["a"])])
    labelled = take_snapshot(tmp_path, FIRST, [report_of(["b"])], label="before import")
    manifest = json.loads((labelled / "snapshot.json").read_text("utf-8")) | {"askedAt": "2026-01-02T09:00:00Z"}
    (labelled / "snapshot.json").write_text(json.dumps(manifest), "utf-8")
    take_snapshot(tmp_path, SECOND, [report_of(["c"]), report_of(["x"], "courses")])
    return tmp_path


@pytest.mark.parametrize(
    ("at", "title"),
    [("before import", "b"), (FIRST, "b"), ("2026-01-31", "b"), ("2026-02-01", "c"), (date.max, "c")],
)
def test_a_set_is_found_by_label_or_as_of_a_day(sets: Path, at: date | str, title: str) -> None:
    """Of a day the last one that was taken on it or before."""
    assert plain(as_of(sets, "lessons", at), "title") == [(title,)]
    assert as_of(sets, "lessons", "before import").attrs["label"] == "before import"


def test_what_is_not_there_is_said_with_what_is(sets: Path) -> None:
    """A label with the nearest; a report that a set has not."""
    with pytest.raises(InputRejected, match="nor the label of a snapshot .* Did you mean 'before import'"):
        as_of(sets, "lessons", "before imports")
    with pytest.raises(InputRejected, match="is neither a day .* Its labels: before import"):
        as_of(sets, "lessons", "2026-13-01")
    with pytest.raises(NotFound, match="no snapshot of 'courses' in .* with the label"):
        as_of(sets, "courses", "before import")


def test_a_set_that_cannot_be_read_is_named_and_the_others_are_read(sets: Path) -> None:
    """A manifest that is cut off, and one that holds something else."""
    for name, text in (("2026-03-01", "{"), ("2026-03-02", "[]"), ("2026-03-03", '{"reports": [1]}')):
        (sets / name).mkdir()
        (sets / name / "snapshot.json").write_text(text, "utf-8")
    found, unread = find_snapshots(sets)

    assert (len(found), len(unread)) == (3, 3)
    assert "2026-03-0" in unread[0]
    assert plain(as_of(sets, "lessons", date.max), "title") == [("c",)]


def test_a_set_that_was_kept_before_completeness_was_is_read(tmp_path: Path) -> None:
    """Its manifest says `notTold`."""
    there = take_snapshot(tmp_path, FIRST, [report_of(["a"])])
    manifest = {"reports": [{"report": "lessons", "rows": 1, "notTold": ["Not told: a thing."]}]}
    (there / "snapshot.json").write_text(json.dumps(manifest), encoding="utf-8")
    found = as_of(tmp_path, "lessons", FIRST)

    assert (found.attrs["is_complete"], found.attrs["missing"]) == (False, ["Not told: a thing."])
