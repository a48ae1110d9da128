"""A dated set of reports in a folder, as plain Parquet, written atomically. `stored` reads it back.

An organization whose rows are not all visible is left out of a report's file: a reader that adds up files of several
days would treat a part as the whole. `snapshot.json` says what is missing.

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
    """Write the reports into the folder of the day, or of the label on that day, and return its path.

    Raises `InputRejected` for an existing set, `NotWritten` for an error of the disk; nothing has changed then.
    Temporary files left by writers that were killed are removed.
    """
    target = folder / folder_name(day, label)
    _restore_old_set(target)
    sweep(target)
    refuse_taken(folder, day, label=label, overwrite=overwrite)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with private_path_near(target) as temporary:
            temporary.mkdir()
            _fill(temporary, day, label, reports)
            _put_in_place(temporary, target)
    except OSError as failed:
        raise NotWritten(f"{target} could not be written: {failed.strerror}. Nothing has changed.") from None
    return target


def refuse_taken(folder: Path, day: date, *, label: str | None = None, overwrite: bool) -> None:
    """Raise `InputRejected` for an existing set, unless it may be replaced, and for a label of another day."""
    target = folder / folder_name(day, label)
    if target.exists() and not overwrite:
        hint = "Replace it with --overwrite, or give this one a label." if label is None else "Choose another label."
        raise InputRejected(f"{target} already exists. {hint}")
    labelled = [
        snapshot
        for snapshot in find_snapshots(folder)[0]
        if label and snapshot.label == label and snapshot.folder != target
    ]
    if labelled:
        raise InputRejected(f"{labelled[0].folder} has the label {label!r} already. Choose another one.")


def folder_name(day: date, label: str | None) -> str:
    """Return the name of a set's folder. Raises `InputRejected` for an unusable label, or one that is a date."""
    if label is None:
        return day.isoformat()
    name = _NOT_IN_NAMES.sub("-", unicodedata.normalize("NFC", label)).strip("-_").lower()
    if not name or len(label) > LONGEST_LABEL or without_unfit(label) != label or as_day(label) is not None:
        raise InputRejected(
            f"{label[:80]!r} is not a valid label. Use letters or digits, at most {LONGEST_LABEL} characters, "
            "and not a date."
        )
    return f"{day.isoformat()}_{name}"


def _fill(temporary: Path, day: date, label: str | None, reports: Sequence[FinishedReport]) -> None:
    complete = [_complete_rows(report) for report in reports]
    for report in complete:
        write_parquet(report, temporary / f"{report.name}.parquet")
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
    (temporary / MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _complete_rows(report: FinishedReport) -> FinishedReport:
    incomplete = report.frame.attrs.get("incomplete_organizations", [])
    return (
        replace(report, frame=report.frame[~rows_of_organizations(report.frame, incomplete)]) if incomplete else report
    )


def _put_in_place(temporary: Path, target: Path) -> None:
    # A folder cannot replace another in one step: the old one is moved aside first and removed last.
    old = temporary_path(target, "old")
    had_one = target.exists()
    try:
        if had_one:
            target.rename(old)
        temporary.rename(target)
    except BaseException:
        if had_one and not target.exists():
            old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _restore_old_set(target: Path) -> None:
    # A writer that was killed between its two renames left the old set aside; killed later, it left it to be removed.
    for old in abandoned_files(target, "old"):
        if target.exists():
            shutil.rmtree(old, ignore_errors=True)
        else:
            with suppress(OSError):
                old.rename(target)
