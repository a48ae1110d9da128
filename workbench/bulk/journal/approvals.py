"""Approvals of a run, as its journal has them: how many lessons it may cause. Functions over one write unit.

Source: ours (bulk).
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredApproval:
    """An approval as it is stored: of which plan, of which rows whatever became of them, how many lessons."""

    digest: str
    rows_digest: str
    lessons: int


def approve(db: sqlite3.Connection, run_id: int, approval: StoredApproval, now: int) -> int:
    """The run's ceiling under this approval: how many lessons it may cause in all, approved repeats included.

    The same approval of the same plan never adds. Nor does the same amount for the same rows planned again while it
    is not used up: a cell that broke off is run again. Anything else is approved on top of what was committed.
    """
    (committed,) = db.execute("select committed from run where id = ?", (run_id,)).fetchone()
    earlier = db.execute(
        "select base, repeats from approval where run_id = ? and (digest = ? or (rows_digest = ? and lessons = ?"
        " and base + lessons + repeats > ?)) order by digest = ? desc, at desc limit 1",
        (run_id, approval.digest, approval.rows_digest, approval.lessons, committed, approval.digest),
    ).fetchone()
    base, repeats = earlier or (committed, 0)
    (ceiling,) = db.execute(
        "insert into approval (run_id, digest, rows_digest, base, lessons, repeats, at) values (?, ?, ?, ?, ?, ?, ?)"
        " on conflict do update set lessons = excluded.lessons, at = excluded.at returning base + lessons + repeats",
        (run_id, approval.digest, approval.rows_digest, base, approval.lessons, repeats, now),
    ).fetchone()
    return int(ceiling)


def approved_lessons(db: sqlite3.Connection, run_id: int) -> int | None:
    """The run's ceiling by its last approval; `None` where none was given."""
    query = "select base + lessons + repeats from approval where run_id = ? order by at desc limit 1"
    found = db.execute(query, (run_id,)).fetchone()
    return None if found is None else int(found[0])
