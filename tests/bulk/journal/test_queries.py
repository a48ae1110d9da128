"""What the journal says of its rows."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest

from tests.bulk.enrolled import enrolled
from workbench.bulk.journal import claims, queries
from workbench.bulk.journal.claims import Claim, Claimer
from workbench.bulk.journal.enrolment import enrol
from workbench.bulk.journal.idempotency import RunIdentity
from workbench.bulk.journal.outcome import Outcome, OutcomeKind
from workbench.bulk.journal.row import State


@pytest.fixture
def who(db: sqlite3.Connection, identity: RunIdentity) -> Claimer:
    """A claimer for four rows."""
    return replace(enrolled(db, identity, 4), owner="desk b 7 s x")


@pytest.fixture
def claimed(db: sqlite3.Connection, who: Claimer) -> list[Claim]:
    """Three claimed rows: the first made, the second lost, the third in progress."""
    found = claims.claim(db, who, 0, limit=3)
    claims.settle(db, found[0], Outcome(OutcomeKind.MADE, lesson_id="l1", title="T"), 1)
    claims.settle(db, found[1], Outcome(OutcomeKind.UNSURE), 1)
    return found


@pytest.mark.usefixtures("claimed")
def test_every_row_is_counted_once(db: sqlite3.Connection, who: Claimer) -> None:
    """By its state, with what was spent and what is in doubt."""
    counts = queries.counts(db, who.rows)

    assert (counts.planned, counts.sending, counts.done, counts.unsure, counts.total) == (1, 1, 1, 1, 4)
    assert (counts.spent_credits, counts.unsure_credits, counts.committed, counts.sends) == (2, 4, 3, 3)


def test_a_run_of_no_rows_counts_nothing(db: sqlite3.Connection, identity: RunIdentity) -> None:
    """All zero."""
    selected = enrol(db, identity, "", [], 0)

    assert queries.counts(db, selected).total == 0


@pytest.mark.usefixtures("claimed")
def test_topics_that_were_sent_are_known_in_every_run(db: sqlite3.Connection) -> None:
    """Folded, with run, state and lesson; what was never sent is not."""
    known = queries.known_topics(db, "ada")

    assert known["EN", "topic 1", 1] == [queries.KnownTopic("a run", State.DONE, 1, "l1")]
    assert ("EN", "topic 4", 1) not in known
    assert queries.known_topics(db, "somebody else") == {}


@pytest.mark.usefixtures("claimed")
def test_lessons_that_the_journal_explains_are_listed(db: sqlite3.Connection) -> None:
    """A look subtracts them from what is new."""
    assert queries.lesson_ids(db) == {"l1"}


@pytest.mark.usefixtures("claimed")
def test_another_owner_is_named(db: sqlite3.Connection, who: Claimer) -> None:
    """For people: which process, on which machine."""
    other = queries.others(db, who.run_id, "another")
    assert other is not None and other.process == "process 7 on desk" and other.until > 0
    assert queries.others(db, who.run_id, who.owner) is None
