"""Kernels that are killed: the cases as data, and the program that is killed at its label.

Run as `python -m tests.faults.crashes URL FOLDER ROWS LABEL AT`; `WORKBENCH_HOME` is its home.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Never

from tests.faults.cases import Mode
from workbench.bulk.executors import Threads
from workbench.bulk.outcome import Outcome
from workbench.bulk.pace import Patience
from workbench.bulk.place import A
from workbench.bulk.planning import plan_topics
from workbench.bulk.run import Run
from workbench.bulk.send import Errand
from workbench.client.sync import Client
from workbench.procedures.declare import Call

QUICK = Patience(
    first_seconds=0.005,
    longest_seconds=0.02,
    breaker_seconds=(0.005, 0.01, 0.02),
    look_seconds=(0.0, 0.02, 0.06),
    poll_seconds=0.02,
)


class Label(StrEnum):
    """Where the kernel is killed. At the last two the service does it, when the request is there."""

    ENROLLED = "before the first intent"
    INTENT = "after the intent, before the send"
    ANSWERED = "after the answer, before it is recorded"
    SETTLED = "while it records and claims"
    ARRIVED = "when the request arrived"
    MADE = "when the lesson was made"


@dataclass(frozen=True)
class Crash:
    """The kernel is killed at the `at`-th send, from 0."""

    seed: int
    mode: Mode
    rows: int
    label: Label
    at: int

    def __str__(self) -> str:
        return f"{self.seed}-{self.mode.name.lower()}-{self.label.name.lower()}"


def crash(seed: int) -> Crash:
    """The crash of a seed: always the same; every label meets every mode."""
    chance = random.Random(seed)
    labels, modes = list(Label), list(Mode)
    rows = chance.randint(2, 8)
    return Crash(seed, modes[seed // len(labels) % 3], rows, labels[seed % len(labels)], chance.randrange(rows))


def topics(rows: int) -> list[str]:
    """The topics of a case."""
    return [f"topic {number}" for number in range(rows)]


def die() -> Never:
    """End as a kernel ends that is killed: at once."""
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
        answer = self._client.call(call)
        if call.procedure.paid:
            self._left -= 1
            if self._left < 0:
                die()
        return answer


class MortalThreads(Threads):
    """An executor whose process dies when the `at`-th errand is handed to it."""

    def __init__(self, client: Any, at: int) -> None:
        super().__init__(client)
        self._left = at

    def submit(self, errand: Errand, /) -> Future[Outcome]:
        """Begin it, unless it was the last."""
        self._left -= 1
        if self._left < 0:
            die()
        return super().submit(errand)


def soon(seconds: float) -> Callable[[], None]:
    """Die in the midst of whatever goes on then."""
    signal.signal(signal.SIGALRM, lambda *_: die())
    return lambda: signal.setitimer(signal.ITIMER_REAL, seconds) and None


def main(url: str, folder: str, rows: int, label: Label, at: int) -> None:
    """Run the plan until the label is reached; a run that ends alive says so."""
    client: Any = Client(url, "token", paid_timeout_seconds=0.5)
    plan = plan_topics(topics(rows), client, language="EN")
    mortal = MortalClient(client, at) if label is Label.ANSWERED else client
    executor = MortalThreads(client, at) if label is Label.INTENT else None
    run = Run(plan, mortal, patience=QUICK, folder=Path(folder), executor=executor)
    if label is Label.ENROLLED:
        die()
    if label is Label.SETTLED:
        soon(0.004 * (at + 1))()
    run.start().wait()
    print("alive")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Label(sys.argv[4]), int(sys.argv[5]))
