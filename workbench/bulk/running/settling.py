"""Write outcomes into the journal, and skip rows that have used all their tries.

One thread calls it, the only one that writes the journal for this run. Source: ours (bulk).
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from workbench.bulk.journal import claims
from workbench.bulk.journal.claims import Claim, Claimer
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.journal.outcome import Outcome, OutcomeKind
from workbench.bulk.journal.row import State
from workbench.bulk.running import resolve
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.in_flight import GREW_OLD, NOT_BEGUN, Arrival
from workbench.errors import JournalError
from workbench.text import display_text

_LOG: Final = logging.getLogger("workbench.bulk")

ClaimMore = Callable[[sqlite3.Connection], list[Claim]]


@dataclass
class OutcomeRecorder:
    """The outcomes of one start. `unrecorded` came back and is not written yet; `passed_over` is not sent again now."""

    file: JournalFile
    claimer: Claimer
    retry_policy: RunRetryPolicy
    unrecorded: list[Arrival] = field(default_factory=list)
    passed_over: set[int] = field(default_factory=set)
    _tries: dict[int, int] = field(default_factory=dict)

    def count_try(self, row_id: int) -> None:
        """Count another send of the row in this start."""
        self._tries[row_id] = self._tries.get(row_id, 0) + 1

    def write(self, now: int, claim_more: ClaimMore | None) -> list[Claim]:
        """Write unrecorded outcomes, and return the claims; `claim_more` claims rows in the same commit.

        On a full disk the room that is kept for it is used, and nothing is claimed. Raises `JournalError` when it
        cannot be written anyway: it stays unrecorded.
        """
        if not self.unrecorded and claim_more is None:
            return []
        try:
            return self._commit(now, claim_more)
        except JournalError:
            if not self.unrecorded:
                raise
            # Disk space is reserved for this: paid results must be recorded.
            self.file.drop_ballast()
            return self._commit(now, None)

    def describe_unrecorded(self) -> str:
        """Return which lessons were made and could not be recorded; empty if there are none."""
        if not self.unrecorded:
            return ""
        ids = ", ".join(outcome.lesson_id for _, outcome in self.unrecorded if outcome.lesson_id)
        return f"Lessons created but not recorded: {ids or 'none'}."

    def _commit(self, now: int, claim_more: ClaimMore | None) -> list[Claim]:
        with self.file.write_transaction() as db:
            states = [self._settle(db, claim, outcome, now) for claim, outcome in self.unrecorded]
            claimed = [] if claim_more is None else claim_more(db)
        # Ids and codes only: a message of the service may have the topic in it.
        for (claim, outcome), state in zip(self.unrecorded, states, strict=True):
            code = display_text(outcome.code, longest=40) if outcome.code else "no code"
            _LOG.info("row %d: %s, now %s (%s)", claim.row_id, outcome.kind, state, code)
        self.unrecorded = []
        return claimed

    def _settle(self, db: sqlite3.Connection, claim: Claim, outcome: Outcome, now: int) -> State:
        is_spent = self._tries.get(claim.row_id, 0) >= self.retry_policy.tries
        if outcome in (NOT_BEGUN, GREW_OLD):
            claims.give_back(db, self.claimer, claim)
            if outcome is NOT_BEGUN:
                self._tries[claim.row_id] -= 1
            elif is_spent:
                self.passed_over.add(claim.row_id)
            return State.UNSURE if claim.resend else State.PLANNED
        state = claims.settle(db, claim, outcome, now, self._wait_until(claim, outcome, now))
        if is_spent and state in (State.PLANNED, State.UNSURE):
            self.passed_over.add(claim.row_id)
            if claim.keyed:
                resolve.leave_to_person(db, [claim.row_id])
        return state

    def _wait_until(self, claim: Claim, outcome: Outcome, now: int) -> int:
        """Return when the row may be sent or checked again, in epoch milliseconds."""
        if outcome.kind is OutcomeKind.UNSURE and not claim.keyed:
            return now + round(self.retry_policy.look_seconds[0] * 1000)
        tries, seconds = self._tries.get(claim.row_id, 1), outcome.retry_after_seconds
        if outcome.code == "CONFLICT" and seconds is not None:
            seconds *= tries  # another member is having it made: ask less and less often, before all tries are used
        return now + round(self.retry_policy.backoff_seconds(tries, seconds) * 1000)
