"""Dated sets are written whole, and read back as of a day."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest

from tests.full_disk import small_disk
from tests.reports.frames import plain
from tests.reports.roles import Cast
from tests.reports.spreadsheets import report_of
from workbench.client.atomic_write import temporary_path
from workbench.errors import InputRejected, NotFound
from workbench.reports import REPORTS
from workbench.reports.files.output import NotWritten
from workbench.reports.snapshots.comparison import compare_frames
from workbench.reports.snapshots.snapshot import take_snapshot
from workbench.reports.snapshots.stored import as_of, find_snapshots
from workbench.reports.tables.finished import FinishedReport

FIRST, SECOND = date(2026, 1, 1), date(2026, 2, 1)


def finished(people: Cast, role: str, where: str) -> list[FinishedReport]:
    """Ledger and members as a role is told them."""
    made = []
    for report in (REPORTS["ledger"], REPORTS["members"]):
        frame = people.report(role, report.name, where)
        made.append(FinishedReport(report.name, report.about, report.columns, frame, tuple(frame.attrs["missing"])))
    return made


def test_a_day_is_read_back_equal(tmp_path: Path) -> None:
    """Values and dtypes."""
    report = report_of(["a", None])
    take_snapshot(tmp_path, FIRST, [report])

    assert as_of(tmp_path, "lessons", FIRST).equals(report.frame)


def test_the_last_snapshot_before_a_day_counts(tmp_path: Path) -> None:
    """As what was known then."""
    for day, text in ((FIRST, "a"), (SECOND, "b")):
        take_snapshot(tmp_path, day, [report_of([text])])

    assert [snapshot.day for snapshot in find_snapshots(tmp_path)[0]] == [FIRST, SECOND]
    assert plain(as_of(tmp_path, "lessons", date(2026, 1, 31)), "title") == [("a",)]
    assert as_of(tmp_path, "lessons", date(2027, 1, 1)).attrs["day"] == "2026-02-01"


def test_duckdb_reads_the_history_of_a_folder(tmp_path: Path) -> None:
    """One query over all days, the day taken from the folder's name."""
    import duckdb  # large, and of no use to a worker that does not run this test

    for day, texts in ((FIRST, ["a"]), (SECOND, ["a", "b"])):
        take_snapshot(tmp_path, day, [report_of([*texts])])
    found = duckdb.sql(
        f"select split_part(filename, '/', -2) as day, count(*), sum(credits) from"
        f" read_parquet('{tmp_path}/*/lessons.parquet', filename = true) group by day order by day"
    ).fetchall()

    assert found == [("2026-01-01", 1, -3), ("2026-02-01", 2, -6)]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_dask_reads_the_history_of_a_folder(tmp_path: Path) -> None:
    """A partition for each day."""
    from dask import dataframe

    for day, texts in ((FIRST, ["a"]), (SECOND, ["a", "b"])):
        take_snapshot(tmp_path, day, [report_of([*texts])])
    found = dataframe.read_parquet(f"{tmp_path}/*/lessons.parquet")

    assert found.npartitions == 2
    assert int(found["credits"].sum().compute(scheduler="synchronous")) == -9


def test_before_the_first_there_is_none(tmp_path: Path) -> None:
    """Nothing is made up; a folder that is half a set is none."""
    (tmp_path / "2025-01-01").mkdir()
    with pytest.raises(NotFound, match="no snapshot of 'lessons'"):
        as_of(tmp_path, "lessons", FIRST)


def test_a_day_is_kept_unless_it_may_be_replaced(tmp_path: Path) -> None:
    """Replaced as a whole."""
    take_snapshot(tmp_path, FIRST, [report_of(["a"]), report_of(["x"], "courses")])
    with pytest.raises(InputRejected, match="--overwrite"):
        take_snapshot(tmp_path, FIRST, [report_of(["b"])])
    there = take_snapshot(tmp_path, FIRST, [report_of(["b"])], overwrite=True)

    assert plain(as_of(tmp_path, "lessons", FIRST), "title") == [("b",)]
    assert not (there / "courses.parquet").exists()


def test_a_full_disk_leaves_the_old_set(tmp_path: Path) -> None:
    """Whole, and nothing next to it."""
    take_snapshot(tmp_path / "sets", FIRST, [report_of(["a"])])
    with small_disk(), pytest.raises(NotWritten):
        take_snapshot(tmp_path / "sets", FIRST, [report_of([f"b{index}" for index in range(999)])], overwrite=True)

    assert [path.name for path in (tmp_path / "sets").iterdir()] == ["2026-01-01"]
    assert plain(as_of(tmp_path / "sets", "lessons", FIRST), "title") == [("a",)]


def test_what_a_killed_writer_left_is_put_right_by_the_next(tmp_path: Path) -> None:
    """Killed between its two renames: the set that was there is back, the half one gone, and nothing is replaced."""
    folder = tmp_path / "sets"
    there = take_snapshot(folder, FIRST, [report_of(["a"])])
    there.rename(folder / _of_a_dead_one(there, "old"))
    (folder / _of_a_dead_one(there, "part")).mkdir()
    with pytest.raises(InputRejected, match="--overwrite"):
        take_snapshot(folder, FIRST, [report_of(["b"])])

    assert [path.name for path in folder.iterdir()] == ["2026-01-01"]
    assert plain(as_of(folder, "lessons", FIRST), "title") == [("a",)]


def _of_a_dead_one(path: Path, ending: str) -> str:
    return temporary_path(path, ending).name.replace(f".{os.getpid()}.", ".999999999999999999999.")


def test_a_part_is_not_kept_as_if_it_were_all(people: Cast, tmp_path: Path) -> None:
    """An author's own entries of the ledger, in a file next to an owner's, read as if the rest were gone."""
    take_snapshot(tmp_path, FIRST, finished(people, "owner", "acme"))
    take_snapshot(tmp_path, SECOND, finished(people, "author", "both"))
    before, after = (as_of(tmp_path, "ledger", day) for day in (FIRST, SECOND))

    assert before.attrs["is_complete"]
    assert set(after["organization_id"]) == {people.own["author"].organization_id}
    assert "only your own entries" in after.attrs["missing"][0]
    assert compare_frames("ledger", before, after).empty
    assert "only your own entries" in compare_frames("ledger", before, after).attrs["missing"][0]
    changes = compare_frames("members", *(as_of(tmp_path, "members", day) for day in (FIRST, SECOND)))
    assert changes.empty


def test_a_day_has_as_many_sets_as_it_has_labels(tmp_path: Path) -> None:
    """One without; a label is of one day."""
    take_snapshot(tmp_path, FIRST, [report_of(["a"])])
    there = take_snapshot(tmp_path, FIRST, [report_of(["b"])], label="Vor dem Import, Größe 2")
    with pytest.raises(InputRejected, match="Choose another label"):
        take_snapshot(tmp_path, FIRST, [report_of(["c"])], label="Vor dem Import, Größe 2")
    with pytest.raises(InputRejected, match="has the label"):
        take_snapshot(tmp_path, SECOND, [report_of(["c"])], label="Vor dem Import, Größe 2", overwrite=True)

    assert there.name == "2026-01-01_vor-dem-import-größe-2"
    assert [snapshot.label for snapshot in find_snapshots(tmp_path)[0]] == [None, "Vor dem Import, Größe 2"]


@pytest.mark.parametrize("label", ["", "../..", "a\u202eb", "x" * 61, "2026-01-01", "🌱", "a\x00b"])
def test_what_is_no_label_is_refused(label: str, tmp_path: Path) -> None:
    """Nothing is written, here or elsewhere."""
    with pytest.raises(InputRejected, match="is not a valid label"):
        take_snapshot(tmp_path / "sets", FIRST, [report_of(["a"])], label=label)
    assert [path.name for path in tmp_path.iterdir()] == ["home"]
