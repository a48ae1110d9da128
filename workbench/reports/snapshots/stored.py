"""The dated sets of reports in a folder: which there are, and one of them read back by its label or as of a day."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.client.moments import moment
from workbench.columns import pandas_dtype
from workbench.errors import InputRejected, NotFound
from workbench.reports.period import boundary

if TYPE_CHECKING:
    import pandas

MANIFEST: Final = "snapshot.json"


@dataclass(frozen=True, slots=True)
class StoredSnapshot:
    """A set of reports in a folder: its day, its label if it has one, the time of the request, and its manifest."""

    folder: Path
    day: date
    label: str | None
    requested_at: datetime | None
    manifest: dict[str, Any]

    @property
    def missing(self) -> list[str]:
        """A sentence for everything that is missing in the snapshot."""
        return list(dict.fromkeys(line for report in self.manifest["reports"] for line in _missing(report)))

    def report(self, name: str) -> pandas.DataFrame | None:
        """Return one of the snapshot's reports, or `None`; its `attrs` are as they were then."""
        from pyarrow.parquet import read_table

        entry = next((report for report in self.manifest["reports"] if report["report"] == name), None)
        path = self.folder / f"{name}.parquet"
        if entry is None or not path.is_file():
            return None
        frame: pandas.DataFrame = read_table(path).replace_schema_metadata().to_pandas(types_mapper=pandas_dtype)
        frame.attrs = {
            "report": name,
            "day": self.day.isoformat(),
            "label": self.label,
            "missing": _missing(entry),
            "is_complete": not _missing(entry),
            "incomplete_organizations": entry.get("incompleteOrganizations", []),
        }
        return frame


def find_snapshots(folder: Path) -> tuple[list[StoredSnapshot], list[str]]:
    """Return the sets in a folder, oldest first, and a sentence for each that cannot be read."""
    snapshots, unread = [], []
    for path in folder.glob(f"????-??-??*/{MANIFEST}"):
        name = path.parent.name
        day = as_day(name[:10])
        if day is None or name[10:11] not in ("", "_"):
            continue
        try:
            manifest = json.loads(path.read_text(encoding="utf-8"))
            _ = [(report["report"], _missing(report)) for report in manifest["reports"]]
            label, requested_at = manifest.get("label"), moment(manifest.get("askedAt"))
        except (OSError, ValueError, KeyError, TypeError):
            unread.append(f"{path} cannot be read.")
        else:
            snapshots.append(StoredSnapshot(path.parent, day, label, requested_at, manifest))
    snapshots.sort(key=_age)
    return snapshots, unread


def _age(snapshot: StoredSnapshot) -> tuple[date, float, int]:
    """Return the time of the request, to the second; within a second, the time when the file was written."""
    written = (snapshot.folder / MANIFEST).stat().st_mtime_ns
    return snapshot.day, snapshot.requested_at.timestamp() if snapshot.requested_at else 0, written


def as_of(folder: Path, name: str, at: date | str) -> pandas.DataFrame:
    """Return a report as it last was on or before a day, at an instant, or in the set with a label.

    `attrs["day"]` and `attrs["label"]` say which it is; `attrs["missing"]`, `attrs["is_complete"]` and
    `attrs["incomplete_organizations"]` are what they were then. Raises `NotFound`, and `InputRejected` for a
    text that is neither a day nor a label, or a time without a zone.
    """
    stored, _ = find_snapshots(folder)
    instant = boundary(at, "at") if isinstance(at, datetime) else None
    day = at if isinstance(at, date) else as_day(at)
    labels = [snapshot.label for snapshot in stored if snapshot.label]
    if day is None and at not in labels:
        near = get_close_matches(str(at), labels, n=1)
        there = f"Did you mean {near[0]!r}?" if near else f"Its labels: {', '.join(labels) or 'none'}."
        problem = f"{str(at)[:80]!r} is neither a day nor the label of a snapshot in {folder}."
        raise InputRejected(f"{problem} {there} Write a day as 2026-01-31.")
    for snapshot in reversed(stored):
        if isinstance(instant, datetime):
            wanted = snapshot.requested_at is not None and snapshot.requested_at <= instant
        else:
            wanted = snapshot.label == at if day is None else snapshot.day <= day
        if wanted and (frame := snapshot.report(name)) is not None:
            return frame
    when = f"with the label {at!r}" if day is None else f"from {day.isoformat()} or before"
    message = f"There is no snapshot of {name!r} in {folder} {when}."
    raise NotFound(message, code="NOT_FOUND", http_status=404)


def as_day(text: str) -> date | None:
    """Return the day that a text such as 2026-01-31 denotes; `None` for any other text."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        return None


def _missing(entry: dict[str, Any]) -> list[str]:
    return list(entry.get("missing", entry.get("notTold", [])))  # as sets were written until 2026-11
