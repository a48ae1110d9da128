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


@pytest.mark.parametrize("first", [MADE, REFUSED, PATIENCE])
def test_a_settled_row_stays_settled_when_the_same_send_reports_again(
    db: sqlite3.Connection, who: Claimer, first: Outcome
) -> None:
    """A late "lost" changes neither what was made nor what was refused, and starts no doubt about a waiting row."""
    (claim,) = claims.claim(db, who, 0, limit=1)
    state = settlement.settle(db, claim, first, 1)

    assert settlement.settle(db, claim, LOST, 2) is state
    assert states(db, who)[0] is state


def test_one_lesson_is_not_given_for_two_rows(db: sqlite3.Connection, who: Claimer) -> None:
    """The second row is left to a person, who reads which line already has the lesson."""
    first, second = claims.claim(db, who, 0, limit=2)
    settlement.settle(db, first, MADE, 1)

    assert settlement.settle(db, second, MADE, 2) is State.UNSURE
    row = queries.row_records(db, who.rows)[1]
    assert (row.lesson_id, row.code, row.needs_person) == (None, settlement.GIVEN_TWICE, True)
    assert "line 1" in (row.message or "")


@pytest.mark.parametrize(("outcome", "is_sent_again"), [(REFUSED, False), (PATIENCE, True), (LOST, True)])
def test_a_refused_repeat_is_left_to_a_person(
    db: sqlite3.Connection, who: Claimer, outcome: Outcome, is_sent_again: bool
) -> None:
    """Another repeat would be refused alike; after the other outcomes the row is sent again."""
    (first,) = claims.claim(db, who, 0, limit=1)
    settlement.settle(db, first, LOST, 1)
    (second,) = claims.claim(db, who, 2, limit=1)
    settlement.settle(db, second, outcome, 3)

    assert bool(claims.claim(db, replace(who, ceiling=1), 4, limit=1)) is is_sent_again


@pytest.mark.parametrize(("outcome", "earlier"), [(NO_DRAFT, "cleared"), (REFUSED, "unsure")])
def test_only_a_refused_draft_clears_up_the_earlier_sends(
    db: sqlite3.Connection, who: Claimer, outcome: Outcome, earlier: str
) -> None:
    """Any other refusal says nothing about a send whose answer was lost."""
    (first,) = claims.claim(db, who, 0, limit=1)
    settlement.settle(db, first, LOST, 1)
    (second,) = claims.claim(db, who, 2, limit=1)
    settlement.settle(db, second, outcome, 3)

    assert [found for (found,) in db.execute("select outcome from attempt order by id")] == [earlier, "refused"]


def test_a_late_lesson_does_not_settle_a_newer_generation(db: sqlite3.Connection, who: Claimer) -> None:
    """The row that a person had sent anew is still being sent; the late lesson is listed next to its own."""
    (first,) = claims.claim(db, who, 0, limit=1)
    settlement.settle(db, first, LOST, 1)
    db.execute("update row set state = 'planned', generation = 1, key = null where id = ?", (first.row_id,))
    (second,) = claims.claim(db, who, 2, limit=1)

    assert settlement.settle(db, first, MADE, 3) is State.SENDING
    assert settlement.settle(db, second, replace(MADE, lesson_id="l2"), 4) is State.DONE
    row = queries.row_records(db, who.rows)[0]
    assert (row.lesson_id, row.also_made) == ("l2", ("l1",))
