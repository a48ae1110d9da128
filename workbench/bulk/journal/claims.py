"""Claims of rows: the intent to send a row, committed before the first byte is sent.

The outcome of a request settles its claim, also for an owner that has lost its lease.

Functions over one write unit. `committed` counts the lessons that a run may have caused, each row
and generation once; it never exceeds what was approved. Source: ours (bulk).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from workbench.bulk.journal.destination import Destination, stored_destination
from workbench.bulk.journal.idempotency import KEY_RULE, RunIdentity, row_key
from workbench.bulk.journal.outcome import LESSON_IN_TRASH, NO_USABLE_DRAFT, Outcome, OutcomeKind
from workbench.bulk.journal.queries import row_name
from workbench.bulk.journal.row import Proof, State, checked_move
from workbench.bulk.journal.row_selection import NOT_LISTED, SELECTED, RowSelection
from workbench.bulk.lesson_options import NO_OPTIONS, LessonOptions, stored_options

SENDS_PER_ROW: Final = 5
KEY_LIFE_MS: Final = 29 * 86_400_000
CLOCK_WRONG_MS: Final = 12 * 3_600_000
"""Largest time of a first send in the future, which a wrong clock explains. Beyond it, a key's age is unknown."""
LAPSED: Final = "The kernel that sent it ended, or slept, before the answer was recorded."
_ROWS: Final = (
    "select id, generation, topic, language, destination, options, folded, copy, credits, state, key, key_rule,"
    f" is_shared {SELECTED} and {NOT_LISTED}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimer:
    """Claimant of rows of a run, with its approval. `ceiling` is in lessons, `price_credits` per lesson.

    `shares_keys`: whether members of the organization share the keys of rows sent from now on.
    """

    rows: RowSelection
    identity: RunIdentity
    owner: str
    keyed: bool
    ceiling: int
    lease_ms: int
    price_credits: int | None = None
    shares_keys: bool = False

    @property
    def run_id(self) -> int:
        """Run of the rows."""
        return self.rows.run_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A row to send now. `resend` is a repeat of a send whose outcome is unsure, with the same key."""

    row_id: int
    attempt_id: int
    generation: int
    topic: str
    language: str
    destination: Destination
    max_credits: int | None
    key: str
    keyed: bool
    resend: bool
    began_at: int
    is_shared: bool = False
    options: LessonOptions = NO_OPTIONS


@dataclass(frozen=True, slots=True)
class ClaimStatus:
    """The reason why no row can be claimed now. `next_at` is when the next row's wait ends, in epoch milliseconds."""

    room: int
    sends_left: int
    next_at: int | None


def claim(
    db: sqlite3.Connection,
    who: Claimer,
    now: int,
    *,
    limit: int,
    passed_over: Sequence[int] = (),
    before: str | None = None,
) -> list[Claim]:
    """Claim up to `limit` rows for `who`, and return them; repeats of unsure sends first.

    Without keys it is one row, and none while any row of the journal is being sent or waits to be looked at.
    """
    if not who.keyed:
        if is_busy(db):
            return []
        limit = min(limit, 1)
    committed, sends, repeats = db.execute(
        "select committed, sends, repeats from run where id = ?", (who.run_id,)
    ).fetchone()
    if SENDS_PER_ROW * committed - sends < limit:
        # Commitments never exceed rows and repeats, so that counting them is mostly unnecessary.
        limit = max(0, min(limit, _sends_left(db, who.run_id, sends, repeats)))
    again = _to_resend(db, who, now, limit, passed_over) if who.keyed else []
    new = max(0, min(limit - len(again), who.ceiling - committed))
    fresh = _to_send(db, who, now, new, passed_over)
    claims = [_intend(db, who, row, now, before) for row in (*again, *fresh)]
    db.execute(
        "update run set committed = committed + ?, sends = sends + ? where id = ?",
        (len(fresh), len(claims), who.run_id),
    )
    return claims


def is_busy(db: sqlite3.Connection) -> bool:
    """Return whether any row of the journal is being sent, or unsure and not yet left to a person."""
    # `state in ('sending', 'unsure')` word for word: SQLite then takes the index of those few rows (`row_unsettled`).
    query = "select 1 from row where state in ('sending', 'unsure') and (state = 'sending' or held = 0) limit 1"
    return db.execute(query).fetchone() is not None


def has_claimable(db: sqlite3.Connection, who: Claimer, now: int, passed_over: Sequence[int]) -> bool:
    """Return whether `claim` would look at any row, apart from approval and other limits."""
    if not who.keyed and is_busy(db):
        return False
    return has_repeat(db, who, now, passed_over) or bool(_to_send(db, who, now, 1, passed_over))


def has_repeat(db: sqlite3.Connection, who: Claimer, now: int, passed_over: Sequence[int]) -> bool:
    """Return whether `claim` would repeat a send whose outcome is unsure."""
    return who.keyed and bool(_to_resend(db, who, now, 1, passed_over))


def key_lives(now: int) -> tuple[int, int]:
    """Return the first and last time at which a row's key was first sent if the service certainly still knows it, in
    epoch milliseconds.
    """
    return now - KEY_LIFE_MS + 1, now + CLOCK_WRONG_MS


def claim_status(db: sqlite3.Connection, who: Claimer, passed_over: Sequence[int]) -> ClaimStatus:
    """Return how many more lessons are approved and sends are allowed, and when to ask again."""
    committed, sends, repeats = db.execute(
        "select committed, sends, repeats from run where id = ?", (who.run_id,)
    ).fetchone()
    (next_at,) = db.execute(
        f"select min(wait_until) {SELECTED} and held = 0 and state in ('planned', 'unsure') and {NOT_LISTED}",
        (*who.rows.parameters, json.dumps(passed_over)),
    ).fetchone()
    return ClaimStatus(who.ceiling - committed, _sends_left(db, who.run_id, sends, repeats), next_at)


def give_back(db: sqlite3.Connection, who: Claimer, claimed: Claim) -> None:
    """Undo a claim whose send was never begun: as if it had not been made, unless the claim is no longer `who`'s."""
    mine = db.execute(
        "update row set state = iif(? or state <> 'sending', state, 'planned'), owner = null, lease_until = 0,"
        " attempts = attempts - 1, first_sent_at = iif(attempts = 1, null, first_sent_at)"
        " where id = ? and owner = ? and generation = ?",
        (claimed.resend, claimed.row_id, who.owner, claimed.generation),
    ).rowcount
    if not mine:
        # Another owner has taken the row since: only record that nothing was sent.
        db.execute("update attempt set outcome = 'not applied', code = 'NOT_BEGUN' where id = ?", (claimed.attempt_id,))
        return
    db.execute("delete from attempt where id = ?", (claimed.attempt_id,))
    db.execute(
        "update run set sends = sends - 1, committed = committed - ? where id = ?", (not claimed.resend, who.run_id)
    )


def renew(db: sqlite3.Connection, owner: str, lease_until: int) -> None:
    """Extend the leases of this owner's claims."""
    db.execute(
        "update row set lease_until = ? where owner = ? and state in ('sending', 'unsure')", (lease_until, owner)
    )


def lapse(db: sqlite3.Connection, now: int, is_gone: Callable[[str], bool]) -> int:
    """Make every claim unsure whose lease has ended or whose owner is gone, never planned; return their number."""
    held = db.execute(
        "select id, owner, lease_until from row where state in ('sending', 'unsure') and owner is not null"
    ).fetchall()
    gone = [(row_id,) for row_id, owner, until in held if until < now or is_gone(owner)]
    db.executemany(
        "update row set state = 'unsure', owner = null, lease_until = 0, wait_until = 0, said = ?, code = 'LAPSED'"
        " where id = ?",
        ((LAPSED, *row) for row in gone),
    )
    db.executemany(
        "update attempt set outcome = 'unsure', ended_at = ?, code = 'LAPSED' where row_id = ? and outcome = 'sending'",
        ((now, *row) for row in gone),
    )
    return len(gone)


def _sends_left(db: sqlite3.Connection, run_id: int, sends: int, repeats: int) -> int:
    (rows,) = db.execute("select count(*) from row where run_id = ?", (run_id,)).fetchone()
    return SENDS_PER_ROW * (int(rows) + repeats) - sends


def _to_resend(db: sqlite3.Connection, who: Claimer, now: int, limit: int, passed_over: Sequence[int]) -> list[Any]:
    return db.execute(
        f"{_ROWS} and state = 'unsure' and owner is null and held = 0 and keyed = 1 and is_shared <= ?"
        " and wait_until <= ? and first_sent_at between ? and ? order by wait_until, position, id limit ?",
        (*who.rows.parameters, json.dumps(passed_over), who.shares_keys, now, *key_lives(now), limit),
    ).fetchall()


def _to_send(db: sqlite3.Connection, who: Claimer, now: int, limit: int, passed_over: Sequence[int]) -> list[Any]:
    return db.execute(
        f"{_ROWS} and state = 'planned' and wait_until <= ? order by position, id limit ?",
        (*who.rows.parameters, json.dumps(passed_over), now, limit),
    ).fetchall()


def _intend(db: sqlite3.Connection, who: Claimer, row: Sequence[Any], now: int, before: str | None) -> Claim:
    row_id, generation, topic, language, destination, options, folded, copy, credits, state, *sent_with = row
    key, rule, is_shared = sent_with
    resend = state == State.UNSURE
    goes_to = stored_destination(destination)
    if key is None:
        by_now = rule >= KEY_RULE
        is_shared = by_now and who.shares_keys
        place_identity = goes_to.identity if by_now else None
        key = row_key(who.identity, language, folded, copy, generation, destination=place_identity, is_shared=is_shared)
    attempt_id = db.execute(
        "insert into attempt (row_id, generation, keyed, owner, before, began_at) values (?, ?, ?, ?, ?, ?)",
        (row_id, generation, who.keyed, who.owner, before, now),
    ).lastrowid
    price = credits if credits is not None and resend else who.price_credits
    db.execute(
        "update row set state = ?, owner = ?, lease_until = ?, attempts = attempts + 1, keyed = ?, looks = 0,"
        " first_sent_at = coalesce(first_sent_at, ?), credits = ?, key = iif(?, ?, key), is_shared = ? where id = ?",
        (
            State.UNSURE if resend else checked_move(State(state), State.SENDING),
            *(who.owner, now + who.lease_ms, who.keyed, now, price, who.keyed, key, is_shared, row_id),
        ),
    )
    return Claim(
        row_id=row_id,
        attempt_id=attempt_id or 0,
        generation=generation,
        topic=topic,
        language=language,
        destination=goes_to,
        max_credits=price,
        key=key,
        keyed=who.keyed,
        resend=resend,
        began_at=now,
        is_shared=bool(is_shared),
        options=stored_options(json.loads(options)),
    )


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
    """Record a send's outcome, and return the row's state."""
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
    # An earlier send of this row may have been applied; a later outcome proves nothing about it. But a draft
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
    """Mark the row's sends under this key as no longer in doubt, because their outcome is known."""
    db.execute(
        "update attempt set outcome = 'cleared' where row_id = ? and generation = ? and outcome = 'unsure'",
        (claimed.row_id, claimed.generation),
    )


def _given_once(db: sqlite3.Connection, claimed: Claim, outcome: Outcome) -> Outcome:
    # Every row has its own key, so an answer with one lesson for two rows of a run is not credible.
    if outcome.kind is not OutcomeKind.MADE:
        return outcome
    other = db.execute(
        "select row_id from attempt join row on row.id = row_id where attempt.lesson_id = ? and row_id <> ?"
        " and run_id = (select run_id from row where id = ?) limit 1",
        (outcome.lesson_id, claimed.row_id, claimed.row_id),
    ).fetchone()
    if other is None:
        return outcome
    message = f"The service gave the lesson of line {row_name(db, other[0])} for this row, too."
    return Outcome(OutcomeKind.UNSURE, outcome.effect, code=GIVEN_TWICE, message=message, took_ms=outcome.took_ms)


def _state(db: sqlite3.Connection, row_id: int) -> tuple[State, int]:
    state, generation = db.execute("select state, generation from row where id = ?", (row_id,)).fetchone()
    return State(state), generation


def _uncommit(db: sqlite3.Connection, row_id: int) -> None:
    db.execute("update run set committed = committed - 1 where id = (select run_id from row where id = ?)", (row_id,))
