"""Outcomes of sends, and the states that they leave rows in."""

from __future__ import annotations

import sqlite3

from workbench.bulk.journal import queries
from workbench.bulk.journal.claims import Claimer
from workbench.bulk.journal.outcome import NO_USABLE_DRAFT, Outcome, OutcomeKind, RunEffect
from workbench.bulk.journal.row import State

MADE = Outcome(OutcomeKind.MADE, lesson_id="l1", title="T")
LOST = Outcome(OutcomeKind.UNSURE, RunEffect.SERVICE_FAILING, code="Unreachable", message="lost")
REFUSED = Outcome(OutcomeKind.REFUSED, code="BAD_REQUEST", message="no")
NO_DRAFT = Outcome(OutcomeKind.REFUSED, code=NO_USABLE_DRAFT, message="no lesson")
PATIENCE = Outcome(OutcomeKind.NOT_APPLIED, RunEffect.SLOW_DOWN, code="TOO_MANY_REQUESTS")


def states(db: sqlite3.Connection, who: Claimer) -> list[State]:
    """The rows' states in order."""
    return [row.state for row in queries.row_records(db, who.rows)]
