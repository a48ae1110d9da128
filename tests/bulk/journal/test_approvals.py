"""Approvals in the journal: the same one never adds."""

from __future__ import annotations

import sqlite3

from workbench.bulk.journal import claims
from workbench.bulk.journal.approvals import StoredApproval, approve
from workbench.bulk.journal.claims import Claimer


def test_the_same_plan_approved_again_is_not_twice_the_amount(db: sqlite3.Connection, who: Claimer) -> None:
    """A run can be started again, also when all of it is used up."""
    claims.claim(db, who, 0, limit=3)

    assert approve(db, who.run_id, StoredApproval("digest", "rows", 3), 1) == 3


def test_the_same_rows_planned_again_go_on_under_what_is_left(db: sqlite3.Connection, who: Claimer) -> None:
    """A cell that broke off is run again: the same amount for the same rows is the same approval."""
    claims.claim(db, who, 0, limit=2)

    assert approve(db, who.run_id, StoredApproval("planned again", "rows", 3), 1) == 3


def test_what_is_left_is_approved_on_top_of_what_was_made(db: sqlite3.Connection, who: Claimer) -> None:
    """Another amount, other rows, or an approval that was used up."""
    claims.claim(db, who, 0, limit=2)
    assert approve(db, who.run_id, StoredApproval("the rest", "rows", 1), 1) == 3
    assert approve(db, who.run_id, StoredApproval("others", "other rows", 3), 1) == 5

    claims.claim(db, who, 0, limit=1)
    assert approve(db, who.run_id, StoredApproval("once more", "rows", 3), 1) == 6
