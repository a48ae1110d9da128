"""Undoing a run: its lessons go into the trash, where the service can do that. Nothing is refunded.

The ledger keeps the rows as they were paid for, marked as undone, so that nothing is taken for made that is not there.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from workbench.bulk.ledger_file import LedgerFile
from workbench.bulk.place import Conversations
from workbench.bulk.records import RowRecord
from workbench.bulk.resuming import rows_of
from workbench.bulk.row import State
from workbench.bulk.runs import RunSummary
from workbench.errors import CallFailed, PlanRejected
from workbench.procedures.lesson import delete_lesson

UNDONE: Final = "UNDONE"
NOT_REFUNDED: Final = "Credits are not refunded."
_NOT_FOUND: Final = 404


@dataclass(frozen=True, slots=True)
class Undone:
    """How many lessons went into the trash, and how many were not there any more."""

    trashed: int
    missing: int

    def __str__(self) -> str:
        gone = f" {self.missing:,} were not there any more." if self.missing else ""
        return f"{self.trashed:,} {_lessons(self.trashed)} went into the trash.{gone} {NOT_REFUNDED}"


def to_undo(rows: Sequence[RowRecord]) -> list[RowRecord]:
    """The rows whose lessons would go into the trash. Lessons that were matched and not proven are left alone."""
    return [row for row in rows if row.state is State.DONE and row.proof != "matched" and row.code != UNDONE]


def undo(summary: RunSummary, client: Conversations) -> Undone:
    """Put the run's lessons into the trash, each marked in the ledger as soon as it is there.

    Begun again, it goes on where it broke off. Raises `PlanRejected` where the service cannot delete lessons.
    """
    check_can_undo(client)
    rows = to_undo(rows_of(summary))
    file = LedgerFile(summary.ledger)
    trashed = missing = 0
    try:
        for row in rows:
            there = _trash(client, row.lesson_id or "")
            trashed, missing = trashed + there, missing + (not there)
            with file.begin() as db:
                _mark(db, row.row_id, there=there)
    finally:
        file.close()
    return Undone(trashed, missing)


def check_can_undo(client: Conversations) -> None:
    """Raises `PlanRejected` where the service does not announce that it deletes lessons."""
    known = client.capabilities()
    if known is None or delete_lesson.name not in known.procedures:
        raise PlanRejected("This service cannot delete lessons, so the run cannot be undone. Nothing was sent.")


def _trash(client: Conversations, lesson_id: str) -> bool:
    try:
        client.call(delete_lesson(lesson_id=lesson_id))
    except CallFailed as refused:
        if refused.http_status == _NOT_FOUND:
            return False
        raise
    return True


def _mark(db: sqlite3.Connection, row_id: int, *, there: bool) -> None:
    said = f"Undone: its lesson {'is in the trash' if there else 'was not there any more'}. {NOT_REFUNDED}"
    db.execute("update row set code = ?, said = ? where id = ? and state = 'done'", (UNDONE, said, row_id))


def _lessons(number: int) -> str:
    return "lesson" if number == 1 else "lessons"
