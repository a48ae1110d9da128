"""Rows whose lesson no longer exists on the service: they become unsure, and nothing is paid again automatically.

The functions run inside a write transaction of the journal. Source: ours (bulk).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from typing import Final

from workbench.bulk.journal.row import Proof
from workbench.bulk.journal.row_selection import SELECTED, RowSelection
from workbench.text import display_text
from workbench.wording import count_text

MISSING: Final = "LESSON_MISSING"
LEFT_MISSING: Final = "LESSON_LEFT_MISSING"
_EPOCH: Final = "epoch"


def done_lessons(db: sqlite3.Connection, selected: RowSelection) -> list[str]:
    """Return the lessons of the selected rows that are done and were not undone."""
    query = (
        f"select lesson_id {SELECTED} and state = 'done' and lesson_id is not null and coalesce(code, '') <> 'UNDONE'"
    )
    return [lesson_id for (lesson_id,) in db.execute(query, selected.parameters)]


def mark_missing(db: sqlite3.Connection, run_id: int, lesson_ids: Collection[str]) -> None:
    """Done rows with these lessons become unsure, left to a person: no row claims a lesson that is not there."""
    for lesson_id in lesson_ids:
        message = (
            f"Its lesson {display_text(lesson_id, longest=60)} is no longer on the service or in its "
            "trash. The service may have been restored from a backup."
        )
        db.execute(
            "update attempt set outcome = 'gone', lesson_id = null where lesson_id = ?"
            " and row_id in (select id from row where run_id = ?)",
            (lesson_id, run_id),
        )
        db.execute(
            "update row set state = 'unsure', held = 1, code = ?, said = ?, lesson_id = null, proof = null,"
            " settled_at = null where run_id = ? and state = 'done' and lesson_id = ?",
            (MISSING, message, run_id, lesson_id),
        )


def missing_rows(db: sqlite3.Connection, selected: RowSelection) -> int:
    """Return the number of selected rows that wait for a person because their lesson is missing."""
    query = f"select count(*) {SELECTED} and state = 'unsure' and code = ?"
    return int(db.execute(query, (*selected.parameters, MISSING)).fetchone()[0])


def settle_missing(db: sqlite3.Connection, row_id: int) -> bool:
    """Settle a row whose lesson is missing, without a lesson and without a cost. Return False for any other row."""
    message = "Its lesson is no longer on the service, and you left it that way."
    return bool(
        db.execute(
            "update row set state = 'done', held = 0, credits = null, proof = ?, code = ?, said = ?"
            " where id = ? and state = 'unsure' and code = ?",
            (Proof.PERSON, LEFT_MISSING, message, row_id, MISSING),
        ).rowcount
    )


def new_epoch(db: sqlite3.Connection, epoch: str | None) -> bool:
    """Return whether the service was restored from a backup since this journal last saw it.

    The epoch is stored.
    """
    if epoch is None:
        return False
    before = db.execute("select value from meta where name = ?", (_EPOCH,)).fetchone()
    if before is None or before[0] != epoch:
        db.execute("insert or replace into meta (name, value) values (?, ?)", (_EPOCH, epoch))
    return before is not None and before[0] != epoch


def missing_message(rows: int, *, is_new_epoch: bool) -> str:
    """Return a message about missing lessons, and what to do."""
    count = f"{count_text(rows, 'lesson')} of this run {'is' if rows == 1 else 'are'}"
    why = " The service was restored from a backup since the last start." if is_new_epoch else ""
    return (
        f"{count} no longer on the service.{why} No lesson was created. Decide for each row: "
        "create it again (charged again), leave it, or name its lesson. Then start again."
    )
