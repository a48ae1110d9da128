"""Rows in progress: claims handed to an executor, and their outcomes."""

from __future__ import annotations

import queue
from concurrent.futures import Future
from typing import Final

from workbench.bulk.journal.claims import Claim
from workbench.bulk.journal.outcome import Outcome, OutcomeKind, RunEffect
from workbench.bulk.planning.target import RunTarget
from workbench.bulk.running.executors import STALE_MS, Executor, send_request

Arrival = tuple[Claim, Outcome]

NOT_BEGUN: Final = Outcome(OutcomeKind.NOT_APPLIED, code="NOT_BEGUN", message="It was cancelled before it was sent.")
"""The outcome of a claim that was cancelled while it waited, before any byte was sent."""

GREW_OLD: Final = Outcome(OutcomeKind.NOT_APPLIED, code="GREW_OLD", message="The computer slept before it was sent.")
"""The outcome of a claim that was too old to be sent when its turn came."""


class InFlight:
    """The claims of one start that are in progress. One thread calls it."""

    def __init__(self, executor: Executor, target: RunTarget, run_name: str) -> None:
        self.executor = executor
        self._target = target
        self._run_name = run_name
        self._arrived: queue.SimpleQueue[Arrival | None] = queue.SimpleQueue()
        self._futures: dict[int, Future[Outcome]] = {}
        self._count = 0
        self._room = 0

    def __len__(self) -> int:
        return self._count

    def set_max_concurrent(self, at_once: int) -> int:
        """Set the maximum number of concurrent requests; return how many more may be handed out to wait."""
        self._room = self.executor.set_max_concurrent(at_once)
        return self._room

    def send_out(self, claim: Claim, now: int) -> None:
        """Submit the claim, unless it has become too old. Its outcome always arrives in `news`."""
        self._count += 1
        if now - claim.began_at > STALE_MS:
            self._arrived.put((claim, GREW_OLD))
            return
        try:
            future = self.executor.submit(send_request(claim, self._target, self._run_name))
        except RuntimeError as refused:
            # No request gets through: send fewer, later, and pause if that persists, before all tries are used up.
            message = f"It could not be started: {refused}."
            self._arrived.put(
                (claim, Outcome(OutcomeKind.NOT_APPLIED, RunEffect.SERVICE_FAILING, code="NOT_SENT", message=message))
            )
            return
        if self._room:
            self._futures[claim.attempt_id] = future
        future.add_done_callback(lambda done: self._arrived.put((claim, _outcome(done))))

    def recall(self) -> None:
        """Cancel waiting tasks, which are returned as `NOT_BEGUN`. Running ones are left alone."""
        for future in list(self._futures.values()):
            future.cancel()

    def wake(self) -> None:
        """Make `news` return immediately."""
        self._arrived.put(None)

    def news(self, wait_seconds: float) -> list[Arrival]:
        """Return what has arrived, waiting up to `wait_seconds` for the first."""
        arrivals: list[Arrival | None] = []
        try:
            arrivals.append(self._arrived.get(timeout=wait_seconds))
            while True:
                arrivals.append(self._arrived.get_nowait())
        except queue.Empty:
            pass
        news = [arrival for arrival in arrivals if arrival is not None]
        for claim, _ in news:
            self._futures.pop(claim.attempt_id, None)
        self._count -= len(news)
        return news


def _outcome(done: Future[Outcome]) -> Outcome:
    if done.cancelled():
        return NOT_BEGUN
    error = done.exception()
    if error is None:
        return done.result()
    message = f"The request ended with {type(error).__name__}; its outcome is unknown."
    return Outcome(OutcomeKind.UNSURE, RunEffect.SERVICE_FAILING, code=type(error).__name__, message=message)
