"""Undoing a run: its lessons go into the trash, where the service can do that. Nothing is refunded.

A lesson that somebody edited since it was made is work: it stays unless a person says so. The journal keeps the rows as
they were paid for, marked as undone, so that nothing is taken for made that is not there. Source: ours (bulk).
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from workbench.authoring.shape import wire_time
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.journal.row import Proof, State
from workbench.bulk.planning.existing_lessons import all_lessons
from workbench.bulk.planning.target import RunTarget
from workbench.bulk.run_summaries import RunSummary
from workbench.bulk.running.resume import replan
from workbench.bulk.running.stored_run import read_run_rows
from workbench.client.calling import CallingClient
from workbench.errors import CallFailed, PlanRejected
from workbench.procedures.lesson import LessonSummary, delete_lesson
from workbench.text import display_text

UNDONE: Final = "UNDONE"
NOT_REFUNDED: Final = "Credits are not refunded."
EDITED_SHOWN: Final = 20
_FIRST_REVISION: Final = 1
_NOT_FOUND: Final = 404
_LOG: Final = logging.getLogger("workbench.bulk")


@dataclass(frozen=True, slots=True)
class EditedLesson:
    """A lesson of the run that was edited, renamed or moved since. Its title is untrusted where shown."""

    row: str
    lesson_id: str
    title: str
    updated_at: datetime

    def __str__(self) -> str:
        title, changed = display_text(self.title, longest=60), wire_time(self.updated_at)
        return f"line {self.row}: {title} ({self.lesson_id}, changed {changed})"


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """A preview of undoing: `untouched` rows' lessons go to the trash, `edited` ones only if a person confirms."""

    untouched: tuple[RowRecord, ...]
    edited: tuple[EditedLesson, ...]

    def __str__(self) -> str:
        count = len(self.untouched)
        return f"{count:,} {_lessons(count)} would go to the trash.{edited_listing(self.edited)} {NOT_REFUNDED}"


@dataclass(frozen=True, slots=True)
class UndoResult:
    """The number of lessons moved to the trash, of those already gone, and the edited ones that were left."""

    trashed: int
    missing: int
    left: tuple[EditedLesson, ...] = ()

    def __str__(self) -> str:
        gone = f" {self.missing:,} were not there any more." if self.missing else ""
        summary = f"{self.trashed:,} {_lessons(self.trashed)} went to the trash.{gone}{edited_listing(self.left)}"
        return f"{summary} {NOT_REFUNDED}"


def edited_listing(edited: Sequence[EditedLesson]) -> str:
    """Return a description of the edited lessons after a space; empty if there are none."""
    if not edited:
        return ""
    count, rest = len(edited), len(edited) - EDITED_SHOWN
    more = f"; and {rest:,} more" if rest > 0 else ""
    verb = "was" if count == 1 else "were"
    listed = "; ".join(str(lesson) for lesson in edited[:EDITED_SHOWN])
    return (
        f" {count:,} {verb} edited since and {'stays' if count == 1 else 'stay'}, unless you include edited ones "
        f"(in a notebook `include_edited=True`): {listed}{more}."
    )


def to_undo(rows: Sequence[RowRecord]) -> list[RowRecord]:
    """Return the rows whose lessons would go into the trash: those that this run paid for.

    Lessons that were matched but not proven are left alone, as are those of another member that a row joined.
    """
    paid = [row for row in rows if row.state is State.DONE and row.proof not in (Proof.MATCHED, Proof.JOINED)]
    return [row for row in paid if row.code != UNDONE]


def preview_undo(summary: RunSummary, client: CallingClient, *, include_edited: bool = False) -> UndoPreview:
    """Return what undoing would do now; reads only.

    Raises `PlanRejected` if the service cannot delete lessons, if it does not say which were edited (unless
    `include_edited`), and if the session is not the run's.
    """
    check_can_undo(client)
    target = replan(summary, client).place
    return preview_rows(read_run_rows(summary), client, target, include_edited=include_edited)


def preview_rows(
    rows: Sequence[RowRecord], client: CallingClient, target: RunTarget, *, include_edited: bool
) -> UndoPreview:
    """Return what undoing rows made at `target` would do.

    Raises `PlanRejected` if edited lessons cannot be recognised.
    """
    check_can_undo(client)
    rows = to_undo(rows)
    edited = {} if include_edited else _find_edited(rows, client, target)
    return UndoPreview(
        tuple(row for row in rows if row.lesson_id not in edited),
        tuple(
            EditedLesson(row.name, lesson.lesson_id, lesson.title, lesson.updated_at)
            for row in rows
            if (lesson := edited.get(row.lesson_id or "")) is not None
        ),
    )


def undo(
    summary: RunSummary,
    client: CallingClient,
    *,
    include_edited: bool = False,
    progress: Callable[[int], None] = lambda trashed: None,
) -> UndoResult:
    """Put the run's lessons into the trash, marking each in the journal as soon as it is there.

    Lessons that were edited since they were made stay and are listed, unless `include_edited`. Started again,
    it resumes where it stopped. `progress` is called with the number finished. Raises as `preview_undo`
    does.
    """
    ready = preview_undo(summary, client, include_edited=include_edited)
    _LOG.info("run %r is undone: %d lessons, %d stay", summary.name, len(ready.untouched), len(ready.edited))
    with closing(JournalFile(summary.journal)) as file:

        def mark(row: RowRecord, message: str) -> None:
            with file.write_transaction() as db:
                _mark(db, row.row_id, message)

        return trash_rows(ready, client, mark, progress)


def trash_rows(
    ready: UndoPreview,
    client: CallingClient,
    mark: Callable[[RowRecord, str], object],
    progress: Callable[[int], None] = lambda trashed: None,
) -> UndoResult:
    """Put the lessons of the untouched rows into the trash; `mark` notes each as undone, with a sentence."""
    trashed = missing = 0
    for row in ready.untouched:
        was_trashed = _trash(client, row.lesson_id or "")
        trashed, missing = trashed + was_trashed, missing + (not was_trashed)
        mark(
            row, f"Undone: its lesson {'is in the trash' if was_trashed else 'was not there any more'}. {NOT_REFUNDED}"
        )
        _LOG.info("row %d: undone, its lesson %s", row.row_id, "is in the trash" if was_trashed else "was gone")
        progress(trashed + missing)
    return UndoResult(trashed, missing, ready.edited)


def check_can_undo(client: CallingClient) -> None:
    """Raise `PlanRejected` if the service does not announce that it deletes lessons."""
    capabilities = client.capabilities()
    if capabilities is None or delete_lesson.name not in capabilities.procedures:
        raise PlanRejected("This service cannot delete lessons, so the run cannot be undone.")


def _find_edited(rows: Sequence[RowRecord], client: CallingClient, target: RunTarget) -> dict[str, LessonSummary]:
    if not target.lists_lessons:
        raise PlanRejected(
            "This service doesn't report which lessons were edited since they were created. To move "
            "them to the trash anyway, include edited ones (in a notebook `include_edited=True`). Nothing was deleted."
        )
    lesson_ids = {row.lesson_id for row in rows}
    edited = {}
    for lesson in all_lessons(client, target) if lesson_ids else ():
        if lesson.lesson_id in lesson_ids:
            lesson_ids.discard(lesson.lesson_id)
            if lesson.revision > _FIRST_REVISION or lesson.updated_at != lesson.created_at:
                edited[lesson.lesson_id] = lesson
        if not lesson_ids:
            break
    return edited


def _trash(client: CallingClient, lesson_id: str) -> bool:
    try:
        client.call(delete_lesson(lesson_id=lesson_id))
    except CallFailed as refused:
        if refused.http_status == _NOT_FOUND:
            return False
        raise
    return True


def _mark(db: sqlite3.Connection, row_id: int, message: str) -> None:
    db.execute("update row set code = ?, said = ? where id = ? and state = 'done'", (UNDONE, message, row_id))


def _lessons(number: int) -> str:
    return "lesson" if number == 1 else "lessons"
