"""What came of a send is recorded, also for an owner that has lost its lease. Functions over one write unit.

Source: ours (bulk).
"""

from __future__ import annotations

import sqlite3
from typing import Final

from workbench.bulk.journal.claims import Claim
from workbench.bulk.journal.outcome import LESSON_IN_TRASH, NO_USABLE_DRAFT, Outcome, OutcomeKind
from workbench.bulk.journal.queries import row_name
from workbench.bulk.journal.row import Proof, State, checked_move

GIVEN_TWICE: Final = "GIVEN_TWICE"
_LEFT_TO_PERSON: Final = ("UNPROCESSABLE_CONTENT", GIVEN_TWICE, LESSON_IN_TRASH)
_ATTEMPT_OUTCOMES: Final = {
    OutcomeKind.MADE: "done",
    OutcomeKind.REFUSED: "refused",
    OutcomeKind.NOT_APPLIED: "not applied",
    OutcomeKind.UNSURE: "unsure",
}
_STATES: Final = {
    OutcomeKind.REFUSED: State.REFUSED,
    OutcomeKind.NOT_APPLIED: State.PLANNED,
    OutcomeKind.UNSURE: State.UNSURE,
}
_DONE: Final = (
    "update row set state = 'done', owner = null, lease_until = 0, held = 0, lesson_id = ?, title = ?, proof = ?,"
    " credits = iif(?, 0, credits), code = null, said = null, settled_at = ? where id = ?"
)


def settle(db: sqlite3.Connection, claimed: Claim, outcome: Outcome, now: int, wait_until: int = 0) -> State:
    """Record a send's outcome; the row's state afterwards."""
    outcome = _given_once(db, claimed, outcome)
    db.execute(
        "update attempt set ended_at = ?, outcome = ?, code = ?, said = ?, lesson_id = ?, title = ? where id = ?",
        (
            *(now, _ATTEMPT_OUTCOMES[outcome.kind], outcome.code, outcome.message, outcome.lesson_id, outcome.title),
            claimed.attempt_id,
        ),
    )
    if outcome.kind is OutcomeKind.MADE:
        return _settle_made(db, claimed, outcome, now)
    state, generation = _state(db, claimed.row_id)
    if generation != claimed.generation or state in (State.DONE, State.REFUSED, State.PLANNED):
        return state
    # An earlier send of this row may have been applied; what a later one came to proves nothing about it. But a draft
    # is refused under the key that all of them had: none of them made a lesson, and none will.
    is_final = outcome.code == NO_USABLE_DRAFT
    is_doubtful = (state is State.UNSURE or claimed.resend) and not is_final
    new = State.UNSURE if is_doubtful else _STATES[outcome.kind]
    held = new is State.UNSURE and outcome.kind is OutcomeKind.REFUSED
    held = held or (outcome.kind is OutcomeKind.UNSURE and outcome.code in _LEFT_TO_PERSON)
    if state is not new:
        checked_move(state, new, by_draft=is_final)
    db.execute(
        "update row set state = ?, owner = null, lease_until = 0, wait_until = ?, held = ?, code = ?, said = ?,"
        " settled_at = ? where id = ?",
        (new, wait_until, held, outcome.code, outcome.message, now if new is State.REFUSED else None, claimed.row_id),
    )
    if is_final:
        _clear_attempts(db, claimed)
    if new in (State.PLANNED, State.REFUSED):
        _uncommit(db, claimed.row_id)
    return new


def _settle_made(db: sqlite3.Connection, claimed: Claim, outcome: Outcome, now: int) -> State:
    proof = Proof.REPLAYED if claimed.resend or outcome.is_replayed else Proof.ANSWERED
    proof = Proof.JOINED if outcome.is_joined else proof
    values = (outcome.lesson_id, outcome.title, proof, outcome.is_joined, now, claimed.row_id)
    # Nearly every row: still being sent, so no earlier send of it is in doubt. One statement instead of three.
    as_sent = f"{_DONE} and state = 'sending' and generation = ?"
    is_committed = bool(db.execute(as_sent, (*values, claimed.generation)).rowcount)
    if not is_committed:
        state, generation = _state(db, claimed.row_id)
        is_committed = state in (State.SENDING, State.UNSURE)
        if state is State.DONE or (generation != claimed.generation and is_committed):
            return state  # a second lesson of a row that is done stays visible in its attempts
        checked_move(state, State.DONE)
        db.execute(_DONE, values)
        _clear_attempts(db, claimed)
    if outcome.is_joined and is_committed:
        _uncommit(db, claimed.row_id)
    return State.DONE


def _clear_attempts(db: sqlite3.Connection, claimed: Claim) -> None:
    """What became of the row's sends under this key is known: none of them is in doubt any more."""
    db.execute(
        "update attempt set outcome = 'cleared' where row_id = ? and generation = ? and outcome = 'unsure'",
        (claimed.row_id, claimed.generation),
    )


def _given_once(db: sqlite3.Connection, claimed: Claim, outcome: Outcome) -> Outcome:
    # Each row has a key of its own, so one lesson for two rows of a run is no answer that can be believed.
    if outcome.kind is not OutcomeKind.MADE:
        return outcome
    other = db.execute(
        "select row_id from attempt join row on row.id = row_id where attempt.lesson_id = ? and row_id <> ?"
        " and run_id = (select run_id from row where id = ?) limit 1",
        (outcome.lesson_id, claimed.row_id, claimed.row_id),
    ).fetchone()
    if other is None:
        return outcome
    message = f"The service gave the lesson of line {row_name(db, other[0])} for this row too; one lesson is not two."
    return Outcome(OutcomeKind.UNSURE, outcome.effect, code=GIVEN_TWICE, message=message, took_ms=outcome.took_ms)


def _state(db: sqlite3.Connection, row_id: int) -> tuple[State, int]:
    state, generation = db.execute("select state, generation from row where id = ?", (row_id,)).fetchone()
    return State(state), generation


def _uncommit(db: sqlite3.Connection, row_id: int) -> None:
    db.execute("update run set committed = committed - 1 where id = (select run_id from row where id = ?)", (row_id,))
