"""Where sends run."""

from __future__ import annotations

import threading
from concurrent.futures import wait
from dataclasses import dataclass, field

import pytest

from tests.bulk.fake_service import FakeService, refusal
from workbench.bulk.executors import Inline, Threads
from workbench.bulk.outcome import Kind
from workbench.bulk.send import Errand
from workbench.procedures.declare import Call

BREAD = Errand("EN", "Bread", None, None, None, None)


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
    threads = Threads(Meeting())
    done, _ = wait([threads.submit(BREAD) for _ in range(6)], timeout=10)
    threads.close()

    assert [each.result().kind for each in done] == [Kind.MADE] * 6


def test_no_more_threads_than_are_needed(service: FakeService) -> None:
    """A thread that is free takes the next errand; more errands than threads wait their turn."""
    threads = Threads(service, most=2)
    done, _ = wait([threads.submit(BREAD) for _ in range(20)], timeout=10)

    assert len(done) == 20
    assert sum(each.name == "workbench-send" for each in threading.enumerate()) <= 2
    threads.close()


def test_threads_end_when_they_are_let_go(service: FakeService) -> None:
    """Nothing is left behind."""
    threads = Threads(service)
    threads.submit(BREAD).result(timeout=10)
    mine = [each for each in threading.enumerate() if each.name == "workbench-send"]
    threads.close()
    [each.join(10) for each in mine]

    assert not any(each.is_alive() for each in mine)


@pytest.mark.parametrize("executor", [Threads, Inline])
def test_a_failure_is_an_outcome_like_any_other(executor: type[Threads | Inline], service: FakeService) -> None:
    """The row loop gets it, not the thread."""
    service.script.append(refusal(500))
    carrier = executor(service)

    assert carrier.submit(BREAD).result(timeout=10).kind is Kind.UNSURE
    carrier.close()


def test_inline_has_sent_when_it_comes_back(service: FakeService) -> None:
    """For tests and for one at a time."""
    assert Inline(service).submit(BREAD).done()
