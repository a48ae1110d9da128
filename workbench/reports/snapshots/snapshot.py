"""A dated set of reports in a folder, as plain Parquet: taken whole or not at all. `stored` reads it back.

An organization whose rows are not all visible is left out of a report's file: a reader that adds up files of
several days would take a part for the whole. `snapshot.json` says what is missing.

`FOLDER/2026-01-31/lessons.parquet` can be read by any reader of Parquet; `FOLDER/*/lessons.parquet` is its
history. A set with a label is in `FOLDER/2026-01-31_before-import/`, so that a day may have several.
"""

from __future__ import annotations

import json
import shutil
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Final

from workbench.authoring.characters import without_unfit
from workbench.client.atomic_write import abandoned_files, private_path_near, sweep, temporary_path
from workbench.columns import rows_of_organizations
from workbench.errors import InputRejected
from workbench.patterns import Pattern
from workbench.reports.files.output import NotWritten
from workbench.reports.files.parquet import write_parquet
from workbench.reports.snapshots.stored import MANIFEST, as_day, find_snapshots
from workbench.reports.tables.finished import FinishedReport

_NOT_IN_NAMES = Pattern(r"[^\w-]+")

LONGEST_LABEL: Final = 60


def take_snapshot(
    folder: Path, day: date, reports: Sequence[FinishedReport], *, label: str | None = None, overwrite: bool = False
) -> Path:
    """Write the reports into the day's folder, or the label's of that day; its path.

    Raises `InputRejected` for one that is there already, `NotWritten` when the disk refuses; nothing has changed then.
    What killed writers of the same set left is taken away.
    """
    there = folder / folder_name(day, label)
    _put_back(there)
    sweep(there)
    refuse_taken(folder, day, label=label, overwrite=overwrite)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with private_path_near(there) as beside:
            beside.mkdir()
            _fill(beside, day, label, reports)
            _put_in_place(beside, there)
    except OSError as failed:
        raise NotWritten(f"{there} could not be written: {failed.strerror}. Nothing has changed.") from None
    return there


def refuse_taken(folder: Path, day: date, *, label: str | None = None, overwrite: bool) -> None:
    """Raise `InputRejected` for an existing set, unless it may be replaced, and for a label of another day."""
    there = folder / folder_name(day, label)
    if there.exists() and not overwrite:
        way = "Replace it with --overwrite, or give this one a label." if label is None else "Choose another label."
        raise InputRejected(f"{there} already exists. {way}")
    same = [
        snapshot
        for snapshot in find_snapshots(folder)[0]
        if label and snapshot.label == label and snapshot.folder != there
    ]
    if same:
        raise InputRejected(f"{same[0].folder} has the label {label!r} already. Choose another one.")


def folder_name(day: date, label: str | None) -> str:
    """Return the name of a set's folder. Raises `InputRejected` for an unusable label, or one that is a day."""
    if label is None:
        return day.isoformat()
    name = _NOT_IN_NAMES.sub("-", unicodedata.normalize("NFC", label)).strip("-_").lower()
    if not name or len(label) > LONGEST_LABEL or without_unfit(label) != label or as_day(label) is not None:
        raise InputRejected(
            f"{label[:80]!r} is no label: it has letters or digits, {LONGEST_LABEL} characters at most, and is no day."
        )
    return f"{day.isoformat()}_{name}"


def _fill(beside: Path, day: date, label: str | None, reports: Sequence[FinishedReport]) -> None:
    complete = [_whole(report) for report in reports]
    for report in complete:
        write_parquet(report, beside / f"{report.name}.parquet")
    entries = [
        {
            "report": report.name,
            "rows": len(report.frame),
            "isComplete": not report.missing,
            "missing": list(report.missing),
            "incompleteOrganizations": report.frame.attrs.get("incomplete_organizations", []),
        }
        for report in complete
    ]
    requested_at = reports[0].at if reports else ""
    manifest = {"day": day.isoformat(), "label": label, "askedAt": requested_at, "reports": entries}
    (beside / MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _whole(report: FinishedReport) -> FinishedReport:
    lacking = report.frame.attrs.get("incomplete_organizations", [])
    return replace(report, frame=report.frame[~rows_of_organizations(report.frame, lacking)]) if lacking else report


def _put_in_place(beside: Path, there: Path) -> None:
    # A folder cannot replace another in one step: the old one is moved aside first and removed last.
    old = temporary_path(there, "old")
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
    for old in abandoned_files(there, "old"):
        if there.exists():
            shutil.rmtree(old, ignore_errors=True)
        else:
            with suppress(OSError):
                old.rename(there)
