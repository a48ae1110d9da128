"""Send one paid request, from a claimed row to an outcome; and executors: threads of this process, or others.

A `SendRequest` can be carried to another process; it holds no session.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, Protocol

from workbench.bulk.journal.claims import Claim
from workbench.bulk.journal.outcome import Outcome, RunEffect, outcome_of_answer, outcome_of_failure
from workbench.bulk.lesson_options import NO_OPTIONS, LessonOptions
from workbench.bulk.planning.target import RunTarget
from workbench.bulk.running.clocks import epoch_ms, monotonic_ms
from workbench.bulk.running.concurrency import MOST_PARALLEL
from workbench.client.calling import CallingClient
from workbench.procedures.lesson import create_starter_lesson

STALE_MS: Final = 10_000
"""Largest age of a claim when its request begins; after a sleep, the claim may be another's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SendRequest:
    """The content of a request. Fields that are `None` are not sent, because the service does not support them."""

    language: str
    topic: str
    organization_id: str | None = None
    project_id: str | None = None
    course_id: str | None = None
    max_credits: int | None = None
    key: str | None = None
    run: str | None = None
    is_shared: bool = False
    options: LessonOptions = NO_OPTIONS

    @property
    def names_things(self) -> bool:
        """Whether the request names a course, source or lesson whose absence affects only this row."""
        return bool(self.course_id or self.options.like_lesson_id or self.options.source_ids)


def send_request(claim: Claim, target: RunTarget, run: str | None = None) -> SendRequest:
    """Return the request for a claim.

    Every request of a row has the same content, so that its key is recognised. `run` is the run's name: not part of
    what the key covers, and sent for the service's ledger only.
    """
    return SendRequest(
        language=claim.language,
        topic=claim.topic,
        organization_id=target.organization_id if target.takes_organization else None,
        project_id=claim.destination.project_id if target.takes_organization else None,
        course_id=claim.destination.course_id,
        max_credits=claim.max_credits if target.takes_max_credits else None,
        key=claim.key if claim.keyed else None,
        run=run if target.takes_run_name else None,
        is_shared=claim.is_shared,
        options=claim.options,
    )


def send(client: CallingClient, errand: SendRequest) -> Outcome:
    """Send once and return the outcome. Raises nothing: unknown results are unsure."""
    began = monotonic_ms()
    return replace(_perform_request(client, errand), took_ms=monotonic_ms() - began)


def _perform_request(client: CallingClient, errand: SendRequest) -> Outcome:
    try:
        call = create_starter_lesson(
            language=errand.language,
            topic=errand.topic,
            organization_id=errand.organization_id,
            project_id=errand.project_id,
            course_id=errand.course_id,
            max_credits=errand.max_credits,
            **errand.options.call_fields,
        )
        if errand.key is None:
            return outcome_of_answer(client.call(call))
        keyed = client.call_keyed(call.keyed(errand.key, run=errand.run, is_shared=errand.is_shared))
        return replace(outcome_of_answer(keyed.answer), is_replayed=keyed.is_replayed, is_joined=keyed.is_joined)
    except Exception as error:  # noqa: BLE001  (an unexpected error says nothing about the lesson)
        return outcome_of_failure(error, keyed=errand.key is not None, names_things=errand.names_things)


class Executor(Protocol):
    """Carries errands. A future that ends in an exception means an unknown outcome; a cancelled one was never begun."""

    @property
    def upper_limit(self) -> int: ...
    def set_max_concurrent(self, at_once: int, /) -> int:
        """Set the maximum number of concurrent requests; return how many more may wait their turn here."""

    def submit(self, errand: SendRequest, /) -> Future[Outcome]: ...
    def close(self) -> None: ...


@dataclass(slots=True)
class _Waiting:
    errand: SendRequest
    future: Future[Outcome]
    since: int


class ThreadExecutor:
    """Local threads over one client, as many as are busy. They are daemons: the row loop waits for them.

    A thread that is done takes the next request itself, so none is idle while the row loop writes. Waiting requests are
    cancelled after a failed one, and after a wait so long that the machine must have slept.
    """

    def __init__(self, client: CallingClient, most: int = MOST_PARALLEL, *, wall: Callable[[], int] = epoch_ms) -> None:
        self.upper_limit = most
        self._client = client
        self._wall = wall
        self._lock = threading.Lock()
        self._waiting: deque[_Waiting] = deque()
        self._idle: list[threading.Lock] = []
        self._busy = 0
        self._coming = 0
        self._at_once = most
        self._closed = False

    def set_max_concurrent(self, at_once: int, /) -> int:
        """Set the maximum number of concurrent requests; any number may wait."""
        with self._lock:
            self._at_once = min(at_once, self.upper_limit)
            with suppress(RuntimeError):  # what waits is begun by the next that is done, or with the next word
                self._begin()
        return sys.maxsize

    def submit(self, errand: SendRequest, /) -> Future[Outcome]:
        """Begin the request now, or when a place is free. Raises `RuntimeError` if no thread can be started."""
        waiting = _Waiting(errand, Future(), self._wall())
        with self._lock:
            if self._closed:
                raise RuntimeError("these threads were let go")
            self._waiting.append(waiting)
            try:
                self._begin()
            except RuntimeError:
                if self._busy == 0:
                    self._waiting.remove(waiting)
                    raise
        return waiting.future

    def close(self) -> None:
        """Let the threads end; what waits is not begun."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        self._send_back()
        for woken in idle:
            woken.release()

    def _begin(self) -> None:
        # Called with the lock. A thread that was woken counts as busy before it has taken anything.
        while len(self._waiting) > self._coming and self._busy < self._at_once:
            if self._idle:
                self._idle.pop().release()
            else:
                threading.Thread(target=self._work, daemon=True, name="workbench-send").start()
            self._busy += 1
            self._coming += 1

    def _work(self) -> None:
        woken = threading.Lock()
        woken.acquire()
        with self._lock:
            self._coming -= 1
        while (waiting := self._next(woken)) is not None:
            self._send(waiting)

    def _next(self, woken: threading.Lock) -> _Waiting | None:
        while True:
            with self._lock:
                if self._waiting and self._busy <= self._at_once:
                    return self._waiting.popleft()
                self._busy -= 1
                if self._closed:
                    return None
                self._idle.append(woken)
            woken.acquire()
            with self._lock:
                self._coming -= 1

    def _send(self, waiting: _Waiting) -> None:
        if self._wall() - waiting.since > STALE_MS:
            waiting.future.cancel()
        if not waiting.future.set_running_or_notify_cancel():
            return
        try:
            outcome = send(self._client, waiting.errand)
            if outcome.effect is not RunEffect.GO_ON:
                self._send_back()
            waiting.future.set_result(outcome)
        except BaseException as error:  # noqa: BLE001  (carried to the row loop)
            waiting.future.set_exception(error)

    def _send_back(self) -> None:
        with self._lock:
            waiting = list(self._waiting)
            self._waiting.clear()
        for waiting_errand in waiting:
            waiting_errand.future.cancel()


class InlineExecutor:
    """Runs each task where it is submitted, before `submit` returns: one at a time, in order."""

    upper_limit = 1

    def __init__(self, client: CallingClient) -> None:
        self._client = client

    def set_max_concurrent(self, at_once: int, /) -> int:
        """Do nothing: no task ever waits."""
        return 0

    def submit(self, errand: SendRequest, /) -> Future[Outcome]:
        """Carry the errand out now."""
        future: Future[Outcome] = Future()
        try:
            future.set_result(send(self._client, errand))
        except BaseException as error:  # noqa: BLE001  (carried to the row loop)
            future.set_exception(error)
        return future

    def close(self) -> None:
        """Do nothing."""
