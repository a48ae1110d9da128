"""One paid send, the outcome of it, and where sends run."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Iterator
from concurrent.futures import wait
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from tests.bulk.fake_service import FakeService, refusal
from tests.bulk.plans import place
from tests.hanging import HANG_SECONDS
from workbench.bulk.journal.claims import Claim
from workbench.bulk.journal.destination import Destination
from workbench.bulk.journal.outcome import OutcomeKind
from workbench.bulk.running.executors import STALE_MS, InlineExecutor, SendRequest, ThreadExecutor, send, send_request
from workbench.procedures.declare import Call

CLAIM = Claim(
    row_id=1,
    attempt_id=1,
    generation=0,
    topic="Bread",
    language="EN",
    destination=Destination("project1"),
    max_credits=2,
    key="key",
    keyed=True,
    resend=False,
    began_at=0,
)
BREAD = SendRequest(language="EN", topic="Bread")


@dataclass
class Meeting(FakeService):
    """A service that answers when as many calls have met as it was told."""

    barrier: threading.Barrier = field(default_factory=lambda: threading.Barrier(6, timeout=HANG_SECONDS))

    def call(self, call: Call) -> object:
        """Wait for the others, then answer."""
        self.barrier.wait()
        return super().call(call)


def test_threads_work_side_by_side() -> None:
    """Six sends that wait for each other all come back."""
    threads = ThreadExecutor(Meeting())
    done, _ = wait([threads.submit(BREAD) for _ in range(6)], timeout=HANG_SECONDS)
    threads.close()

    assert [future.result().kind for future in done] == [OutcomeKind.MADE] * 6


def test_no_more_threads_than_are_needed(service: FakeService) -> None:
    """A thread that is free takes the next errand; more errands than threads wait their turn."""
    threads = ThreadExecutor(service, most=2)
    done, _ = wait([threads.submit(BREAD) for _ in range(20)], timeout=HANG_SECONDS)

    assert len(done) == 20
    assert sum(thread.name == "workbench-send" for thread in threading.enumerate()) <= 2
    threads.close()


def test_threads_end_when_they_are_let_go(service: FakeService) -> None:
    """Nothing is left behind."""
    threads = ThreadExecutor(service)
    threads.submit(BREAD).result(timeout=HANG_SECONDS)
    mine = [thread for thread in threading.enumerate() if thread.name == "workbench-send"]
    threads.close()
    [thread.join(60) for thread in mine]

    assert not any(thread.is_alive() for thread in mine)


@dataclass
class Gated(FakeService):
    """A service that answers when the gate is opened."""

    gate: threading.Event = field(default_factory=threading.Event)
    arrived: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def call(self, call: Call) -> object:
        """Say that it is here, wait, then answer."""
        self.arrived.release()
        self.gate.wait(10)
        return super().call(call)


@pytest.fixture
def gated() -> Iterator[Gated]:
    """A service whose gate is open at the end, whatever happened."""
    service = Gated()
    yield service
    service.gate.set()


def test_what_waits_its_turn_is_begun_without_being_asked_for(gated: Gated) -> None:
    """A place is empty for no longer than a thread takes to look."""
    threads = ThreadExecutor(gated, most=1)
    first, second = threads.submit(BREAD), threads.submit(BREAD)
    gated.arrived.acquire(timeout=HANG_SECONDS)
    assert second.running() is False
    gated.gate.set()

    assert [future.result(timeout=HANG_SECONDS).kind for future in (first, second)] == [OutcomeKind.MADE] * 2
    threads.close()


def test_no_more_begin_at_once_than_are_allowed(gated: Gated) -> None:
    """However many threads there may be."""
    threads = ThreadExecutor(gated)
    room = threads.set_max_concurrent(2)
    futures = [threads.submit(BREAD) for _ in range(4)]
    assert [gated.arrived.acquire(timeout=HANG_SECONDS) for _ in range(2)] == [True, True]

    assert room >= 2
    assert [future.running() for future in futures] == [True, True, False, False]
    threads.set_max_concurrent(3)
    assert gated.arrived.acquire(timeout=HANG_SECONDS)
    threads.close()


def test_what_waits_can_be_taken_back(gated: Gated) -> None:
    """What has begun cannot."""
    threads = ThreadExecutor(gated, most=1)
    begun, waiting = threads.submit(BREAD), threads.submit(BREAD)
    gated.arrived.acquire(timeout=HANG_SECONDS)

    assert (begun.cancel(), waiting.cancel()) == (False, True)
    gated.gate.set()
    assert begun.result(timeout=HANG_SECONDS).kind is OutcomeKind.MADE
    assert len(gated.paid) == 1
    threads.close()


def test_trouble_sends_back_what_waits(gated: Gated) -> None:
    """Out of credits, signed out, requested patience: the row loop decides what comes next."""
    gated.script.append(refusal(402, "PAYMENT_REQUIRED"))
    threads = ThreadExecutor(gated, most=1)
    threads.submit(BREAD)
    waiting = [threads.submit(BREAD) for _ in range(3)]
    ended = threading.Semaphore(0)  # `wait` waits for ever for what is cancelled before a thread took it
    for future in waiting:
        future.add_done_callback(lambda _: ended.release())
    gated.gate.set()

    assert all(ended.acquire(timeout=HANG_SECONDS) for _ in waiting)
    assert all(future.cancelled() for future in waiting)
    assert len(gated.paid) == 1
    threads.close()


def test_what_waited_while_the_machine_slept_is_not_begun(gated: Gated) -> None:
    """Its claim may be another's now."""
    walls = iter([0, 0, 0])
    threads = ThreadExecutor(gated, most=1, wall=lambda: next(walls, STALE_MS + 1))
    awake, asleep = threads.submit(BREAD), threads.submit(BREAD)
    gated.arrived.acquire(timeout=HANG_SECONDS)
    gated.gate.set()
    wait([awake, asleep], timeout=HANG_SECONDS)

    assert awake.result().kind is OutcomeKind.MADE
    assert asleep.cancelled()
    threads.close()


def test_threads_that_were_let_go_take_nothing_more(service: FakeService) -> None:
    """As any executor."""
    threads = ThreadExecutor(service)
    threads.close()

    with pytest.raises(RuntimeError, match="let go"):
        threads.submit(BREAD)


@pytest.mark.parametrize("executor", [ThreadExecutor, InlineExecutor])
def test_a_failure_is_an_outcome_like_any_other(
    executor: type[ThreadExecutor | InlineExecutor], service: FakeService
) -> None:
    """The row loop gets it, not the thread."""
    service.script.append(refusal(500))
    carrier = executor(service)

    assert carrier.submit(BREAD).result(timeout=HANG_SECONDS).kind is OutcomeKind.UNSURE
    carrier.close()


def test_nothing_waits_in_line(service: FakeService) -> None:
    """An errand that is carried at once cannot be taken back."""
    assert InlineExecutor(service).set_max_concurrent(8) == 0


def test_inline_has_sent_when_it_comes_back(service: FakeService) -> None:
    """For tests and for one at a time."""
    assert InlineExecutor(service).submit(BREAD).done()


def asked(service: FakeService) -> dict[str, Any]:
    """What the service was sent."""
    sent: dict[str, Any] = service.paid[0].input.to_wire()
    return sent


def test_a_send_names_organization_project_and_price_where_they_are_announced(service: FakeService) -> None:
    """A price that rose is refused by the service itself."""
    send(service, send_request(CLAIM, place()))

    assert asked(service) == {
        "language": "EN",
        "topic": "Bread",
        "organizationId": "org1",
        "projectId": "project1",
        "maxCredits": 2,
    }
    assert service.paid[0].key == "key"


def test_a_service_with_the_interface_alone_gets_what_the_interface_shows(interface_only: FakeService) -> None:
    """Language and topic; no key, no addition."""
    here = place(takes_organization=False, takes_max_credits=False)
    send(interface_only, send_request(replace(CLAIM, keyed=False), here))

    assert asked(interface_only) == {"language": "EN", "topic": "Bread"}
    assert interface_only.paid[0].key is None


def test_the_run_s_name_goes_along_where_it_is_announced(service: FakeService) -> None:
    """For the service's ledger; elsewhere nothing is added."""
    send(service, send_request(CLAIM, place(takes_run_name=True), "Spring"))
    send(service, send_request(CLAIM, place(), "Spring"))

    assert [call.run for call in service.paid] == ["Spring", None]


def test_a_lesson_is_made(service: FakeService) -> None:
    """With its id and title."""
    outcome = send(service, send_request(CLAIM, place()))

    assert (outcome.kind, outcome.lesson_id, outcome.title) == (OutcomeKind.MADE, "lesson0", "Bread")


@pytest.mark.parametrize(
    ("error", "kind"),
    [(refusal(400), OutcomeKind.REFUSED), (refusal(500), OutcomeKind.UNSURE), (KeyError("odd"), OutcomeKind.UNSURE)],
)
def test_nothing_is_raised(service: FakeService, error: Exception, kind: OutcomeKind) -> None:
    """Every end of a send is an outcome."""
    service.script.append(error)

    assert send(service, send_request(CLAIM, place())).kind is kind


def test_a_topic_that_cannot_be_sent_is_refused(service: FakeService) -> None:
    """The declaration refuses before anything leaves."""
    assert send(service, replace(send_request(CLAIM, place()), language="no code")).kind is OutcomeKind.REFUSED
    assert service.paid == []


def test_an_errand_travels_without_a_session() -> None:
    """It may be carried to another process."""
    carried = send_request(CLAIM, place())

    assert pickle.loads(pickle.dumps(carried)) == carried


def test_a_send_says_how_long_it_took(service: FakeService) -> None:
    """For the pace: waiting before and after it is none of the service's; two outcomes are alike anyway."""
    outcome = send(service, BREAD)

    assert outcome.took_ms is not None
    assert replace(outcome, took_ms=None) == outcome
