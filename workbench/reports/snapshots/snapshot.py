"""A dated set of reports in a folder, as plain Parquet: taken whole or not at all, and read back as of a day.

An organization whose rows are not all told is left out of a report's file: whoever adds up files of several days would
take a part for the whole. `snapshot.json` says what is missing.

`FOLDER/2026-01-31/lessons.parquet` is what any reader of Parquet takes; `FOLDER/*/lessons.parquet` is its history.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.client.atomic_write import abandoned, private_beside, sweep, unfinished
from workbench.columns import of_places
from workbench.errors import InputRejected, NotFound
from workbench.reports.files.output import NotWritten
from workbench.reports.files.parquet import write_parquet
from workbench.reports.tables.finished import FinishedReport

if TYPE_CHECKING:
    import pandas

SET: Final = ("projects", "courses", "lessons", "members", "ledger")
"""The reports of a snapshot: those whose rows have ids, so that two dates can be compared."""

MANIFEST: Final = "snapshot.json"


def take_snapshot(folder: Path, day: date, reports: Sequence[FinishedReport], *, overwrite: bool = False) -> Path:
    """Write the reports into the day's folder; its path. Raises `InputRejected` for a day that is there already,
    `NotWritten` when the disk refuses; nothing has changed then. What killed writers of the day left is taken away.
    """
    there = folder / day.isoformat()
    _put_back(there)
    sweep(there)
    refuse_taken(folder, day, overwrite=overwrite)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with private_beside(there) as beside:
            beside.mkdir()
            _fill(beside, day, reports)
            _put_in_place(beside, there)
    except OSError as failed:
        raise NotWritten(f"{there} could not be written: {failed.strerror}. Nothing has changed.") from None
    return there


def _fill(beside: Path, day: date, reports: Sequence[FinishedReport]) -> None:
    complete = [_whole(each) for each in reports]
    for each in complete:
        write_parquet(each, beside / f"{each.name}.parquet")
    entries = [
        {
            "report": each.name,
            "rows": len(each.frame),
            "isComplete": not each.missing,
            "missing": list(each.missing),
            "incompleteOrganizations": each.frame.attrs.get("incomplete_organizations", []),
        }
        for each in complete
    ]
    manifest = {"day": day.isoformat(), "askedAt": reports[0].at if reports else "", "reports": entries}
    (beside / MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def refuse_taken(folder: Path, day: date, *, overwrite: bool) -> None:
    """Raises `InputRejected` for a day that is there already, unless it may be replaced."""
    there = folder / day.isoformat()
    if there.exists() and not overwrite:
        raise InputRejected(f"{there} is there already. Replace it with --overwrite.")


def snapshot_days(folder: Path) -> list[date]:
    """The days of which there is a snapshot, the oldest first."""
    days = []
    for each in folder.glob("????-??-??"):
        try:
            days.append(date.fromisoformat(each.name))
        except ValueError:
            continue
    return sorted(day for day in days if (folder / day.isoformat() / MANIFEST).is_file())


def as_of(folder: Path, name: str, day: date) -> pandas.DataFrame:
    """A report as it was told last on or before the day; `attrs["day"]` says when. Raises `NotFound`.

    `attrs["missing"]`, `attrs["is_complete"]` and `attrs["incomplete_organizations"]` are what they were then.
    """
    import pandas

    before = [each for each in snapshot_days(folder) if each <= day]
    for found in reversed(before):
        path = folder / found.isoformat() / f"{name}.parquet"
        if path.is_file():
            frame = pandas.read_parquet(path, dtype_backend="pyarrow")
            frame.attrs = {"report": name, "day": found.isoformat()}
            frame.attrs.update(_manifest_attrs(path.parent / MANIFEST, name))
            return frame
    message = f"There is no snapshot of {name!r} in {folder} from {day.isoformat()} or before."
    raise NotFound(message, code="NOT_FOUND", http_status=404)


def _whole(report: FinishedReport) -> FinishedReport:
    lacking = report.frame.attrs.get("incomplete_organizations", [])
    return replace(report, frame=report.frame[~of_places(report.frame, lacking)]) if lacking else report


def _manifest_attrs(manifest: Path, name: str) -> dict[str, Any]:
    entry = {each["report"]: each for each in json.loads(manifest.read_text(encoding="utf-8"))["reports"]}[name]
    missing = entry.get("missing", entry.get("notTold", []))  # as sets were written until 2026-11
    return {
        "missing": missing,
        "is_complete": not missing,
        "incomplete_organizations": entry.get("incompleteOrganizations", []),
    }


def _put_in_place(beside: Path, there: Path) -> None:
    # A folder cannot replace another one at once: the old one is moved aside first and taken away last.
    old = unfinished(there, "old")
    had_one = there.exists()
    try:
        if had_one:
            there.rename(old)
        beside.rename(there)
    except BaseException:
        if had_one and not there.exists():
            old.rename(there)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _put_back(there: Path) -> None:
    # A writer killed between its two renames left the day's set aside; killed later, it left what is to be taken away.
    for old in abandoned(there, "old"):
        if there.exists():
            shutil.rmtree(old, ignore_errors=True)
        else:
            with suppress(OSError):
                old.rename(there)
