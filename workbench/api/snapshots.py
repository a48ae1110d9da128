"""Dated sets of reports in a folder, as `wb.snapshots` has them. The rules are those of `reports.snapshots`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.api.content.collection import Collection
from workbench.api.report_methods import Organizations
from workbench.api.reports import Reports
from workbench.columns import DAY, TEXT, Column, rows_frame

if TYPE_CHECKING:
    import pandas

DAYS: Final = (
    Column("day", DAY, "UTC", "The day that it is of."),
    Column("folder", TEXT, "", "Where it is."),
)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A set of reports that was taken: its folder, and a sentence for everything that is missing in it."""

    folder: Path
    missing: tuple[str, ...]

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing


class Snapshots(Collection):
    """Snapshots: projects, courses, lessons, members and ledger of a day, as Parquet in `FOLDER/2026-01-31/`."""

    def list(self, folder: str | Path) -> pandas.DataFrame:
        """The days of which the folder has a snapshot, a row each, the oldest first.

        >>> len(wb.snapshots.list(folder))
        0
        """
        from workbench.reports.snapshots.snapshot import snapshot_days

        there = Path(folder).expanduser()
        days = snapshot_days(there)
        return rows_frame(DAYS, [{"day": each, "folder": str(there / each.isoformat())} for each in days])

    def create(
        self,
        folder: str | Path,
        *,
        organization: Organizations = None,
        overwrite: bool = False,
        progress: Callable[[int], object] | None = None,
    ) -> Snapshot:
        """Take today's snapshot (UTC); `overwrite=True` replaces the day's. Raises `InputRejected` where there is one.

        `progress` is called with the number of pages read so far; what it raises stops it, and nothing is written.

        >>> wb.snapshots.create(folder).is_complete
        True
        """
        from workbench.reports import find_report
        from workbench.reports.snapshots.snapshot import SET, refuse_taken, take_snapshot
        from workbench.reports.tables.finished import FinishedReport

        there, now = Path(folder).expanduser(), datetime.now(UTC)
        refuse_taken(there, now.date(), overwrite=overwrite)
        at, taken = now.isoformat(timespec="seconds").replace("+00:00", "Z"), []
        reports = Reports(self._client, self.organization_id, self.organization)
        for report in map(find_report, SET):
            frame = reports.build(report.name, organization=organization, progress=progress)
            missing = tuple(frame.attrs["missing"])
            taken.append(FinishedReport(report.name, report.about, report.columns, frame, missing, at))
        lines = tuple(dict.fromkeys(line for each in taken for line in each.missing))
        return Snapshot(take_snapshot(there, now.date(), taken, overwrite=overwrite), lines)

    def get(self, folder: str | Path, report: str, day: date | str | None = None) -> pandas.DataFrame:
        """A report as it was last on or before a day, by default the newest. Raises `NotFound`.

        >>> wb.snapshots.get(folder, "lessons")["title"].to_list()
        ['Reading a map']
        """
        from workbench.reports.snapshots.snapshot import as_of

        return as_of(Path(folder).expanduser(), report, date.max if day is None else _day(day))

    def compare(
        self, folder: str | Path, report: str, before: date | str, after: date | str | None = None
    ) -> pandas.DataFrame:
        """What is new, gone, moved or changed in a report between two days, a row each; by default up to the newest.

        >>> len(wb.snapshots.compare(folder, "lessons", "9999-12-31"))
        0
        """
        from workbench.reports.snapshots.comparison import compared

        return compared(report, self.get(folder, report, before), self.get(folder, report, after))


def _day(day: date | str) -> date:
    from workbench.reports.scope import parse_day

    return parse_day(day, f"{str(day)[:80]!r} is no day.")
