"""Claims: which rows may be sent, by whom, and when a claim lapses."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.bulk.journal.outcomes import LOST, MADE, NO_DRAFT, PATIENCE, REFUSED, states
from workbench.bulk.journal import claims, queries
from workbench.bulk.journal.claims import Claimer
from workbench.bulk.journal.enrolment import NewRow, enrol
from workbench.bulk.journal.idempotency import row_key
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.journal.outcome import Outcome
from workbench.bulk.journal.row import State

MINUTE = 60_000


def test_rows_are_enrolled_once(db: sqlite3.Connection, who: Claimer) -> None:
    """The same list again, in any spelling, adds nothing."""
    again = [NewRow(1, " TOPIC  1 ", "EN", 1), NewRow(2, "topic 2", "EN", 1)]
    selected = enrol(db, who.identity, "", again, 0)

    assert selected.run_id == who.run_id
    assert db.execute("select count(*) from row").fetchone() == (3,)


def test_a_row_that_was_sent_keeps_its_spelling(db: sqlite3.Connection, who: Claimer) -> None:
    """Its key was sent with that text; with another the service would not know it again."""
    claims.claim(db, who, 0, limit=1)
    selected = enrol(db, who.identity, "", [NewRow(1, "TOPIC 1", "EN", 1), NewRow(2, "TOPIC 2", "EN", 1)], 0)

    assert [row.topic for row in queries.row_records(db, selected)] == ["topic 1", "TOPIC 2"]


def test_only_the_rows_of_this_plan_are_claimed(db: sqlite3.Connection, who: Claimer) -> None:
    """A sample leaves the others of the same run alone."""
    sample = enrol(db, who.identity, "", [NewRow(2, "topic 2", "EN", 1)], 0)

    assert [claim.topic for claim in claims.claim(db, replace(who, rows=sample), 0, limit=10)] == ["topic 2"]


def test_a_claim_is_the_intent(db: sqlite3.Connection, who: Claimer) -> None:
    """State, key, owner and what was there before are written before anything is sent."""
    (claim,) = claims.claim(db, who, 5, limit=1, before='{"ids": []}')

    assert states(db, who) == [State.SENDING, State.PLANNED, State.PLANNED]
    assert claim.key == row_key(who.identity, "EN", "topic 1", 1, 0)
    assert db.execute("select owner, lease_until from row where id = ?", (claim.row_id,)).fetchone() == (
        who.owner,
        5 + MINUTE,
    )
    assert db.execute("select before, began_at, outcome from attempt").fetchone() == ('{"ids": []}', 5, "sending")


def test_a_row_is_claimed_once(db: sqlite3.Connection, who: Claimer) -> None:
    """Anyone who asks second gets the others."""
    first = claims.claim(db, who, 0, limit=2)
    second = claims.claim(db, replace(who, owner="h b 2 s other"), 0, limit=2)

    assert [claim.topic for claim in (*first, *second)] == ["topic 1", "topic 2", "topic 3"]


def test_nothing_is_claimed_over_what_was_approved(db: sqlite3.Connection, who: Claimer) -> None:
    """Lessons that may have been made count as made."""
    (claim,) = claims.claim(db, replace(who, ceiling=1), 0, limit=10)
    claims.settle(db, claim, LOST, 1)

    assert [later_claim.resend for later_claim in claims.claim(db, replace(who, ceiling=1), 2, limit=10)] == [True]


def test_what_was_surely_not_applied_gives_its_place_back(db: sqlite3.Connection, who: Claimer) -> None:
    """A refusal costs nothing of the approval."""
    poor = replace(who, ceiling=1)
    (claim,) = claims.claim(db, poor, 0, limit=10)
    claims.settle(db, claim, REFUSED, 1)

    assert len(claims.claim(db, poor, 2, limit=10)) == 1


def test_five_sends_a_row_are_the_most_of_a_run(db: sqlite3.Connection, who: Claimer) -> None:
    """Over all starts together; then a person looks."""
    for moment in range(15):
        (claim,) = claims.claim(db, who, moment, limit=1)
        claims.settle(db, claim, PATIENCE, moment)

    assert claims.claim(db, who, 99, limit=1) == []
    assert claims.claim_status(db, who, []).sends_left == 0


def test_without_keys_there_is_one_at_a_time(db: sqlite3.Connection, who: Claimer) -> None:
    """In the whole journal: one unsure send faces one unexplained lesson."""
    unkeyed = replace(who, keyed=False)
    claims.claim(db, unkeyed, 0, limit=10)

    assert claims.claim(db, unkeyed, 1, limit=10) == []


def test_without_keys_a_lost_answer_holds_new_sends(db: sqlite3.Connection, who: Claimer) -> None:
    """Until it was looked at; and the row itself is never sent again."""
    unkeyed = replace(who, keyed=False)
    (claim,) = claims.claim(db, unkeyed, 0, limit=1)
    claims.settle(db, claim, LOST, 1)
    assert claims.claim(db, unkeyed, 2, limit=1) == []

    db.execute("update row set held = 1 where id = ?", (claim.row_id,))
    assert [later_claim.topic for later_claim in claims.claim(db, unkeyed, 3, limit=1)] == ["topic 2"]


def test_a_send_without_key_is_never_repeated_with_one(db: sqlite3.Connection, who: Claimer) -> None:
    """A service that learns keys later does not know the first send by it."""
    (claim,) = claims.claim(db, replace(who, keyed=False), 0, limit=1)
    claims.settle(db, claim, LOST, 1)

    assert claim.row_id not in [later_claim.row_id for later_claim in claims.claim(db, who, 2, limit=10)]


def test_a_key_that_may_have_been_forgotten_is_not_trusted(db: sqlite3.Connection, who: Claimer) -> None:
    """Keys are kept for 30 days; a day before that it is as if there were none."""
    (claim,) = claims.claim(db, who, 0, limit=1)
    claims.settle(db, claim, LOST, 1)

    assert claim.row_id not in [
        later_claim.row_id for later_claim in claims.claim(db, who, claims.KEY_LIFE_MS + 1, limit=10)
    ]


def test_a_key_that_was_sent_by_a_wrong_clock_is_not_trusted(db: sqlite3.Connection, who: Claimer) -> None:
    """Sent years ahead by this computer's clock, which was mended since: nobody knows how old it is."""
    (claim,) = claims.claim(db, who, claims.CLOCK_WRONG_MS + 2, limit=1)
    claims.settle(db, claim, LOST, claims.CLOCK_WRONG_MS + 3)

    assert claim.row_id not in [later_claim.row_id for later_claim in claims.claim(db, who, 1, limit=10)]


def test_a_row_waits_as_long_as_it_was_told(db: sqlite3.Connection, who: Claimer) -> None:
    """Patience concerns one row; the others continue."""
    (claim,) = claims.claim(db, who, 0, limit=1)
    claims.settle(db, claim, PATIENCE, 1, wait_until=100)

    assert claim.row_id not in [later_claim.row_id for later_claim in claims.claim(db, who, 99, limit=10)]
    assert claim.row_id in [later_claim.row_id for later_claim in claims.claim(db, who, 100, limit=10)]


def test_a_lapsed_lease_makes_unsure_and_never_planned(db: sqlite3.Connection, who: Claimer) -> None:
    """The kernel that held it may have sent it."""
    claims.claim(db, who, 0, limit=1)

    assert claims.lapse(db, MINUTE + 1, lambda owner: False) == 1
    assert states(db, who)[0] is State.UNSURE


def test_an_owner_that_is_gone_lapses_at_once(db: sqlite3.Connection, who: Claimer) -> None:
    """After kill -9 nobody waits for a minute."""
    claims.claim(db, who, 0, limit=1)

    assert claims.lapse(db, 1, lambda owner: owner == who.owner) == 1


def test_a_lease_that_is_renewed_holds(db: sqlite3.Connection, who: Claimer) -> None:
    """As long as its owner says so."""
    claims.claim(db, who, 0, limit=1)
    claims.renew(db, who.owner, 3 * MINUTE)

    assert claims.lapse(db, 2 * MINUTE, lambda owner: False) == 0


def test_an_owner_that_lost_its_lease_still_records_its_answer(db: sqlite3.Connection, who: Claimer) -> None:
    """What was paid for is written down, anyone who holds the row."""
    (claim,) = claims.claim(db, who, 0, limit=1)
    claims.lapse(db, MINUTE + 1, lambda owner: False)

    assert claims.settle(db, claim, MADE, MINUTE + 2) is State.DONE


def test_a_refusal_after_the_lease_ended_leaves_the_row_unsure(db: sqlite3.Connection, who: Claimer) -> None:
    """Another may have sent it in the meantime."""
    (claim,) = claims.claim(db, who, 0, limit=1)
    claims.lapse(db, MINUTE + 1, lambda owner: False)

    assert claims.settle(db, claim, REFUSED, MINUTE + 2) is State.UNSURE


def test_a_claim_that_was_never_sent_is_given_back_whole(db: sqlite3.Connection, who: Claimer) -> None:
    """As if it had not been made: no attempt, no send, nothing of the approval used."""
    before = (states(db, who), claims.claim_status(db, who, []))
    for claim in claims.claim(db, who, 5, limit=3):
        claims.give_back(db, who, claim)

    assert (states(db, who), claims.claim_status(db, who, [])) == before
    assert db.execute("select count(*), sum(attempts) from attempt, row").fetchone() == (0, None)
    assert queries.row_records(db, who.rows)[0].first_sent_at is None


def test_a_repeat_that_was_never_sent_leaves_its_row_unsure(db: sqlite3.Connection, who: Claimer) -> None:
    """The first send is as unknown as it was, and may still be cleared up."""
    (first,) = claims.claim(db, who, 0, limit=1)
    claims.settle(db, first, LOST, 1)
    (repeat,) = claims.claim(db, who, 2, limit=1)
    claims.give_back(db, who, repeat)

    assert states(db, who)[0] is State.UNSURE
    assert [later_claim.resend for later_claim in claims.claim(db, who, 3, limit=1)] == [True]


def test_a_claim_that_lapsed_is_not_given_back(db: sqlite3.Connection, who: Claimer) -> None:
    """Another kernel may have sent it since."""
    (claim,) = claims.claim(db, who, 0, limit=1)
    claims.lapse(db, MINUTE + 1, lambda owner: False)
    claims.give_back(db, who, claim)

    assert states(db, who)[0] is State.UNSURE
    assert db.execute("select outcome, code from attempt").fetchall() == [("not applied", "NOT_BEGUN")]


CLAIMING = """
import sys
from pathlib import Path
from dataclasses import replace
from tests.bulk.enrolled import enrolled
from workbench.bulk.journal.claims import claim
from workbench.bulk.journal.idempotency import RunIdentity
from workbench.bulk.journal.journal_file import JournalFile
file = JournalFile(Path(sys.argv[1]))
identity = RunIdentity("service1", "org1", "ada", "two kernels")
with file.write_transaction() as db:
    who = replace(enrolled(db, identity, 60), owner=f"h b {sys.argv[2]} s x")
while True:
    with file.write_transaction() as db:
        claimed = claim(db, who, 0, limit=3)
    if not claimed:
        break
    print(*(row.topic for row in claimed), sep="\\n", flush=True)
"""


def test_two_processes_never_claim_the_same_row(journal_file: JournalFile) -> None:
    """Sixty rows, two kernels: each row once, none left."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    both = [
        subprocess.Popen(
            [sys.executable, "-c", CLAIMING, str(journal_file.path), str(number)],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(2)
    ]
    claimed = [topic for process in both for topic in process.communicate(timeout=60)[0].splitlines()]

    assert sorted(claimed) == sorted(f"topic {number}" for number in range(1, 61))


@pytest.mark.parametrize(
    ("outcome", "state"),
    [(MADE, State.DONE), (REFUSED, State.REFUSED), (PATIENCE, State.PLANNED), (LOST, State.UNSURE)],
)
def test_an_outcome_settles_its_row(db: sqlite3.Connection, who: Claimer, outcome: Outcome, state: State) -> None:
    """One state for each kind."""
    (claim,) = claims.claim(db, who, 0, limit=1)

    assert claims.settle(db, claim, outcome, 1) is state
    assert states(db, who)[0] is state


def test_an_unsure_row_is_sent_again_with_the_same_key(db: sqlite3.Connection, who: Claimer) -> None:
    """And stays unsure while it is; its answer is a replay."""
    (first,) = claims.claim(db, who, 0, limit=1)
    claims.settle(db, first, LOST, 1)
    (second,) = claims.claim(db, who, 2, limit=1)
    assert (second.key, second.resend, states(db, who)[0]) == (first.key, True, State.UNSURE)

    claims.settle(db, second, MADE, 3)
    assert queries.row_records(db, who.rows)[0].proof == "replayed"


@pytest.mark.parametrize("outcome", [REFUSED, PATIENCE, LOST])
def test_a_repeat_proves_nothing_about_the_first_send(db: sqlite3.Connection, who: Claimer, outcome: Outcome) -> None:
    """Only a lesson clears an unsure row up."""
    (first,) = claims.claim(db, who, 0, limit=1)
    claims.settle(db, first, LOST, 1)
    (second,) = claims.claim(db, who, 2, limit=1)

    assert claims.settle(db, second, outcome, 3) is State.UNSURE


def test_a_draft_that_was_refused_on_a_repeat_is_refused(db: sqlite3.Connection, who: Claimer) -> None:
    """The refusal is under the key of every send of the row, so none of them is in doubt, and none is paid."""
    (first,) = claims.claim(db, who, 0, limit=1)
    claims.settle(db, first, LOST, 1)
    (second,) = claims.claim(db, who, 2, limit=1)

    assert claims.settle(db, second, NO_DRAFT, 3) is State.REFUSED
    assert claims.settle(db, first, LOST, 4) is State.REFUSED
    assert not queries.row_records(db, who.rows)[0].needs_person
    assert claims.claim_status(db, who, ()).room == who.ceiling


def test_a_second_lesson_of_a_row_is_listed(db: sqlite3.Connection, who: Claimer) -> None:
    """The first stays the row's; the other is shown."""
    (claim,) = claims.claim(db, who, 0, limit=1)
    claims.settle(db, claim, LOST, 1)
    (repeat,) = claims.claim(db, who, 2, limit=1)
    claims.settle(db, repeat, MADE, 3)
    claims.settle(db, claim, replace(MADE, lesson_id="l2"), 4)
    row = queries.row_records(db, who.rows)[0]

    assert (row.lesson_id, row.also_made, row.needs_person) == ("l1", ("l2",), True)


@pytest.mark.parametrize("first", [MADE, REFUSED, PATIENCE])
def test_a_settled_row_stays_settled_when_the_same_send_reports_again(
    db: sqlite3.Connection, who: Claimer, first: Outcome
) -> None:
    """A late "lost" changes neither what was made nor what was refused, and starts no doubt about a waiting row."""
    (claim,) = claims.claim(db, who, 0, limit=1)
    state = claims.settle(db, claim, first, 1)

    assert claims.settle(db, claim, LOST, 2) is state
    assert states(db, who)[0] is state


def test_one_lesson_is_not_given_for_two_rows(db: sqlite3.Connection, who: Claimer) -> None:
    """The second row is left to a person, who reads which line already has the lesson."""
    first, second = claims.claim(db, who, 0, limit=2)
    claims.settle(db, first, MADE, 1)

    assert claims.settle(db, second, MADE, 2) is State.UNSURE
    row = queries.row_records(db, who.rows)[1]
    assert (row.lesson_id, row.code, row.needs_person) == (None, claims.GIVEN_TWICE, True)
    assert "line 1" in (row.message or "")


@pytest.mark.parametrize(("outcome", "is_sent_again"), [(REFUSED, False), (PATIENCE, True), (LOST, True)])
def test_a_refused_repeat_is_left_to_a_person(
    db: sqlite3.Connection, who: Claimer, outcome: Outcome, is_sent_again: bool
) -> None:
    """Another repeat would be refused alike; after the other outcomes the row is sent again."""
    (first,) = claims.claim(db, who, 0, limit=1)
    claims.settle(db, first, LOST, 1)
    (second,) = claims.claim(db, who, 2, limit=1)
    claims.settle(db, second, outcome, 3)

    assert bool(claims.claim(db, replace(who, ceiling=1), 4, limit=1)) is is_sent_again


@pytest.mark.parametrize(("outcome", "earlier"), [(NO_DRAFT, "cleared"), (REFUSED, "unsure")])
def test_only_a_refused_draft_clears_up_the_earlier_sends(
    db: sqlite3.Connection, who: Claimer, outcome: Outcome, earlier: str
) -> None:
    """Any other refusal says nothing about a send whose answer was lost."""
    (first,) = claims.claim(db, who, 0, limit=1)
    claims.settle(db, first, LOST, 1)
    (second,) = claims.claim(db, who, 2, limit=1)
    claims.settle(db, second, outcome, 3)

    assert [found for (found,) in db.execute("select outcome from attempt order by id")] == [earlier, "refused"]


def test_a_late_lesson_does_not_settle_a_newer_generation(db: sqlite3.Connection, who: Claimer) -> None:
    """The row that a person had sent again is still being sent; the late lesson is listed next to its own."""
    (first,) = claims.claim(db, who, 0, limit=1)
    claims.settle(db, first, LOST, 1)
    db.execute("update row set state = 'planned', generation = 1, key = null where id = ?", (first.row_id,))
    (second,) = claims.claim(db, who, 2, limit=1)

    assert claims.settle(db, first, MADE, 3) is State.SENDING
    assert claims.settle(db, second, replace(MADE, lesson_id="l2"), 4) is State.DONE
    row = queries.row_records(db, who.rows)[0]
    assert (row.lesson_id, row.also_made) == ("l2", ("l1",))
