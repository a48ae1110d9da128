"""The journal's rules: rows claimed, settled, lapsed. Functions over one write unit; knows no service.

A claim is the intent, committed before the first byte leaves. `committed` counts the lessons that a run may have
caused, each row and generation once; it never exceeds what was approved. Source: ours (bulk).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from workbench.bulk.journal.destination import stored_destination
from workbench.bulk.journal.idempotency import KEY_RULE, RunIdentity, row_key
from workbench.bulk.journal.outcome import LESSON_IN_TRASH, Outcome, OutcomeKind
from workbench.bulk.journal.queries import row_name
from workbench.bulk.journal.row import Proof, State, checked_move

SENDS_PER_ROW: Final = 5
KEY_LIFE_MS: Final = 29 * 86_400_000
CLOCK_WRONG_MS: Final = 12 * 3_600_000
"""How far ahead a first send may lie: this computer's clock was wrong then. Beyond it, a key's age is not known."""
GIVEN_TWICE: Final = "GIVEN_TWICE"
_DONE: Final = (
    "update row set state = 'done', owner = null, lease_until = 0, held = 0, lesson_id = ?, title = ?, proof = ?,"
    " credits = iif(?, 0, credits), code = null, said = null, settled_at = ? where id = ?"
)
LAPSED: Final = "The kernel that sent it ended, or slept, before the answer was recorded."


@dataclass(frozen=True, slots=True)
class Claimer:
    """Who claims, for which run, under which approval. `ceiling` is in lessons, `price_credits` per lesson.

    `shares_keys`: the members of the organization share the keys of rows that are sent from now on.
    """

    run_id: int
    identity: RunIdentity
    owner: str
    keyed: bool
    ceiling: int
    lease_ms: int
    price_credits: int | None = None
    shares_keys: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """A row to send now. `resend` is a repeat of a send whose outcome is unsure, with the same key."""

    row_id: int
    attempt_id: int
    generation: int
    topic: str
    language: str
    project_id: str | None
    max_credits: int | None
    key: str
    keyed: bool
    resend: bool
    began_at: int
    is_shared: bool = False


@dataclass(frozen=True, slots=True)
class StoredApproval:
    """An approval as the journal keeps it: of which plan, of which rows whatever became of them, how many lessons."""

    digest: str
    rows_digest: str
    lessons: int


def approve(db: sqlite3.Connection, run_id: int, grant: StoredApproval, now: int) -> int:
    """The run's ceiling in lessons under this approval.

    The same approval of the same plan never adds. Nor does the same amount for the same rows planned again while it
    is not used up: a cell that broke off is run again. Anything else is approved on top of what was committed.
    """
    (committed,) = db.execute("select committed from run where id = ?", (run_id,)).fetchone()
    earlier = db.execute(
        "select base, repeats from approval where run_id = ? and (digest = ? or (rows_digest = ? and lessons = ?"
        " and base + lessons + repeats > ?)) order by digest = ? desc, at desc limit 1",
        (run_id, grant.digest, grant.rows_digest, grant.lessons, committed, grant.digest),
    ).fetchone()
    base, repeats = earlier or (committed, 0)
    db.execute(
        "insert into approval (run_id, digest, rows_digest, base, lessons, repeats, at) values (?, ?, ?, ?, ?, ?, ?)"
        " on conflict do update set lessons = excluded.lessons, at = excluded.at",
        (run_id, grant.digest, grant.rows_digest, base, grant.lessons, repeats, now),
    )
    return ceiling(db, run_id, grant.digest)


def ceiling(db: sqlite3.Connection, run_id: int, digest: str) -> int:
    """How many lessons the run may have caused in all, repeats that a person approved included."""
    found = db.execute(
        "select base + lessons + repeats from approval where run_id = ? and digest = ?", (run_id, digest)
    ).fetchone()
    return int(found[0]) if found else 0


def claim(
    db: sqlite3.Connection,
    who: Claimer,
    now: int,
    *,
    limit: int,
    passed_over: Sequence[int] = (),
    before: str | None = None,
) -> list[Claim]:
    """Up to `limit` rows, marked as being sent by `who`; repeats of unsure sends first.

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
        # No more lessons are committed than there are rows and repeats: mostly that is enough, and nothing is counted.
        (rows,) = db.execute("select count(*) from row where run_id = ?", (who.run_id,)).fetchone()
        limit = max(0, min(limit, SENDS_PER_ROW * (rows + repeats) - sends))
    skipped = json.dumps(list(passed_over))
    found = _to_resend(db, who, now, limit, skipped) if who.keyed else []
    new = max(0, min(limit - len(found), who.ceiling - committed))
    fresh = _to_send(db, who, now, new, skipped)
    claims = [_intend(db, who, each, now, before) for each in (*found, *fresh)]
    db.execute(
        "update run set committed = committed + ?, sends = sends + ? where id = ?",
        (len(fresh), len(claims), who.run_id),
    )
    return claims


def is_busy(db: sqlite3.Connection) -> bool:
    """Whether any row of the journal is being sent, or unsure and not yet left to a person."""
    # `state in ('sending', 'unsure')` word for word: SQLite then takes the index of those few rows (`row_unsettled`).
    query = "select 1 from row where state in ('sending', 'unsure') and (state = 'sending' or held = 0) limit 1"
    return db.execute(query).fetchone() is not None


def has_claimable(db: sqlite3.Connection, who: Claimer, now: int, passed_over: Sequence[int]) -> bool:
    """Whether `claim` would look at any row, approval and other limits aside."""
    skipped = json.dumps(list(passed_over))
    if not who.keyed and is_busy(db):
        return False
    return bool((who.keyed and _to_resend(db, who, now, 1, skipped)) or _to_send(db, who, now, 1, skipped))


def has_repeat(db: sqlite3.Connection, who: Claimer, now: int, passed_over: Sequence[int]) -> bool:
    """Whether `claim` would repeat a send whose outcome is unsure."""
    return who.keyed and bool(_to_resend(db, who, now, 1, json.dumps(list(passed_over))))


def key_lives(now: int) -> tuple[int, int]:
    """Between which times a row was first sent whose key the service surely still knows, epoch milliseconds."""
    return now - KEY_LIFE_MS + 1, now + CLOCK_WRONG_MS


def settle(db: sqlite3.Connection, claimed: Claim, outcome: Outcome, now: int, wait_until: int = 0) -> State:
    """Record a send's outcome, also for an owner that has lost its lease; the row's state afterwards."""
    outcome = _given_once(db, claimed, outcome)
    result = {
        OutcomeKind.MADE: "done",
        OutcomeKind.REFUSED: "refused",
        OutcomeKind.NOT_APPLIED: "not applied",
        OutcomeKind.UNSURE: "unsure",
    }
    facts = result[outcome.kind], outcome.code, outcome.message, outcome.lesson_id, outcome.title
    db.execute(
        "update attempt set ended_at = ?, outcome = ?, code = ?, said = ?, lesson_id = ?, title = ? where id = ?",
        (now, *facts, claimed.attempt_id),
    )
    if outcome.kind is OutcomeKind.MADE and _made_as_sent(db, claimed, outcome, now):
        if outcome.is_joined:
            _uncommit(db, claimed.row_id)
        return State.DONE
    state, generation = db.execute("select state, generation from row where id = ?", (claimed.row_id,)).fetchone()
    state = State(state)
    if outcome.kind is OutcomeKind.MADE:
        return _made(db, claimed, outcome, state, now)
    if generation != claimed.generation or state in (State.DONE, State.REFUSED, State.PLANNED):
        return state
    new = {
        OutcomeKind.REFUSED: State.REFUSED,
        OutcomeKind.NOT_APPLIED: State.PLANNED,
        OutcomeKind.UNSURE: State.UNSURE,
    }[outcome.kind]
    if state is State.UNSURE or claimed.resend:
        # An earlier send of this row may have been applied; what a later one came to proves nothing about it.
        new = State.UNSURE
    held = int(new is State.UNSURE and outcome.kind is OutcomeKind.REFUSED)
    doubtful = ("UNPROCESSABLE_CONTENT", GIVEN_TWICE, LESSON_IN_TRASH)
    held = held or int(outcome.kind is OutcomeKind.UNSURE and outcome.code in doubtful)
    if state is not new:
        checked_move(state, new)
    db.execute(
        "update row set state = ?, owner = null, lease_until = 0, wait_until = ?, held = ?, code = ?, said = ?,"
        " settled_at = ? where id = ?",
        (new, wait_until, held, outcome.code, outcome.message, now if new is State.REFUSED else None, claimed.row_id),
    )
    if new in (State.PLANNED, State.REFUSED):
        _uncommit(db, claimed.row_id)
    return new


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


def give_back(db: sqlite3.Connection, who: Claimer, claimed: Claim) -> None:
    """Undo a claim whose send was never begun: as if it had not been made, unless the claim is no longer `who`'s."""
    mine = db.execute(
        "update row set state = iif(? or state <> 'sending', state, 'planned'), owner = null, lease_until = 0,"
        " attempts = attempts - 1, first_sent_at = iif(attempts = 1, null, first_sent_at)"
        " where id = ? and owner = ? and generation = ?",
        (claimed.resend, claimed.row_id, who.owner, claimed.generation),
    ).rowcount
    if not mine:
        # Another has looked after the row since: that nothing was sent is all there is to say.
        db.execute("update attempt set outcome = 'not applied', code = 'NOT_BEGUN' where id = ?", (claimed.attempt_id,))
        return
    db.execute("delete from attempt where id = ?", (claimed.attempt_id,))
    db.execute(
        "update run set sends = sends - 1, committed = committed - ? where id = ?", (not claimed.resend, who.run_id)
    )


@dataclass(frozen=True, slots=True)
class ClaimStatus:
    """Why nothing more can be claimed now. `next_at` is when the next row's wait ends, epoch milliseconds."""

    room: int
    sends_left: int
    next_at: int | None


def standing(db: sqlite3.Connection, who: Claimer, passed_over: Sequence[int]) -> ClaimStatus:
    """How many more lessons are approved, how many more sends are allowed, and when to ask again."""
    (rows,) = db.execute("select count(*) from row where run_id = ?", (who.run_id,)).fetchone()
    committed, sends, repeats = db.execute(
        "select committed, sends, repeats from run where id = ?", (who.run_id,)
    ).fetchone()
    (next_at,) = db.execute(
        "select min(wait_until) from row join chosen on row_id = id where run_id = ? and held = 0"
        " and state in ('planned', 'unsure') and id not in (select value from json_each(?))",
        (who.run_id, json.dumps(list(passed_over))),
    ).fetchone()
    return ClaimStatus(who.ceiling - committed, SENDS_PER_ROW * (rows + repeats) - sends, next_at)


def renew(db: sqlite3.Connection, owner: str, lease_until: int) -> None:
    """Keep what this owner has claimed."""
    db.execute(
        "update row set lease_until = ? where owner = ? and state in ('sending', 'unsure')", (lease_until, owner)
    )


def lapse(db: sqlite3.Connection, now: int, is_gone: Callable[[str], bool]) -> int:
    """Make every claim unsure whose lease has ended or whose owner is gone; how many there were. Never planned."""
    held = db.execute(
        "select id, owner, lease_until from row where state in ('sending', 'unsure') and owner is not null"
    ).fetchall()
    gone = [(row_id,) for row_id, owner, until in held if until < now or is_gone(owner)]
    db.executemany(
        "update row set state = 'unsure', owner = null, lease_until = 0, wait_until = 0, said = ?, code = 'LAPSED'"
        " where id = ?",
        ((LAPSED, *each) for each in gone),
    )
    db.executemany(
        "update attempt set outcome = 'unsure', ended_at = ?, code = 'LAPSED' where row_id = ? and outcome = 'sending'",
        ((now, *each) for each in gone),
    )
    return len(gone)


def _to_resend(db: sqlite3.Connection, who: Claimer, now: int, limit: int, skipped: str) -> list[Any]:
    return db.execute(
        "select row.id, generation, topic, language, destination, folded, copy, credits, state, key, key_rule,"
        " is_shared from row join chosen"
        " on row_id = id where run_id = ? and state = 'unsure' and owner is null and held = 0 and keyed = 1"
        " and is_shared <= ? and wait_until <= ? and first_sent_at between ? and ?"
        " and id not in (select value from json_each(?))"
        " order by wait_until, position, id limit ?",
        (who.run_id, who.shares_keys, now, *key_lives(now), skipped, limit),
    ).fetchall()


def _to_send(db: sqlite3.Connection, who: Claimer, now: int, limit: int, skipped: str) -> list[Any]:
    return db.execute(
        "select row.id, generation, topic, language, destination, folded, copy, credits, state, key, key_rule,"
        " is_shared from row join chosen"
        " on row_id = id where run_id = ? and state = 'planned' and wait_until <= ?"
        " and id not in (select value from json_each(?)) order by position, id limit ?",
        (who.run_id, now, skipped, limit),
    ).fetchall()


def _intend(db: sqlite3.Connection, who: Claimer, found: Sequence[Any], now: int, before: str | None) -> Claim:
    row_id, generation, topic, language, destination, folded, copy, credits, state, key, rule, is_shared = found
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
        row_id,
        attempt_id or 0,
        generation,
        topic,
        language,
        goes_to.project_id,
        price,
        key,
        who.keyed,
        resend,
        now,
        bool(is_shared),
    )


def _made_as_sent(db: sqlite3.Connection, claimed: Claim, outcome: Outcome, now: int) -> bool:
    # Nearly every row: still being sent, so no earlier send of it is in doubt. One statement instead of four.
    return bool(
        db.execute(
            _DONE + " and state = 'sending' and generation = ?",
            (
                *(outcome.lesson_id, outcome.title, _proof(claimed, outcome), outcome.is_joined, now),
                *(claimed.row_id, claimed.generation),
            ),
        ).rowcount
    )


def _made(db: sqlite3.Connection, claimed: Claim, outcome: Outcome, state: State, now: int) -> State:
    if state is State.DONE:
        return state  # a second lesson of this row stays visible in its attempts
    if _generation(db, claimed.row_id) != claimed.generation and state in (State.SENDING, State.UNSURE):
        return state
    checked_move(state, State.DONE)
    if outcome.is_joined and state in (State.SENDING, State.UNSURE):
        _uncommit(db, claimed.row_id)
    proof = _proof(claimed, outcome)
    db.execute(_DONE, (outcome.lesson_id, outcome.title, proof, outcome.is_joined, now, claimed.row_id))
    db.execute(
        "update attempt set outcome = 'cleared' where row_id = ? and generation = ? and outcome = 'unsure'",
        (claimed.row_id, claimed.generation),
    )
    return State.DONE


def _proof(claimed: Claim, outcome: Outcome) -> Proof:
    if outcome.is_joined:
        return Proof.JOINED
    return Proof.REPLAYED if claimed.resend or outcome.is_replayed else Proof.ANSWERED


def _generation(db: sqlite3.Connection, row_id: int) -> int:
    return int(db.execute("select generation from row where id = ?", (row_id,)).fetchone()[0])


def _uncommit(db: sqlite3.Connection, row_id: int) -> None:
    db.execute("update run set committed = committed - 1 where id = (select run_id from row where id = ?)", (row_id,))
