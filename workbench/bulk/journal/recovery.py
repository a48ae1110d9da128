"""A damaged journal is set aside, and a new one records that the outcome of earlier requests is unknown.

If keys are supported, sending them again finds the lessons. Otherwise every row is unsure until a person has looked.
Source: ours (bulk).
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from workbench.bulk.journal.journal_file import JournalFile, set_aside

LOST: Final = "lost"
UNKNOWN: Final = "The journal of this row was damaged; it is unknown whether it was sent."


def reset_journal(path: Path, *, nothing_unknown: bool = False) -> Path:
    """Set a damaged journal aside and begin a new one in its place; return the path of the old one.

    Pass `nothing_unknown` when a person has checked the service: rows of lists that are run again were not sent before.
    """
    damaged = set_aside(path)
    file = JournalFile(path)
    try:
        if not nothing_unknown:
            with file.write_transaction() as db:
                db.execute("insert into meta (name, value) values (?, ?)", (LOST, damaged.name))
    finally:
        file.close()
    return damaged


def doubt_new_rows(db: sqlite3.Connection, run_id: int, *, keyed: bool) -> int:
    """In a journal that began again, planned rows that were never sent become unsure where keys cannot clear them up.

    Source: ours (reliability 3.5, row 6).
    """
    lost = db.execute("select 1 from meta where name = ?", (LOST,)).fetchone()
    if keyed or lost is None:
        return 0
    return db.execute(
        "update row set state = 'unsure', held = 1, keyed = 0, code = 'LEDGER_LOST', said = ?"
        " where run_id = ? and state = 'planned' and attempts = 0 and generation = 0",
        (UNKNOWN, run_id),
    ).rowcount
