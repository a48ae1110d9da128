"""A run of a few rows in a journal, and who may claim them."""

from __future__ import annotations

import sqlite3

from workbench.bulk.journal.claims import Claimer
from workbench.bulk.journal.enrolment import NewRow, StoredApproval, approve, enrol
from workbench.bulk.journal.idempotency import RunIdentity


def enrolled(
    db: sqlite3.Connection,
    identity: RunIdentity,
    rows: int,
    *,
    lessons: int | None = None,
    keyed: bool = True,
    price_credits: int | None = 2,
) -> Claimer:
    """A claimer for a run of `topic 1`, `topic 2` ...; so many `lessons` are approved, without it all."""
    entries = [NewRow(number, f"topic {number}", "EN", 1) for number in range(1, rows + 1)]
    selected = enrol(db, identity, "https://lessons.example", entries, 0)
    approval = StoredApproval("digest", "rows", rows if lessons is None else lessons)
    return Claimer(
        rows=selected,
        identity=identity,
        owner="h b 1 s me",
        keyed=keyed,
        ceiling=approve(db, selected.run_id, approval, 0),
        lease_ms=60_000,
        price_credits=price_credits,
    )
