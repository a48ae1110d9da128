"""Designs of bulk generation that the search over protocols found broken, each put into our own functions.

Patching our own functions is the subject here. Source: ours (reliability 3.2).
"""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.faults.truth import MadeLesson, Truth
from workbench.bulk.journal import claims, outcome
from workbench.bulk.journal.outcome import Outcome, OutcomeKind
from workbench.bulk.running import executors, resolve
from workbench.bulk.running import in_flight as in_flight
from workbench.bulk.running.executors import SendRequest, send

Defect = Callable[[pytest.MonkeyPatch], None]


def no_intent(patch: pytest.MonkeyPatch) -> None:
    """What is sent is written down only when the answer is there."""
    claim = claims.claim

    def wrong(db: sqlite3.Connection, *values: Any, **named: Any) -> Any:
        claimed = claim(db, *values, **named)
        db.execute("rollback")
        db.execute("begin immediate")
        return claimed

    patch.setattr(claims, "claim", wrong)


def automatic_retry(patch: pytest.MonkeyPatch) -> None:
    """What gave no answer is sent again immediately."""

    def wrong(client: Any, errand: SendRequest) -> Outcome:
        first = send(client, errand)
        return send(client, errand) if first.kind is OutcomeKind.UNSURE else first

    patch.setattr(executors, "send", wrong)


def retry_after_a_quiet_period(patch: pytest.MonkeyPatch) -> None:
    """What was not seen is sent again after a while."""

    def looked(db: sqlite3.Connection, row_id: int, said: str, *, wait_until: int | None) -> None:
        db.execute("update row set state = 'planned' where id = ? and state = 'unsure'", (row_id,))

    patch.setattr(resolve, "record_unclear_check", looked)


def stale_intent_taken_for_not_sent(patch: pytest.MonkeyPatch) -> None:
    """A claim whose owner is gone is free to be sent."""
    lapse = claims.lapse

    def wrong(db: sqlite3.Connection, now: int, is_gone: Callable[[str], bool]) -> int:
        count = lapse(db, now, is_gone)
        db.execute("update row set state = 'planned' where state = 'unsure' and code = 'LAPSED'")
        db.execute("update attempt set outcome = 'not applied' where code = 'LAPSED'")
        return count

    patch.setattr(claims, "lapse", wrong)


def another_key_each_time(patch: pytest.MonkeyPatch) -> None:
    """A key that says which attempt it is of."""
    claim, attempts = claims.claim, itertools.count()

    def wrong(*values: Any, **named: Any) -> Any:
        return [replace(made_claim, key=f"{made_claim.key}{next(attempts)}") for made_claim in claim(*values, **named)]

    patch.setattr(claims, "claim", wrong)


def key_outside_the_transaction(patch: pytest.MonkeyPatch) -> None:
    """A service that stores the lesson, and the key only when it has answered."""
    make = Truth.make

    def wrong(self: Truth, language: str, topic: str, key: str | None, *rest: Any) -> MadeLesson | None:
        lesson = make(self, language, topic, key, *rest)
        self.forget_keys()
        return lesson

    patch.setattr(Truth, "make", wrong)


def lost_taken_for_refused(patch: pytest.MonkeyPatch) -> None:
    """A 500 read as a no."""
    patch.setattr(outcome, "SURELY_NOT_APPLIED", outcome.SURELY_NOT_APPLIED | {500})


def the_destination_is_left_out(patch: pytest.MonkeyPatch) -> None:
    """What is sent says nothing of where the lesson goes."""
    errand = in_flight.send_request
    patch.setattr(in_flight, "send_request", lambda *values: replace(errand(*values), project_id=None))


def the_course_is_left_out(patch: pytest.MonkeyPatch) -> None:
    """The project is reported, the course is not."""
    errand = in_flight.send_request
    patch.setattr(in_flight, "send_request", lambda *values: replace(errand(*values), course_id=None))


def a_repeat_believed(patch: pytest.MonkeyPatch) -> None:
    """A refused repeat read as proof that the first was not made."""
    settle = claims.settle

    def believed(db: sqlite3.Connection, claim: Any, came: Outcome, *rest: int) -> Any:
        state = settle(db, claim, came, *rest)
        if claim.resend and came.kind is not OutcomeKind.MADE:
            db.execute("update row set state = 'refused' where id = ? and state = 'unsure'", (claim.row_id,))
        return state

    patch.setattr(claims, "settle", believed)
