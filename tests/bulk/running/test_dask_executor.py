"""Sends on a Dask cluster, at its seam; real clusters are lost in tests/faults/test_cluster.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import distributed
import pytest

from workbench.bulk.journal.outcome import Outcome, OutcomeKind
from workbench.bulk.running.dask_executor import Cluster, SchedulerLost, WorkerLost
from workbench.bulk.running.dask_worker import ServiceAddress
from workbench.bulk.running.executors import SendRequest

BREAD = SendRequest(language="EN", topic="Bread")
NOWHERE = ServiceAddress("http://127.0.0.1:9", ("service1", "org1", "ada"), True)


@dataclass
class Remote:
    """A future of Dask's."""

    status: str = "pending"
    outcome: Outcome | None = None
    tell: Callable[[Any], None] = lambda done: None

    def add_done_callback(self, tell: Callable[[Any], None]) -> None:
        """Keep who is to be told."""
        self.tell = tell

    def result(self, timeout: float) -> Outcome | None:
        """What the worker came to."""
        return self.outcome

    def cancel(self) -> None:
        """Nothing waits here."""

    def ends(self, status: str, outcome: Outcome | None = None) -> None:
        """Dask says that it is over."""
        self.status, self.outcome = status, outcome
        self.tell(self)


@dataclass
class Dask:
    """A client of Dask with these workers and their threads."""

    threads: dict[str, int] = field(default_factory=lambda: {"a": 2, "b": 2})
    status: str = "running"
    sent: list[tuple[str, Remote]] = field(default_factory=list)

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        """Its workers."""
        return {"workers": {name: {"nthreads": count} for name, count in self.threads.items()}}

    def run(self, function: Any, workers: list[str]) -> dict[str, str]:
        """The processes' names."""
        return {worker: f"process of {worker}" for worker in workers}

    def submit(self, function: Any, *args: Any, workers: list[str], allow_other_workers: bool, **more: Any) -> Remote:
        """Keep what was sent where."""
        assert not allow_other_workers
        self.sent.append((workers[0], Remote()))
        return self.sent[-1][1]


@pytest.fixture
def dask() -> Dask:
    """Two workers of two threads."""
    return Dask()


@pytest.fixture
def cluster(dask: Dask) -> Iterator[Cluster]:
    """An executor on them."""
    made = Cluster(cast(distributed.Client, dask), NOWHERE, scheduler_seconds=0.05)
    yield made
    made.close()


def test_as_many_at_once_as_there_are_threads(cluster: Cluster) -> None:
    """A send waits; a thread that has nothing to wait for is idle."""
    assert cluster.upper_limit == 4


def test_the_work_is_spread(cluster: Cluster, dask: Dask) -> None:
    """To the worker with the least to do."""
    [cluster.submit(BREAD) for _ in range(4)]

    assert sorted(worker for worker, _ in dask.sent) == ["a", "a", "b", "b"]


def test_an_outcome_comes_back(cluster: Cluster, dask: Dask) -> None:
    """As if it had been sent here."""
    future = cluster.submit(BREAD)
    dask.sent[0][1].ends("finished", Outcome(OutcomeKind.MADE, lesson_id="l"))

    assert future.result(60).lesson_id == "l"


def test_a_lost_worker_is_an_unknown_outcome(cluster: Cluster, dask: Dask) -> None:
    """An exception, which the row loop takes for unsure."""
    future = cluster.submit(BREAD)
    del dask.threads[dask.sent[0][0]]

    assert isinstance(future.exception(5), WorkerLost)


def test_a_lost_scheduler_is_an_unknown_outcome(cluster: Cluster, dask: Dask) -> None:
    """After a moment in which it may come back."""
    future = cluster.submit(BREAD)
    dask.status = "connecting"

    assert isinstance(future.exception(5), SchedulerLost)


def test_what_dask_gives_up_is_an_unknown_outcome(cluster: Cluster, dask: Dask) -> None:
    """Cancelled, lost or failed there: it may have been sent."""
    future = cluster.submit(BREAD)
    dask.sent[0][1].ends("lost")

    assert isinstance(future.exception(5), WorkerLost)


def test_without_workers_nothing_is_sent(cluster: Cluster, dask: Dask) -> None:
    """The row loop hears that certainly nothing was."""
    dask.threads.clear()
    with pytest.raises(RuntimeError, match="no workers"):
        cluster.submit(BREAD)
