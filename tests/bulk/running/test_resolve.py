"""Clearing up what is unsure: by a look, and by a person."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.bulk.enrolled import enrolled
from tests.bulk.fake_service import AT, FakeService, refusal
from tests.bulk.journal.outcomes import NO_DRAFT
from workbench.bulk.journal import claims, queries
from workbench.bulk.journal.claims import Claim, Claimer
from workbench.bulk.journal.enrolment import approved_lessons
from workbench.bulk.journal.idempotency import RunIdentity
from workbench.bulk.journal.outcome import Outcome, OutcomeKind
from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.journal.row import State
from workbench.bulk.running import resolve
from workbench.bulk.running.matching import RecentLesson
from workbench.bulk.running.resolve import Assign, Resend, verify
from workbench.errors import CallFailed, JournalError, PlanRejected
from workbench.procedures.lesson import Lesson, get_lesson
from workbench.procedures.service import Capabilities

LATER = resolve.AGAIN_AFTER_MS + 10


@pytest.fixture
def who(db: sqlite3.Connection, identity: RunIdentity) -> Claimer:
    """A claimer for two rows on a service without keys, one of them approved."""
    return enrolled(db, identity, 2, lessons=1, keyed=False)


@pytest.fixture
def lost(db: sqlite3.Connection, who: Claimer) -> Claim:
    """A row whose answer was lost at time 5."""
    (claim,) = claims.claim(db, who, 5, limit=1, before='{"ids": ["old"], "balance": 10, "at": 4}')
    claims.settle(db, claim, Outcome(OutcomeKind.UNSURE), 6)
    return claim


def first(db: sqlite3.Connection, who: Claimer) -> RowRecord:
    """The first row as it is."""
    return queries.row_records(db, who.rows)[0]


@pytest.mark.usefixtures("lost")
def test_a_lost_row_is_looked_at_with_what_was_there_before(db: sqlite3.Connection) -> None:
    """Recent lessons and balance of its own send."""
    (row,) = resolve.unsure_rows_to_check(db, 7, keyed=False)

    assert row.send.before is not None
    assert (row.send.before.ids, row.send.before.balance_credits, row.send.began_at) == (("old",), 10, 5)
    assert (row.send.price_credits, row.send.made_since) == (2, 0)


def test_a_row_whose_key_still_holds_is_not_looked_at(db: sqlite3.Connection, who: Claimer) -> None:
    """It is requested again instead; once the key may be forgotten, it is."""
    (claim,) = claims.claim(db, replace(who, keyed=True), 5, limit=1)
    claims.settle(db, claim, Outcome(OutcomeKind.UNSURE), 6)

    assert resolve.unsure_rows_to_check(db, 7, keyed=True) == []
    assert len(resolve.unsure_rows_to_check(db, 7, keyed=False)) == 1
    assert len(resolve.unsure_rows_to_check(db, claims.KEY_LIFE_MS + 6, keyed=True)) == 1


def test_a_row_that_was_sent_by_a_wrong_clock_is_looked_at(db: sqlite3.Connection, who: Claimer) -> None:
    """Nobody knows whether its key still holds, so it is not requested again."""
    (claim,) = claims.claim(db, replace(who, keyed=True), claims.CLOCK_WRONG_MS + 9, limit=1)
    claims.settle(db, claim, Outcome(OutcomeKind.UNSURE), claims.CLOCK_WRONG_MS + 9)

    assert len(resolve.unsure_rows_to_check(db, 8, keyed=True)) == 1


def test_a_match_is_done_and_shown_as_matched(db: sqlite3.Connection, who: Claimer, lost: Claim) -> None:
    """Not as proven; the journal now explains the lesson."""
    resolve.match(db, lost.row_id, RecentLesson("l9", "T"), "matched", 8)

    assert (first(db, who).state, first(db, who).proof, first(db, who).lesson_id) == (State.DONE, "matched", "l9")
    assert queries.lesson_ids(db) == {"l9"}
    assert resolve.count_unknown_sends(db) == 0


def test_a_look_that_ends_leaves_the_row_to_a_person(db: sqlite3.Connection, who: Claimer, lost: Claim) -> None:
    """It stays unsure; new sends may continue."""
    resolve.record_unclear_check(db, lost.row_id, "not seen", wait_until=None)

    assert (first(db, who).state, first(db, who).held) == (State.UNSURE, True)
    assert not claims.is_busy(db)


def test_again_is_a_new_generation_and_one_more_approved(db: sqlite3.Connection, who: Claimer, lost: Claim) -> None:
    """A new key, and the person has approved what it may cost."""
    resolve.resend(db, lost.row_id, LATER)
    approved = replace(who, ceiling=approved_lessons(db, who.run_id))
    (claim,) = claims.claim(db, approved, LATER, limit=1)

    assert (claim.generation, claim.row_id) == (1, lost.row_id)
    assert claim.key != lost.key


def test_again_waits_for_ten_minutes(db: sqlite3.Connection, lost: Claim) -> None:
    """The request may still be running; a person can insist."""
    with pytest.raises(PlanRejected, match="10 minutes"):
        resolve.resend(db, lost.row_id, 7)

    resolve.resend(db, lost.row_id, 7, force=True)


def test_a_repeated_row_keeps_its_earlier_doubt(db: sqlite3.Connection, who: Claimer, lost: Claim) -> None:
    """The first send may still have made a lesson: the row stays listed, and no later look is sure."""
    resolve.resend(db, lost.row_id, LATER)
    (claim,) = claims.claim(db, replace(who, ceiling=2), LATER, limit=1)
    claims.settle(db, claim, Outcome(OutcomeKind.MADE, lesson_id="l1"), LATER)

    assert first(db, who).state is State.DONE
    assert first(db, who).needs_person
    assert resolve.count_unknown_sends(db) == 1

    resolve.dismiss(db, lost.row_id)
    assert not first(db, who).needs_person


@pytest.mark.parametrize("outcome", [OutcomeKind.MADE, OutcomeKind.REFUSED])
def test_only_an_unsure_row_is_made_again(db: sqlite3.Connection, who: Claimer, outcome: OutcomeKind) -> None:
    """A row that is done or refused is not."""
    (claim,) = claims.claim(db, who, 5, limit=1)
    claims.settle(db, claim, Outcome(outcome, lesson_id="l1"), 6)

    with pytest.raises((JournalError, PlanRejected)):
        resolve.resend(db, claim.row_id, LATER)


def test_a_person_says_which_lesson_it_is(db: sqlite3.Connection, who: Claimer, lost: Claim) -> None:
    """Found by looking at the service."""
    resolve.assign(db, lost.row_id, "l7", None, 9)

    assert (first(db, who).state, first(db, who).proof) == (State.DONE, "said by a person")


@pytest.mark.parametrize("lesson_id", ["l1", " l1 ", " "])
def test_a_lesson_is_no_two_rows_lesson(db: sqlite3.Connection, who: Claimer, lost: Claim, lesson_id: str) -> None:
    """A slip of the hand: it is another row's already, or none; the row stays as it is."""
    resolve.leave_to_person(db, [lost.row_id])
    (claim,) = claims.claim(db, replace(who, ceiling=2), 7, limit=1)
    claims.settle(db, claim, Outcome(OutcomeKind.MADE, lesson_id="l1"), 8)
    with pytest.raises(PlanRejected):
        resolve.assign(db, lost.row_id, lesson_id, None, 9)

    assert first(db, who).state is State.UNSURE


def test_a_match_can_be_disowned(db: sqlite3.Connection, who: Claimer, lost: Claim) -> None:
    """Not mine: unsure again, and the lesson is unexplained again."""
    resolve.match(db, lost.row_id, RecentLesson("l9"), "matched", 8)
    resolve.unassign(db, lost.row_id)

    assert (first(db, who).state, first(db, who).lesson_id) == (State.UNSURE, None)
    assert queries.lesson_ids(db) == set()
    assert resolve.count_unknown_sends(db) == 1


def test_what_the_service_answered_cannot_be_disowned(db: sqlite3.Connection, who: Claimer) -> None:
    """That is proof, not a match."""
    (claim,) = claims.claim(db, who, 5, limit=1)
    claims.settle(db, claim, Outcome(OutcomeKind.MADE, lesson_id="l1"), 6)

    with pytest.raises(PlanRejected):
        resolve.unassign(db, claim.row_id)


def test_a_refused_row_is_planned_again_by_a_person(db: sqlite3.Connection, who: Claimer) -> None:
    """With the same key: nothing was applied."""
    (claim,) = claims.claim(db, who, 5, limit=1)
    claims.settle(db, claim, Outcome(OutcomeKind.REFUSED), 6)

    assert resolve.retry(db, [claim.row_id]) == 1
    assert first(db, who).generation == 0
    assert resolve.retry(db, [claim.row_id]) == 0


def test_a_row_whose_draft_was_refused_gets_another_key(db: sqlite3.Connection, identity: RunIdentity) -> None:
    """The service keeps the refusal under the old one, where it would be given again for a month."""
    who = enrolled(db, identity, 1)
    (claim,) = claims.claim(db, who, 5, limit=1)
    claims.settle(db, claim, NO_DRAFT, 6)

    assert resolve.retry(db, [claim.row_id]) == 1
    assert resolve.retry(db, [claim.row_id]) == 0
    (again,) = claims.claim(db, who, 7, limit=1)
    assert (again.generation, again.resend) == (1, False)
    assert again.key != claim.key


def test_a_start_looks_once_more(db: sqlite3.Connection, who: Claimer, lost: Claim) -> None:
    """What was left to a person is looked at again, and is still unsure."""
    resolve.record_unclear_check(db, lost.row_id, "not seen", wait_until=None)
    resolve.reopen(db, who.rows)

    assert len(resolve.unsure_rows_to_check(db, 9, keyed=False)) == 1
    assert first(db, who).state is State.UNSURE


def test_a_person_lets_a_run_go_on_whose_tries_are_used(db: sqlite3.Connection, who: Claimer) -> None:
    """Five more for each row that is open, and none while there are some left."""
    assert resolve.allow_more_tries(db, who.run_id) == 0
    db.execute("update run set sends = 10")

    assert claims.claim_status(db, who, ()).sends_left == 0
    assert resolve.allow_more_tries(db, who.run_id) == 2
    assert claims.claim_status(db, who, ()).sends_left == 10


@pytest.mark.usefixtures("lost")
def test_more_tries_are_not_for_a_row_that_has_no_key(db: sqlite3.Connection, who: Claimer) -> None:
    """It is unsure until a person has decided about it."""
    db.execute("update run set sends = 10")

    assert resolve.allow_more_tries(db, who.run_id) == 1
    assert first(db, who).state is State.UNSURE


MINE = Assign(lesson_id=" lesson7 ")


@dataclass
class Telling(FakeService):
    """A service that tells lessons by their id; it has one. `answers` is the status of any other."""

    answers: int = 404

    def capabilities(self) -> Capabilities | None:
        """Also `lesson.getLesson`."""
        known = super().capabilities()
        return known and known.model_copy(update={"procedures": [*known.procedures, get_lesson.name]})

    def _read(self, call: Any) -> Any:
        if call.input.lesson_id != "lesson7":
            raise refusal(self.answers)
        return Lesson.model_construct(lesson_id="lesson7", title="Bread", created_at=AT)


def test_a_lesson_that_is_there_brings_its_title() -> None:
    """As if the service had answered with it."""
    assert verify(MINE, Telling()) == Assign(lesson_id="lesson7", title="Bread")


@pytest.mark.parametrize("http_status", [400, 403, 404])
def test_a_lesson_that_is_not_there_is_not_believed(http_status: int) -> None:
    """A slip of the hand would make a row done that has no lesson."""
    with pytest.raises(PlanRejected, match="There is no lesson lesson8"):
        verify(replace(MINE, lesson_id="lesson8"), Telling(answers=http_status))


def test_a_service_that_is_unwell_is_no_answer() -> None:
    """Nothing is changed by its failure either."""
    with pytest.raises(CallFailed):
        verify(replace(MINE, lesson_id="lesson8"), Telling(answers=500))


def test_a_service_that_tells_no_lessons_is_believed(service: FakeService, interface_only: FakeService) -> None:
    """The person has looked elsewhere."""
    assert [verify(MINE, asked_service) for asked_service in (service, interface_only)] == [MINE, MINE]


def test_a_choice_without_a_lesson_asks_nothing() -> None:
    """It stays as it is."""
    service = Telling()

    assert verify(Resend(), service) == Resend()
    assert service.reads == []
