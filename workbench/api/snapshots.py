"""Dated sets of reports in a folder: `wb.snapshots`. The rules are in `reports.snapshots`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from workbench.api.arguments import ColumnNames, SortColumns
from workbench.api.collection import Collection
from workbench.api.reports import Organizations, Reports
from workbench.argument_help import Help
from workbench.columns import DAY, FLAG, MOMENT, TEXT, TEXTS, Column, rows_frame, select

if TYPE_CHECKING:
    import pandas

LISTED: Final = (
    Column("day", DAY, "UTC", "The day of the snapshot."),
    Column("label", TEXT, "", "Its label, if it has one."),
    Column("requested_at", MOMENT, "UTC", "When the data was requested."),
    Column("is_complete", FLAG, "", "Whether the snapshot is complete."),
    Column("missing", TEXTS, "", "Missing parts, a sentence for each."),
    Column("folder", TEXT, "", "The folder that contains it."),
)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A set of reports that was taken: its folder, and a sentence for each thing that is missing from it."""

    folder: Path
    missing: tuple[str, ...]

    @property
    def is_complete(self) -> bool:
        """Whether the snapshot is complete."""
        return not self.missing


class Snapshots(Collection):
    """Snapshots: projects, courses, lessons, members and ledger of a day, as Parquet in `FOLDER/2026-01-31/`.

    A day has one snapshot without a label, and any number with labels. `at` is a label or a day: the last set
    taken on or before that day.
    """

    def list(
        self,
        folder: Annotated[str | Path, Help("folder with the dated sets", "FOLDER")],
        *,
        columns: ColumnNames | None = None,
        limit: int | None = None,
        sort: SortColumns | None = None,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each snapshot in a folder, oldest first.

        `attrs["missing"]` names the snapshots that could not be read.

        `columns` are names, or `"all"`; by default the most useful ones. `limit` is the largest number of rows, `sort`
        one or more columns, such as `"-updated_at"` for newest first.

        >>> len(wb.snapshots.list(folder))
        0
        """
        from workbench.reports.snapshots.stored import find_snapshots

        selection = select(LISTED, wanted=columns, limit=limit, sort=sort)
        snapshots, unread = find_snapshots(Path(folder).expanduser())
        rows: list[dict[str, Any]] = [
            {
                "day": snapshot.day,
                "label": snapshot.label,
                "requested_at": snapshot.requested_at,
                "folder": str(snapshot.folder),
            }
            | {"is_complete": not snapshot.missing, "missing": snapshot.missing}
            for snapshot in snapshots
        ]
        return selection.of(rows_frame(LISTED, rows, missing=unread))

    def create(
        self,
        folder: Annotated[str | Path, Help("folder with the dated sets", "FOLDER")],
        *,
        label: Annotated[str, Help("label, such as 'before import', for another set on the same day", "TEXT")]
        | None = None,
        organization: Annotated[
            Organizations,
            Help("organization; repeat for several, or `all` (default: the last selected)", "ORGANIZATION"),
        ] = None,
        overwrite: Annotated[bool, Help("replace today's set, or the one with this label")] = False,
        progress: Callable[[int], object] | None = None,
    ) -> Snapshot:
        """Take a snapshot (the day is in UTC); a `label` makes it an additional one for that day.

        `overwrite=True` replaces it if it exists; without it, an existing one raises `InputRejected`.
        `progress` is called with the number of pages read so far; if that raises, nothing is written.

        >>> wb.snapshots.create(folder).is_complete
        True
        >>> _ = wb.snapshots.create(folder, label="before import")
        >>> wb.snapshots.list(folder)["label"].dropna().to_list()
        ['before import']
        """
        from workbench.reports import REPORTS
        from workbench.reports.snapshots.snapshot import refuse_taken, take_snapshot
        from workbench.reports.tables.finished import FinishedReport

        root, now = Path(folder).expanduser(), datetime.now(UTC)
        refuse_taken(root, now.date(), label=label, overwrite=overwrite)
        at, finished_reports = now.isoformat(timespec="seconds").replace("+00:00", "Z"), []
        reports = Reports(self._client, self.organization_id, self.organization)
        for report in filter(attrgetter("key"), REPORTS.values()):
            frame = reports.build(report.name, organization=organization, progress=progress)
            missing = tuple(frame.attrs["missing"])
            finished_reports.append(FinishedReport(report.name, report.about, report.columns, frame, missing, at))
        lines = tuple(dict.fromkeys(line for report in finished_reports for line in report.missing))
        return Snapshot(take_snapshot(root, now.date(), finished_reports, label=label, overwrite=overwrite), lines)

    def get(
        self,
        folder: Annotated[str | Path, Help("folder with the dated sets", "FOLDER")],
        report: Annotated[str, Help("the report", "REPORT")],
        at: Annotated[date | str, Help("day or label (default: the newest)", "DAY_OR_LABEL")] | None = None,
    ) -> pandas.DataFrame:
        """Return a report from a snapshot by day or label, by default the newest. Raises `NotFound`.

        >>> wb.snapshots.get(folder, "lessons", "before import")["title"].to_list()
        ['Reading a map']
        """
        from workbench.reports.snapshots.stored import as_of

        return as_of(Path(folder).expanduser(), report, date.max if at is None else at)

    def compare(
        self,
        folder: Annotated[str | Path, Help("folder with the dated sets", "FOLDER")],
        report: Annotated[str, Help("the report", "REPORT")],
        before: Annotated[date | str, Help("the earlier day or label", "DAY_OR_LABEL")],
        after: Annotated[date | str, Help("the later one (default: the newest)", "DAY_OR_LABEL")] | None = None,
    ) -> pandas.DataFrame:
        """Return what is new, gone, moved or changed in a report between two days or labels.

        By default the comparison is with the newest snapshot.

        >>> len(wb.snapshots.compare(folder, "lessons", "before import"))
        0
        """
        from workbench.reports.snapshots.comparison import compare_frames

        return compare_frames(report, self.get(folder, report, before), self.get(folder, report, after))
