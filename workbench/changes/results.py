"""What people read of change sets: the list of them, and the rows of one as a DataFrame. Reads journals only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.bulk.journal.journal_file import JournalFile, runs_folder
from workbench.changes.journal import ChangeCounts, ChangeRecord, change_counts, change_records, stored_target
from workbench.changes.row import ChangeTarget
from workbench.errors import JournalError, PlanRejected

if TYPE_CHECKING:
    import pandas

_TEXT: Final = (
    *("lesson_id", "lesson_title", "course_id", "block_id", "field", "before", "after"),
    *("state", "code", "message"),
)
_TIME: Final = "datetime64[ms, UTC]"
SET_COLUMNS: Final = (
    *("name", "made_at", "rows", "planned", "done", "conflict", "refused", "undone", "organization_id", "service"),
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
    """All change sets of this computer, newest first; a journal that cannot be read is listed with its fault."""
    found: list[ChangeSetSummary] = []
    for path in sorted((folder or runs_folder()).glob("*.sqlite")):
        try:
            found += _sets_of(path)
        except JournalError as refused:
            nowhere = ChangeTarget("", "", "", "")
            found.append(ChangeSetSummary(path.name, "", nowhere, 0, ChangeCounts(), 0, path, refused.message))
    return sorted(found, key=lambda each: -each.made_at)


def find_change_set(name: str, folder: Path | None = None, *, person: str | None = None) -> ChangeSetSummary:
    """The one change set of that name. Raises `PlanRejected` where there is none, or there are several."""
    found = [each for each in find_change_sets(folder) if each.name == name and not each.fault]
    found = [each for each in found if person is None or each.target.person == person] or found
    if len(found) != 1:
        what = "There is no change set" if not found else f"{len(found)} change sets are"
        raise PlanRejected(
            f"{what} named {name!r}. See `wb.changes.list()` or `workbench changes`. Nothing was changed."
        )
    return found[0]


def records_of(summary: ChangeSetSummary) -> list[ChangeRecord]:
    """The rows of a set, in order."""
    file = JournalFile(summary.journal)
    try:
        with file.look() as db:
            return change_records(db, summary.set_id)
    finally:
        file.close()


def change_frame(records: Sequence[ChangeRecord]) -> pandas.DataFrame:
    """A DataFrame with a row for each change of a set; without any it has the same columns."""
    import pandas

    columns: dict[str, list[object]] = {"line": [each.line for each in records]}
    columns |= {name: [getattr(each, name) for each in records] for name in _TEXT}
    columns["state"] = [str(each.state) for each in records]
    columns["settled_at"] = [_time(each.settled_at) for each in records]
    columns["undone_at"] = [_time(each.undone_at) for each in records]
    kinds = {"line": "int64", **dict.fromkeys(_TEXT, "string"), "settled_at": _TIME, "undone_at": _TIME}
    return pandas.DataFrame(columns).astype(kinds)


def sets_frame(found: Sequence[ChangeSetSummary]) -> pandas.DataFrame:
    """A DataFrame with a row for each change set, newest first; without any it has the same columns."""
    import pandas

    rows = [
        (
            each.name,
            _time(each.made_at),
            each.counts.total,
            each.counts.planned,
            each.counts.done,
            each.counts.conflict,
            each.counts.refused,
            each.counts.undone,
            each.target.organization_id,
            each.target.origin,
        )
        for each in found
        if not each.fault
    ]
    numbers = ("rows", "planned", "done", "conflict", "refused", "undone")
    kinds = {**dict.fromkeys(numbers, "int64"), "made_at": _TIME}
    kinds |= dict.fromkeys(("name", "organization_id", "service"), "string")
    return pandas.DataFrame(rows, columns=list(SET_COLUMNS)).astype(kinds)


def _sets_of(path: Path) -> list[ChangeSetSummary]:
    file = JournalFile(path)
    try:
        with file.look() as db:
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
