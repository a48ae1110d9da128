"""Change sets for people: their list, and the rows of one as a DataFrame. Reads journals only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.bulk.journal.journal_file import JournalFile, runs_folder
from workbench.changes.journal import ChangeCounts, ChangeRecord, change_counts, change_records, stored_target
from workbench.changes.row import ChangeTarget
from workbench.columns import INTEGER, MOMENT, TEXT, Column, rows_frame
from workbench.errors import JournalError, PlanRejected

if TYPE_CHECKING:
    import pandas

SETS: Final = (
    Column("name", TEXT, "", "The change set."),
    Column("made_at", MOMENT, "UTC", "When it was planned."),
    Column("rows", INTEGER, "changes", "Changes in it."),
    Column("planned", INTEGER, "changes", "Those still to be made."),
    Column("done", INTEGER, "changes", "Those that were made."),
    Column("conflict", INTEGER, "changes", "Those that conflict with someone else's change."),
    Column("refused", INTEGER, "changes", "Those that the service refused."),
    Column("undone", INTEGER, "changes", "Those that were undone."),
    Column("organization_id", TEXT, "", "The organization."),
    Column("service", TEXT, "", "The service that it ran on."),
)
CHANGES: Final = (
    Column("line", INTEGER, "", "The line of the table."),
    Column("lesson_id", TEXT, "", "The lesson."),
    Column("lesson_title", TEXT, "", "Its title before."),
    Column("course_id", TEXT, "", "The course, or the former course of the lesson."),
    Column("block_id", TEXT, "", "The block, where its text is changed."),
    Column("field", TEXT, "", "The changed field."),
    Column("before", TEXT, "", "Its value when the table was compared."),
    Column("after", TEXT, "", "The new value."),
    Column("state", TEXT, "", "planned, done, conflict or refused."),
    Column("code", TEXT, "", "The error's code."),
    Column("message", TEXT, "", "What went wrong."),
    Column("settled_at", MOMENT, "UTC", "When it was made or refused."),
    Column("undone_at", MOMENT, "UTC", "When it was undone."),
)


@dataclass(frozen=True, slots=True)
class ChangeSetSummary:
    """A change set in a journal. `made_at` is epoch milliseconds; `fault` says why a journal could not be read."""

    name: str
    source: str
    target: ChangeTarget
    made_at: int
    counts: ChangeCounts
    set_id: int
    journal: Path
    fault: str = ""

    def __repr__(self) -> str:
        here = self.counts
        states = ((here.conflict, "in conflict"), (here.refused, "refused"), (here.undone, "undone"))
        more = "".join(f", {count:,} {word}" for count, word in states if count)
        return f"ChangeSetSummary({self.name!r}: {here.done:,} of {here.total:,} done{more}, at {self.target.origin})"


def find_change_sets(folder: Path | None = None) -> list[ChangeSetSummary]:
    """Return all change sets of this computer, newest first; an unreadable journal is listed with its error."""
    change_sets: list[ChangeSetSummary] = []
    for path in sorted((folder or runs_folder()).glob("*.sqlite")):
        try:
            change_sets += _sets_of(path)
        except JournalError as refused:
            nowhere = ChangeTarget("", "", "", "")
            change_sets.append(ChangeSetSummary(path.name, "", nowhere, 0, ChangeCounts(), 0, path, refused.message))
    return sorted(change_sets, key=lambda summary: -summary.made_at)


def find_change_set(name: str, folder: Path | None = None, *, person: str | None = None) -> ChangeSetSummary:
    """Return the change set with that name. Raises `PlanRejected` unless exactly one has it."""
    matches = [set_ for set_ in find_change_sets(folder) if set_.name == name and not set_.fault]
    matches = [set_ for set_ in matches if person is None or set_.target.person == person] or matches
    if len(matches) != 1:
        what = "There is no change set" if not matches else f"{len(matches)} change sets are"
        raise PlanRejected(f"{what} named {name!r}. See `wb.changes.list()` or `workbench changes`.")
    return matches[0]


def set_records(summary: ChangeSetSummary) -> list[ChangeRecord]:
    """Return the rows of a set, in order."""
    file = JournalFile(summary.journal)
    try:
        with file.read_transaction() as db:
            return change_records(db, summary.set_id)
    finally:
        file.close()


def change_frame(records: Sequence[ChangeRecord]) -> pandas.DataFrame:
    """Return a DataFrame with a row for each change of a set, in the columns of CHANGES."""
    rows = [
        {change.name: getattr(record, change.name) for change in CHANGES}
        | {"before": record.shown_before, "after": record.shown_after}
        | {"state": str(record.state), "settled_at": _time(record.settled_at), "undone_at": _time(record.undone_at)}
        for record in records
    ]
    return rows_frame(CHANGES, rows)


def sets_frame(change_sets: Sequence[ChangeSetSummary]) -> pandas.DataFrame:
    """Return a DataFrame with a row for each change set, in the columns of SETS; unreadable journals are noted."""
    rows = [
        {
            "name": set_.name,
            "made_at": _time(set_.made_at),
            "rows": set_.counts.total,
            "planned": set_.counts.planned,
            "done": set_.counts.done,
            "conflict": set_.counts.conflict,
            "refused": set_.counts.refused,
            "undone": set_.counts.undone,
            "organization_id": set_.target.organization_id,
            "service": set_.target.origin,
        }
        for set_ in change_sets
        if not set_.fault
    ]
    unread = [f"The journal {set_.name} cannot be read: {set_.fault}" for set_ in change_sets if set_.fault]
    return rows_frame(SETS, rows, missing=unread)


def _sets_of(path: Path) -> list[ChangeSetSummary]:
    file = JournalFile(path)
    try:
        with file.read_transaction() as db:
            rows = db.execute("select id, name, source, person, origin, target, made_at from change_set").fetchall()
            return [
                ChangeSetSummary(
                    name, source, stored_target(origin, person, target), at, change_counts(db, set_id), set_id, path
                )
                for set_id, name, source, person, origin, target, at in rows
            ]
    finally:
        file.close()


def _time(epoch_ms: int | None) -> datetime | None:
    return None if epoch_ms is None else datetime.fromtimestamp(epoch_ms / 1000, UTC)
