"""Where sends run."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import wait
from dataclasses import dataclass, field

import pytest

from tests.bulk.fake_service import FakeService, refusal
from workbench.bulk.journal.outcome import OutcomeKind
from workbench.bulk.running.executors import STALE_MS, InlineExecutor, ThreadExecutor
from workbench.bulk.running.send import SendRequest
from workbench.procedures.declare import Call

BREAD = SendRequest("EN", "Bread", None, None, None, None)


@dataclass
class Meeting(FakeService):
    """A service that answers when as many calls have met as it was told."""

    barrier: threading.Barrier = field(default_factory=lambda: threading.Barrier(6, timeout=10))

    def call(self, call: Call) -> object:
        """Wait for the others, then answer."""
        self.barrier.wait()
        return super().call(call)


def test_threads_work_side_by_side() -> None:
    """Six sends that wait for each other all come back."""
    threads = ThreadExecutor(Meeting())
    done, _ = wait([threads.submit(BREAD) for _ in range(6)], timeout=10)
    threads.close()

    assert [each.result().kind for each in done] == [OutcomeKind.MADE] * 6


def test_no_more_threads_than_are_needed(service: FakeService) -> None:
    """A thread that is free takes the next errand; more errands than threads wait their turn."""
    threads = ThreadExecutor(service, most=2)
    done, _ = wait([threads.submit(BREAD) for _ in range(20)], timeout=10)

    assert len(done) == 20
    assert sum(each.name == "workbench-send" for each in threading.enumerate()) <= 2
    threads.close()


def test_threads_end_when_they_are_let_go(service: FakeService) -> None:
    """Nothing is left behind."""
    threads = ThreadExecutor(service)
    threads.submit(BREAD).result(timeout=10)
    mine = [each for each in threading.enumerate() if each.name == "workbench-send"]
    threads.close()
    [each.join(10) for each in mine]

    assert not any(each.is_alive() for each in mine)


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
    gated.arrived.acquire(timeout=10)
    assert second.running() is False
    gated.gate.set()

    assert [each.result(timeout=10).kind for each in (first, second)] == [OutcomeKind.MADE] * 2
    threads.close()


def test_no_more_begin_at_once_than_are_allowed(gated: Gated) -> None:
    """However many threads there may be."""
    threads = ThreadExecutor(gated)
    room = threads.allow(2)
    futures = [threads.submit(BREAD) for _ in range(4)]
    assert [gated.arrived.acquire(timeout=10) for _ in range(2)] == [True, True]

    assert room >= 2
    assert [each.running() for each in futures] == [True, True, False, False]
    threads.allow(3)
    assert gated.arrived.acquire(timeout=10)
    threads.close()


def test_what_waits_can_be_taken_back(gated: Gated) -> None:
    """What has begun cannot."""
    threads = ThreadExecutor(gated, most=1)
    begun, waiting = threads.submit(BREAD), threads.submit(BREAD)
    gated.arrived.acquire(timeout=10)

    assert (begun.cancel(), waiting.cancel()) == (False, True)
    gated.gate.set()
    assert begun.result(timeout=10).kind is OutcomeKind.MADE
    assert len(gated.paid) == 1
    threads.close()


def test_trouble_sends_back_what_waits(gated: Gated) -> None:
    """Out of credits, signed out, asked for patience: the row loop decides what comes next."""
    gated.script.append(refusal(402, "PAYMENT_REQUIRED"))
    threads = ThreadExecutor(gated, most=1)
    threads.submit(BREAD)
    waiting = [threads.submit(BREAD) for _ in range(3)]
    gated.gate.set()
    wait(waiting, timeout=10)

    assert all(each.cancelled() for each in waiting)
    assert len(gated.paid) == 1
    threads.close()


def test_what_waited_while_the_machine_slept_is_not_begun(gated: Gated) -> None:
    """Its claim may be another's by now."""
    walls = iter([0, 0, 0])
    threads = ThreadExecutor(gated, most=1, wall=lambda: next(walls, STALE_MS + 1))
    awake, asleep = threads.submit(BREAD), threads.submit(BREAD)
    gated.arrived.acquire(timeout=10)
    gated.gate.set()
    wait([awake, asleep], timeout=10)

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

    assert carrier.submit(BREAD).result(timeout=10).kind is OutcomeKind.UNSURE
    carrier.close()


def test_nothing_waits_in_line(service: FakeService) -> None:
    """An errand that is carried at once cannot be taken back."""
    assert InlineExecutor(service).allow(8) == 0


def test_inline_has_sent_when_it_comes_back(service: FakeService) -> None:
    """For tests and for one at a time."""
    assert InlineExecutor(service).submit(BREAD).done()
