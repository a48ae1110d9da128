"""Outcomes are written with the claims of the same commit, and rows whose tries are used are passed over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.bulk.enrolled import enrolled
from workbench.bulk.journal import claims, queries
from workbench.bulk.journal.claims import Claim
from workbench.bulk.journal.idempotency import RunIdentity
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.journal.outcome import Outcome, OutcomeKind
from workbench.bulk.journal.row import State
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.in_flight import GREW_OLD, NOT_BEGUN
from workbench.bulk.running.settling import OutcomeRecorder
from workbench.errors import JournalError

MADE = Outcome(OutcomeKind.MADE, lesson_id="lesson1", title="Bread")
LOST = Outcome(OutcomeKind.UNSURE, code="Unreachable", message="No answer came.")


@pytest.fixture
def recorder(journal_file: JournalFile, identity: RunIdentity, quick: RunRetryPolicy) -> OutcomeRecorder:
    """For a run of two rows, of which one may be tried twice."""
    with journal_file.write_transaction() as db:
        claimer = enrolled(db, identity, 2, price_credits=1)
    return OutcomeRecorder(journal_file, claimer, replace(quick, tries=2))


@pytest.fixture
def claim_one(recorder: OutcomeRecorder) -> Callable[[], Claim]:
    """Claims the next row, and counts the try."""

    def claim() -> Claim:
        with recorder.file.write_transaction() as db:
            (found,) = claims.claim(db, recorder.claimer, 1_000_000, limit=1)
        recorder.count_try(found.row_id)
        return found

    return claim


def states(recorder: OutcomeRecorder) -> list[State]:
    """The states of both rows."""
    with recorder.file.read_transaction() as db:
        return [row.state for row in queries.row_records(db, recorder.claimer.rows)]


def test_an_outcome_and_the_next_claim_are_one_commit(
    recorder: OutcomeRecorder, claim_one: Callable[[], Claim]
) -> None:
    """What was written is no longer kept in memory."""
    recorder.unrecorded.append((claim_one(), MADE))
    claimed = recorder.write(0, lambda db: claims.claim(db, recorder.claimer, 0, limit=1))

    assert (len(claimed), recorder.unrecorded) == (1, [])
    assert states(recorder) == [State.DONE, State.SENDING]


def test_with_nothing_to_write_nothing_is_opened(recorder: OutcomeRecorder) -> None:
    """Also where the file is closed."""
    recorder.file.close()

    assert recorder.write(0, None) == []


def test_a_row_whose_tries_are_used_is_passed_over(recorder: OutcomeRecorder, claim_one: Callable[[], Claim]) -> None:
    """Until the next start."""
    first = claim_one()
    recorder.unrecorded.append((first, LOST))
    recorder.write(0, None)
    assert recorder.passed_over == set()
    recorder.unrecorded.append((claim_one(), LOST))
    recorder.write(0, None)

    assert recorder.passed_over == {first.row_id}


@pytest.mark.parametrize(("outcome", "passed_over"), [(NOT_BEGUN, 0), (GREW_OLD, 1)])
def test_only_what_was_begun_counts_as_a_try(
    recorder: OutcomeRecorder, claim_one: Callable[[], Claim], outcome: Outcome, passed_over: int
) -> None:
    """A claim that was taken back before its turn costs the row none of its tries."""
    for _ in range(2):
        recorder.unrecorded.append((claim_one(), outcome))
        recorder.write(0, None)

    assert len(recorder.passed_over) == passed_over
    assert states(recorder) == [State.PLANNED, State.PLANNED]


def test_what_could_not_be_written_is_named(
    recorder: OutcomeRecorder, claim_one: Callable[[], Claim], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the lesson's id, since no journal has it."""

    def full(*args: object, **kwargs: object) -> State:
        raise JournalError("full")

    monkeypatch.setattr(claims, "settle", full)
    recorder.unrecorded.append((claim_one(), MADE))
    with pytest.raises(JournalError):
        recorder.write(0, None)

    assert recorder.describe_unrecorded() == "Lessons created but not recorded: lesson1."
