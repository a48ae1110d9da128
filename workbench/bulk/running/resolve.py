"""Settle unsure rows: by what is found on the service, or by a person's decision.

Waiting never turns `unsure` into `planned`; only a person does, and that is a new generation with a new key.
Source: ours (bulk).
"""

from __future__ import annotations

import logging
import sqlite3
from dataclasses import dataclass, replace
from typing import Final

from workbench.bulk.journal.claims import SENDS_PER_ROW, key_lives
from workbench.bulk.journal.idempotency import KEY_RULE
from workbench.bulk.journal.missing_lessons import MISSING, settle_missing
from workbench.bulk.journal.outcome import LESSON_IN_TRASH, NO_USABLE_DRAFT
from workbench.bulk.journal.queries import row_name
from workbench.bulk.journal.row import Proof, State, checked_move
from workbench.bulk.journal.row_selection import SELECTED, RowSelection
from workbench.bulk.running.matching import RecentLesson, UnsureSend, before
from workbench.client.calling import CallingClient
from workbench.errors import CallFailed, PlanRejected
from workbench.procedures.lesson import get_lesson
from workbench.text import display_text

AGAIN_AFTER_MS: Final = 600_000
_LOG: Final = logging.getLogger("workbench.bulk")
_NOT_RUNNING: Final = (LESSON_IN_TRASH, MISSING)
_NOT_THERE: Final = frozenset({400, 403, 404})


@dataclass(frozen=True, slots=True)
class Assign:
    """Assigns the lesson of this id to the row. Its title is looked up if none is given."""

    lesson_id: str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Unassign:
    """The lesson that was matched with the row is not its: the row is unsure again."""


@dataclass(frozen=True, slots=True)
class Resend:
    """Sends the row again, which may cost its credits twice; within 10 minutes of the last try only with `force`."""

    force: bool = False


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Marks the row as dealt with: the person has seen what it may have made."""


RowDecision = Assign | Unassign | Resend | Dismiss


@dataclass(frozen=True, slots=True)
class PendingCheck:
    """An unsure row to check: its send, and how many checks there were."""

    row_id: int
    looks: int
    wait_until: int
    send: UnsureSend


def unsure_rows_to_check(db: sqlite3.Connection, now: int, *, keyed: bool) -> list[PendingCheck]:
    """Return the unsure rows that no repeat can clear up and that are not yet left to a person."""
    rows = db.execute(
        "select id, looks, wait_until, language, credits, first_sent_at from row"
        " where state in ('sending', 'unsure') and state = 'unsure' and held = 0 and owner is null"
        " and not (? and keyed = 1 and first_sent_at between ? and ?) order by first_sent_at",
        (keyed, *key_lives(now)),
    ).fetchall()
    return [
        PendingCheck(row_id, looks, wait_until, _send(db, row_id, language, credits, first_sent_at or 0))
        for row_id, looks, wait_until, language, credits, first_sent_at in rows
    ]


def count_unknown_sends(db: sqlite3.Connection) -> int:
    """Return the number of sends in the whole journal with an unknown outcome.

    Those that a person has repeated are included.
    """
    return int(
        db.execute(
            "select count(*) from (select distinct row_id, generation from attempt"
            " where outcome in ('sending', 'unsure'))"
        ).fetchone()[0]
    )


def match(db: sqlite3.Connection, row_id: int, item: RecentLesson, message: str, now: int) -> None:
    """Record that the check found the row's lesson: done, matched and not proven."""
    _take_lesson(db, row_id, _Found(item.lesson_id, item.title, Proof.MATCHED, message), now)


def record_unclear_check(db: sqlite3.Connection, row_id: int, message: str, *, wait_until: int | None) -> None:
    """Record that the check was not sure: check again at `wait_until`, or leave the row to a person (`None`)."""
    db.execute(
        "update row set looks = looks + 1, wait_until = coalesce(?, 0), held = ?, said = ?, settled_at = null"
        " where id = ? and state = 'unsure'",
        (wait_until, wait_until is None, message, row_id),
    )


def leave_to_person(db: sqlite3.Connection, row_ids: list[int]) -> None:
    """No further repeats of these unsure rows in this start."""
    db.executemany("update row set held = 1 where id = ? and state = 'unsure'", [(row_id,) for row_id in row_ids])


def reopen(db: sqlite3.Connection, selected: RowSelection, *, shares_keys: bool = True) -> None:
    """At a start, check again the rows that were left to a person. Their states do not change.

    Rows sent under a shared key stay with the person if members no longer share keys: they would be paid for again.
    """
    reopened = db.execute(
        f"select id {SELECTED} and state in ('unsure', 'planned') and coalesce(code, '') not in"
        " ('UNPROCESSABLE_CONTENT', 'LEDGER_LOST', 'LESSON_IN_TRASH', 'LESSON_MISSING')",
        selected.parameters,
    ).fetchall()
    db.executemany("update row set held = 0, looks = 0, wait_until = 0 where id = ?", reopened)
    if not shares_keys:
        db.execute(
            "update row set held = 1 where run_id = ? and state = 'unsure' and is_shared = 1", (selected.run_id,)
        )


def verify(decision: RowDecision, client: CallingClient) -> RowDecision:
    """Return the decision, with the title of the lesson for `Assign` if the service finds lessons by id.

    Raises `PlanRejected` if the service has no such lesson for this session.
    """
    if not isinstance(decision, Assign):
        return decision
    lesson_id = decision.lesson_id.strip()
    capabilities = client.capabilities() if lesson_id else None
    if capabilities is None or get_lesson.name not in capabilities.procedures:
        return decision
    try:
        lesson = client.call(get_lesson(lesson_id=lesson_id))
    except CallFailed as refused:
        if refused.http_status not in _NOT_THERE:
            raise
        raise PlanRejected(
            f"There is no lesson {display_text(lesson_id, longest=60)} that you can read. Check its ID. "
            "Nothing was changed."
        ) from None
    return replace(decision, lesson_id=lesson_id, title=decision.title or lesson.title)


def decide(db: sqlite3.Connection, row_id: int, decision: RowDecision, now: int) -> None:
    """Write a person's decision about a row. Raises `PlanRejected` where the row's state does not allow it."""
    match decision:
        case Assign(lesson_id, title):
            assign(db, row_id, lesson_id, title, now)
        case Unassign():
            unassign(db, row_id)
        case Resend(force):
            resend(db, row_id, now, force=force)
        case Dismiss():
            dismiss(db, row_id)
        case _:
            raise PlanRejected("Choose one: Assign(lesson_id), Unassign(), Resend() or Dismiss(). Nothing was sent.")
    _LOG.info("row %d: a person decided %s", row_id, type(decision).__name__)


def resend(db: sqlite3.Connection, row_id: int, now: int, *, force: bool = False) -> None:
    """Approve another send of an unsure row: planned, a new generation, one more lesson approved.

    Raises `PlanRejected` within 10 minutes of the send unless `force`: the request may still be running.
    """
    query = "select state, first_sent_at, code from row where id = ?"
    state, first_sent_at, code = db.execute(query, (row_id,)).fetchone()
    checked_move(State(state), State.PLANNED, by_person=True)
    if state != State.UNSURE:
        raise PlanRejected("Only an unsure row can be resent like this; use `retry` for refused rows.")
    waited_ms = AGAIN_AFTER_MS if first_sent_at is None else now - first_sent_at
    if waited_ms < AGAIN_AFTER_MS and not force and code not in _NOT_RUNNING:
        raise PlanRejected(
            f"This row was sent {waited_ms // 60_000} minutes ago and may still be running. Wait until 10 minutes "
            "have passed, or force it (`Resend(force=True)`); it may then cost its credits twice."
        )
    _begin_generation(db, row_id)
    db.execute(
        "update row set state = 'planned', held = 0, looks = 0, wait_until = 0, first_sent_at = null, code = null,"
        " said = null where id = ?",
        (row_id,),
    )
    _approve_one_more(db, row_id)


def retry(db: sqlite3.Connection, row_ids: list[int]) -> int:
    """Refused rows become planned again, by a person; how many did.

    A row whose draft was refused becomes a new generation: the service keeps the refusal under the old one's key.
    """
    for row_id in row_ids:
        state, code = db.execute("select state, code from row where id = ?", (row_id,)).fetchone()
        if (state, code) == (State.REFUSED, NO_USABLE_DRAFT):
            _begin_generation(db, row_id)
    return sum(
        db.execute(
            "update row set state = 'planned', wait_until = 0, code = null, said = null, settled_at = null,"
            " first_sent_at = null where id = ? and state = 'refused'",
            (row_id,),
        ).rowcount
        for row_id in row_ids
    )


def allow_more_tries(db: sqlite3.Connection, run_id: int) -> int:
    """Allow a run whose paid sends are used up five more for each open row, and return the number of rows.

    A person decides this. It does not change rows to planned: an unsure row is sent with its existing key.
    Returns 0 while tries are left.
    """
    rows, open_rows = db.execute(
        "select count(*), coalesce(sum(state = 'planned' or (state = 'unsure' and keyed = 1)), 0) from row"
        " where run_id = ?",
        (run_id,),
    ).fetchone()
    sends, repeats = db.execute("select sends, repeats from run where id = ?", (run_id,)).fetchone()
    if sends < SENDS_PER_ROW * (rows + repeats):
        return 0
    db.execute("update run set repeats = repeats + ? where id = ?", (open_rows, run_id))
    return int(open_rows)


def assign(db: sqlite3.Connection, row_id: int, lesson_id: str, title: str | None, now: int) -> None:
    """Assign a lesson to the row, which is then done. Raises `PlanRejected` if it belongs to another row.

    A person decides this.
    """
    lesson_id = lesson_id.strip()
    if not lesson_id:
        raise PlanRejected("Give the ID of a lesson. Nothing was changed.")
    other = db.execute(
        "select row.id, name from row join run on run.id = run_id where lesson_id = ? and row.id <> ?",
        (lesson_id, row_id),
    ).fetchone()
    if other is not None:
        raise PlanRejected(
            f"That lesson belongs to line {row_name(db, other[0])} in the run {display_text(other[1], longest=80)}. "
            "Nothing was changed."
        )
    _take_lesson(db, row_id, _Found(lesson_id, title, Proof.PERSON), now)


def unassign(db: sqlite3.Connection, row_id: int) -> None:
    """Reject a matched lesson: the row is unsure again and left to the person."""
    state, proof = db.execute("select state, proof from row where id = ?", (row_id,)).fetchone()
    checked_move(State(state), State.UNSURE, by_person=True)
    if proof not in (Proof.MATCHED, Proof.PERSON):
        raise PlanRejected("The service confirmed that this lesson belongs to the row.")
    db.execute(
        "update row set state = 'unsure', held = 1, lesson_id = null, title = null, proof = null, settled_at = null,"
        " is_placed = 0, said = 'A person said that the matched lesson is not this row''s.' where id = ?",
        (row_id,),
    )
    db.execute(
        "update attempt set outcome = 'unsure', lesson_id = null, title = null where row_id = ?"
        " and outcome = 'matched' and generation = (select generation from row where id = ?)",
        (row_id, row_id),
    )


def dismiss(db: sqlite3.Connection, row_id: int) -> None:
    """Take the row off the list of those that need a person.

    A row whose lesson is missing stays without one.
    """
    if settle_missing(db, row_id):
        return
    db.execute(
        "update attempt set outcome = 'dismissed' where row_id = ? and outcome = 'unsure'"
        " and generation < (select generation from row where id = ?)",
        (row_id, row_id),
    )


@dataclass(frozen=True, slots=True)
class _Found:
    lesson_id: str
    title: str | None
    proof: Proof
    message: str | None = None


def _take_lesson(db: sqlite3.Connection, row_id: int, lesson: _Found, now: int) -> None:
    (state,) = db.execute("select state from row where id = ?", (row_id,)).fetchone()
    checked_move(State(state), State.DONE)
    db.execute(
        "update row set state = 'done', owner = null, held = 0, lesson_id = ?, title = ?, proof = ?, code = null,"
        " said = ?, settled_at = ? where id = ?",
        (lesson.lesson_id, lesson.title, lesson.proof, lesson.message, now, row_id),
    )
    db.execute(
        "update attempt set outcome = 'matched', lesson_id = ?, title = ? where outcome = 'unsure' and row_id = ?"
        " and generation = (select generation from row where id = ?)",
        (lesson.lesson_id, lesson.title, row_id, row_id),
    )


def _begin_generation(db: sqlite3.Connection, row_id: int) -> None:
    """Make the next send of the row a new one, with another key and today's price."""
    db.execute(
        "update row set generation = generation + 1, keyed = 1, key = null, key_rule = ?, is_shared = 0,"
        " is_placed = 0, credits = null where id = ?",
        (KEY_RULE, row_id),
    )


def _approve_one_more(db: sqlite3.Connection, row_id: int) -> None:
    (run_id,) = db.execute("select run_id from row where id = ?", (row_id,)).fetchone()
    db.execute("update approval set repeats = repeats + 1 where run_id = ?", (run_id,))
    db.execute("update run set repeats = repeats + 1 where id = ?", (run_id,))


def _send(db: sqlite3.Connection, row_id: int, language: str, price: int | None, began_at: int) -> UnsureSend:
    sent = db.execute(
        "select before, began_at from attempt where row_id = ? and outcome in ('sending', 'unsure')"
        " and generation = (select generation from row where id = ?) order by id limit 1",
        (row_id, row_id),
    ).fetchone()
    text, began_at = sent if sent else (None, began_at)
    (made_since,) = db.execute(
        "select count(*) from (select distinct row_id, generation from attempt"
        " where outcome in ('done', 'matched') and began_at >= ?)",
        (began_at,),
    ).fetchone()
    return UnsureSend(language, began_at, before(text), made_since, price)
