"""Claims that were handed out, and the outcome of them."""

from __future__ import annotations

from concurrent.futures import Future

import pytest

from tests.bulk.plans import place
from workbench.bulk.journal.claims import Claim
from workbench.bulk.journal.destination import Destination
from workbench.bulk.journal.outcome import Outcome, OutcomeKind, RunEffect
from workbench.bulk.running.executors import STALE_MS, SendRequest
from workbench.bulk.running.in_flight import GREW_OLD, NOT_BEGUN, InFlight

MADE = Outcome(OutcomeKind.MADE, lesson_id="l1", title="T")


class Patient:
    """Keeps every errand; the test says the outcome of it."""

    upper_limit = 8

    def __init__(self, room: int = 8) -> None:
        self.room = room
        self.futures: list[Future[Outcome]] = []

    def set_max_concurrent(self, at_once: int, /) -> int:
        """As many may wait as it was made with."""
        return self.room

    def submit(self, errand: SendRequest, /) -> Future[Outcome]:
        """Take it."""
        self.futures.append(Future())
        return self.futures[-1]

    def close(self) -> None:
        """Nothing to let go of."""


@pytest.fixture
def patient() -> Patient:
    """An executor where errands may wait."""
    return Patient()


@pytest.fixture
def way(patient: Patient) -> InFlight:
    """What is in progress there."""
    made = InFlight(patient, place(), "a run")
    made.set_max_concurrent(8)
    return made


def claim(number: int, began_at: int = 0) -> Claim:
    """A claim of a row."""
    return Claim(
        row_id=number,
        attempt_id=number,
        generation=0,
        topic=f"topic {number}",
        language="EN",
        destination=Destination(),
        max_credits=2,
        key="k" * 64,
        keyed=True,
        resend=False,
        began_at=began_at,
    )


def test_what_was_handed_out_comes_back_once(way: InFlight, patient: Patient) -> None:
    """With its outcome; then it is no longer in progress."""
    way.send_out(claim(1), 0)
    assert len(way) == 1
    patient.futures[0].set_result(MADE)

    assert way.news(1) == [(claim(1), MADE)]
    assert (len(way), way.news(0)) == (0, [])


def test_an_errand_that_broke_is_unsure(way: InFlight, patient: Patient) -> None:
    """A worker that died says nothing about the lesson."""
    way.send_out(claim(1), 0)
    patient.futures[0].set_exception(KeyboardInterrupt())
    ((_, outcome),) = way.news(1)

    assert (outcome.kind, outcome.effect) == (OutcomeKind.UNSURE, RunEffect.SERVICE_FAILING)


def test_what_waits_is_taken_back_and_what_has_begun_is_not(way: InFlight, patient: Patient) -> None:
    """A paid send is never called off."""
    way.send_out(claim(1), 0)
    way.send_out(claim(2), 0)
    patient.futures[0].set_running_or_notify_cancel()
    way.recall()

    assert way.news(0) == [(claim(2), NOT_BEGUN)]
    assert len(way) == 1


def test_where_nothing_waits_nothing_is_taken_back() -> None:
    """An executor that cannot say what has begun has begun it all."""
    patient = Patient(room=0)
    way = InFlight(patient, place(), "a run")
    way.set_max_concurrent(8)
    way.send_out(claim(1), 0)
    way.recall()

    assert not patient.futures[0].cancelled()


def test_a_claim_that_grew_old_is_not_handed_out(way: InFlight, patient: Patient) -> None:
    """The machine slept since; it comes back immediately."""
    way.send_out(claim(1), STALE_MS + 1)

    assert patient.futures == []
    assert way.news(0) == [(claim(1), GREW_OLD)]


def test_waiting_for_news_can_be_ended(way: InFlight) -> None:
    """A stop does not wait for an answer."""
    way.wake()

    assert way.news(60) == []
