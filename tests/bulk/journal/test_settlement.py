"""What an outcome makes of a row, in time and too late."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest

from tests.bulk.journal.outcomes import LOST, MADE, NO_DRAFT, PATIENCE, REFUSED, states
from workbench.bulk.journal import claims, queries, settlement
from workbench.bulk.journal.claims import Claimer
from workbench.bulk.journal.outcome import Outcome
from workbench.bulk.journal.row import State


@pytest.mark.parametrize(
    ("outcome", "state"),
    [(MADE, State.DONE), (REFUSED, State.REFUSED), (PATIENCE, State.PLANNED), (LOST, State.UNSURE)],
)
def test_an_outcome_settles_its_row(db: sqlite3.Connection, who: Claimer, outcome: Outcome, state: State) -> None:
    """One state for each kind."""
    (claim,) = claims.claim(db, who, 0, limit=1)

    assert settlement.settle(db, claim, outcome, 1) is state
    assert states(db, who)[0] is state


def test_an_unsure_row_is_sent_again_with_the_same_key(db: sqlite3.Connection, who: Claimer) -> None:
    """And stays unsure while it is; its answer is a replay."""
    (first,) = claims.claim(db, who, 0, limit=1)
    settlement.settle(db, first, LOST, 1)
    (second,) = claims.claim(db, who, 2, limit=1)
    assert (second.key, second.resend, states(db, who)[0]) == (first.key, True, State.UNSURE)

    settlement.settle(db, second, MADE, 3)
    assert queries.row_records(db, who.rows)[0].proof == "replayed"


@pytest.mark.parametrize("outcome", [REFUSED, PATIENCE, LOST])
def test_a_repeat_proves_nothing_about_the_first_send(db: sqlite3.Connection, who: Claimer, outcome: Outcome) -> None:
    """Only a lesson clears an unsure row up."""
    (first,) = claims.claim(db, who, 0, limit=1)
    settlement.settle(db, first, LOST, 1)
    (second,) = claims.claim(db, who, 2, limit=1)

    assert settlement.settle(db, second, outcome, 3) is State.UNSURE


def test_a_draft_that_was_refused_on_a_repeat_is_refused(db: sqlite3.Connection, who: Claimer) -> None:
    """The refusal stands under the key of every send of the row, so none of them is in doubt, and none is paid."""
    (first,) = claims.claim(db, who, 0, limit=1)
    settlement.settle(db, first, LOST, 1)
    (second,) = claims.claim(db, who, 2, limit=1)

    assert settlement.settle(db, second, NO_DRAFT, 3) is State.REFUSED
    assert settlement.settle(db, first, LOST, 4) is State.REFUSED
    assert not queries.row_records(db, who.rows)[0].needs_person
    assert claims.claim_status(db, who, ()).room == who.ceiling


def test_a_second_lesson_of_a_row_is_listed(db: sqlite3.Connection, who: Claimer) -> None:
    """The first stays the row's; the other is shown."""
    (claim,) = claims.claim(db, who, 0, limit=1)
    settlement.settle(db, claim, LOST, 1)
    (repeat,) = claims.claim(db, who, 2, limit=1)
    settlement.settle(db, repeat, MADE, 3)
    settlement.settle(db, claim, replace(MADE, lesson_id="l2"), 4)
    row = queries.row_records(db, who.rows)[0]

    assert (row.lesson_id, row.also_made, row.needs_person) == ("l1", ("l2",), True)
