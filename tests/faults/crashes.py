"""Where a kernel is killed, and what kills it there. Run by `tests.faults.kernels` in a separate process."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from enum import StrEnum
from typing import Any, Never, TypeVar

from tests.faults.faulty_service import COURSE
from workbench.bulk.journal.outcome import Outcome
from workbench.bulk.planning.target import A
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.executors import SendRequest, ThreadExecutor
from workbench.client.conversation import KeyedAnswer
from workbench.client.sync import Client
from workbench.procedures.declare import Call

T = TypeVar("T")
QUICK = RunRetryPolicy(
    first_wait_seconds=0.005,
    longest_wait_seconds=0.02,
    breaker_seconds=(0.005, 0.01, 0.02),
    look_seconds=(0.0, 0.02, 0.06),
    lease_seconds=1.0,
    renew_seconds=0.1,
    poll_seconds=0.02,
)


class Label(StrEnum):
    """Where the kernel is killed. At `ARRIVED` and `MADE` the service does it, when the request is there."""

    ENROLLED = "before the first intent"
    INTENDING = "before the intent is committed"
    INTENT = "after the intent, before the send"
    ANSWERED = "after the answer, before it is recorded"
    RECORDING = "before the record is committed"
    SETTLED = "while it records and claims"
    ARRIVED = "when the request arrived"
    MADE = "when the lesson was made"
    QUOTA = "never; from a send on it may write no file any further"
    NOWHERE = "never"


def topics(rows: int) -> list[str]:
    """The topics of a case."""
    return [f"topic {number}" for number in range(rows)]


def destined(topics: Sequence[str], project: str | None) -> list[dict[str, str]]:
    """The list of these topics: where they go into a project, every second one into a course of it."""
    return [
        {"topic": topic, "course": COURSE if project is not None and int(topic.split()[-1]) % 2 else ""}
        for topic in topics
    ]


def die() -> Never:
    """End as a kernel ends that is killed: immediately."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still here")


class MortalClient:
    """A client whose process dies when the answer of the `at`-th paid call is there."""

    def __init__(self, client: Client, at: int) -> None:
        self._client = client
        self._left = at

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def call(self, call: Call[A], /) -> A:
        """The answer, unless it was the last."""
        return self._counted(call, self._client.call(call))

    def call_keyed(self, call: Call[A], /) -> KeyedAnswer[A]:
        """The same of a call with a key."""
        return self._counted(call, self._client.call_keyed(call))

    def _counted(self, call: Call[Any], answer: T) -> T:
        if call.procedure.paid:
            self._left -= 1
            if self._left < 0:
                die()
        return answer


class MarkedThreads(ThreadExecutor):
    """An executor with an end: what `meets` does when the `at`-th errand is handed to it."""

    def __init__(self, client: Any, at: int, meets: Callable[[], None]) -> None:
        super().__init__(client)
        self._left = at
        self._meets = meets

    def submit(self, errand: SendRequest, /) -> Future[Outcome]:
        """Begin it, unless it was the last."""
        self._left -= 1
        if self._left < 0:
            self._meets()
        return super().submit(errand)


def dying_at_commit(after: str) -> Callable[[str], None]:
    """For SQLite to call with each statement: the process dies at a commit behind a statement that begins so."""
    met = False

    def watch(statement: str) -> None:
        nonlocal met
        met = met or statement.startswith(after)
        if met and statement == "commit":
            die()

    return watch


def soon(seconds: float) -> None:
    """Die in the midst of whatever continues then."""
    signal.signal(signal.SIGALRM, lambda *_: die())
    signal.setitimer(signal.ITIMER_REAL, seconds)


def out_of_quota(most_bytes: int) -> None:
    """No file of this process grows beyond so many bytes any more."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, hard))
