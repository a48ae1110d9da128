"""Dated sets of reports: taken, listed, read and compared."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from workbench.api.workbench import Workbench
from workbench.errors import InputRejected, NotAllowed, NotFound
from workbench.reports import REPORTS


def test_a_snapshot_is_taken_read_and_compared(workbench: Workbench, tmp_path: Path) -> None:
    """What was renamed since is a change of title; each side is as it was."""
    made = workbench.lessons.create(f"Tides {uuid4().hex}", language="EN")
    taken = workbench.snapshots.create(tmp_path)
    yesterday = (date.fromisoformat(taken.folder.name) - timedelta(days=1)).isoformat()
    taken.folder.rename(tmp_path / yesterday)
    workbench.lessons.rename(made.lesson_id, "Ebb")
    today = workbench.snapshots.create(tmp_path).folder.name

    assert taken.is_complete
    assert [f"{day:%Y-%m-%d}" for day in workbench.snapshots.list(tmp_path)["day"]] == [yesterday, today]
    before = workbench.snapshots.get(tmp_path, "lessons", yesterday).set_index("lesson_id")
    assert before.loc[made.lesson_id, "title"] == made.title
    changes = workbench.snapshots.compare(tmp_path, "lessons", yesterday).set_index("id")
    assert changes.loc[made.lesson_id, ["change", "name"]].to_list() == ["changed", "Ebb"]


def test_a_snapshot_has_every_report_with_a_key(workbench: Workbench, tmp_path: Path) -> None:
    """And no other: two dates of it can be compared."""
    folder = workbench.snapshots.create(tmp_path).folder
    keyed = {report.name for report in REPORTS.values() if report.key}

    assert {path.stem for path in folder.glob("*.parquet")} == keyed
    assert [name for name in keyed if len(workbench.snapshots.compare(tmp_path, name, folder.name))] == []


def test_the_days_set_is_replaced_only_when_it_is_said(workbench: Workbench, tmp_path: Path) -> None:
    """A second one of a day is a mistake more often than not."""
    workbench.snapshots.create(tmp_path)

    with pytest.raises(InputRejected, match="already exists"):
        workbench.snapshots.create(tmp_path)
    assert workbench.snapshots.create(tmp_path, overwrite=True).folder.is_dir()


def test_several_of_a_day_are_told_apart_by_label(workbench: Workbench, tmp_path: Path) -> None:
    """Listed, read and compared by it."""
    made = workbench.lessons.create(f"Tides {uuid4().hex}", language="EN")
    for label in (None, "before import"):
        workbench.snapshots.create(tmp_path, label=label)
    workbench.lessons.rename(made.lesson_id, "Ebb")
    workbench.snapshots.create(tmp_path, label="after import")

    changes = workbench.snapshots.compare(tmp_path, "lessons", "before import", "after import")
    assert changes[changes["id"] == made.lesson_id]["columns"].iloc[0].count("title") == 1
    assert workbench.snapshots.list(tmp_path)["label"].dropna().to_list() == ["before import", "after import"]
    assert workbench.snapshots.list(tmp_path)["is_complete"].all()


def test_what_a_role_does_not_see_is_missing_in_it(as_role: Callable[[str], Workbench], tmp_path: Path) -> None:
    """And the record says so."""
    taken = as_role("author").snapshots.create(tmp_path)

    assert not taken.is_complete and any("role" in text for text in taken.missing)


def test_who_may_read_no_ledger_takes_none(as_role: Callable[[str], Workbench], tmp_path: Path) -> None:
    """In words; half a set would pass for a whole one."""
    with pytest.raises(NotAllowed, match="role"):
        as_role("viewer").snapshots.create(tmp_path)
    assert not list(tmp_path.glob("????-??-??"))


@pytest.mark.parametrize("day", ["yesterday", "2026-13-01"])
def test_a_day_is_a_date(workbench: Workbench, tmp_path: Path, day: str) -> None:
    """And a folder without a set has none."""
    with pytest.raises(InputRejected, match="is neither a day"):
        workbench.snapshots.get(tmp_path, "lessons", day)
    with pytest.raises(NotFound, match="no snapshot"):
        workbench.snapshots.get(tmp_path, "lessons")
    assert workbench.snapshots.list(tmp_path).empty
