"""A paid call that is made until it is answered: waited for, tried again, and paid once. Source: ours (bulk)."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Final, TypeVar

from pydantic import BaseModel

from workbench.bulk.running.clocks import epoch_ms
from workbench.bulk.running.progress import clock_time
from workbench.client.conversation import KeyedAnswer
from workbench.client.retry import RetryPolicy
from workbench.client.sync import Client
from workbench.errors import (
    CallFailed,
    Conflict,
    NotAllowed,
    OutOfCredits,
    ServiceUnwell,
    SignInNeeded,
    TooManyRequests,
    Unreachable,
)
from workbench.procedures.declare import Call
from workbench.procedures.lesson import DRAFT_REFUSED
from workbench.wording import count_text

MOST_REFUSALS: Final = 20
"""Refused drafts of one call that are passed over; each is stored under its key for 30 days."""
WAIT_SECONDS: Final = 300.0
"""How long to wait for a call with the same key that is in progress elsewhere."""
A = TypeVar("A", bound=BaseModel)


class PaidCaller:
    """Makes the paid calls of one run, on any thread.

    `stop` ends all waiting, and is set if no other call could succeed; `on_wait` is called whenever a wait begins or
    ends.
    """

    def __init__(self, client: Client, retry_policy: RetryPolicy, stop: threading.Event) -> None:
        self._client, self._retry_policy, self.stop = client, retry_policy, stop
        self._waits: dict[int, tuple[int, str]] = {}
        self.on_wait: Callable[[], object] = lambda: None

    @property
    def waiting(self) -> str:
        """Reasons why calls are waiting, and when the next is tried; empty if none waits."""
        waits = list(self._waits.copy().values())
        sentences = []
        for reason, count in Counter(reason for _, reason in waits).items():
            next_at = clock_time(min(at for at, known in waits if known == reason))
            sentences.append(f"{count_text(count, 'call')} waiting, next try at {next_at}: {reason}")
        return " ".join(sentences)

    def answer(self, call_for: Callable[[int], Call[A]]) -> A | None:
        """Return the answer, or None if it was stopped before. Raises the service's errors.

        `call_for` returns the call with its key, for a number of refused drafts to skip.
        """
        keyed = self.keyed_answer(call_for)
        return None if keyed is None else keyed.answer

    def keyed_answer(self, call_for: Callable[[int], Call[A]]) -> KeyedAnswer[A] | None:
        """Return the answer with whether it was made before, and by whom, or None if it was stopped."""
        try:
            return paid_answer(self._client, call_for, self._retry_policy, self._wait, self.stop.is_set)
        except (OutOfCredits, SignInNeeded, NotAllowed):
            self.stop.set()  # no other would fare better
            raise

    def _wait(self, seconds: float, reason: str) -> None:
        ends_at, thread = time.monotonic() + seconds, threading.get_ident()
        self._waits[thread] = epoch_ms() + round(seconds * 1000), reason
        self.on_wait()
        try:
            while not self.stop.is_set() and (left := ends_at - time.monotonic()) > 0:
                self.stop.wait(min(left, 1.0))
        finally:
            self._waits.pop(thread, None)
            self.on_wait()


def paid_answer(
    client: Client,
    call_for: Callable[[int], Call[A]],
    retry_policy: RetryPolicy,
    wait: Callable[[float, str], object],
    is_stopped: Callable[[], bool] = lambda: False,
) -> KeyedAnswer[A] | None:
    """Make a paid call until it is answered; None when it was stopped before. Raises what the service says.

    `call_for` returns the call with its key after a number of refused drafts. `wait` is called with seconds and the
    reason: while a call with the same key is in progress, of a killed run or of another member, for at most five
    minutes, and before another try; `retry_policy` limits the tries.
    """
    waited, refusals, tries = 0.0, 0, 0
    while not is_stopped():
        try:
            return client.call_keyed(call_for(refusals))
        except Conflict as conflict:
            if conflict.retry_after_seconds is None or waited >= WAIT_SECONDS:
                raise
            seconds = max(1.0, conflict.retry_after_seconds)
            waited += seconds
            wait(seconds, conflict.message)
        except (TooManyRequests, ServiceUnwell, Unreachable) as passing:
            tries += 1
            pause = retry_policy.wait_seconds(tries, 0.0, passing.retry_after_seconds)
            if pause is None:
                raise
            wait(pause, passing.message)
        except CallFailed as refused:
            # The caller has seen an error stored under this key; calling again means trying again.
            is_known = refused.is_replayed and refused.facts.get("reason") == DRAFT_REFUSED
            if not is_known or refusals >= MOST_REFUSALS:
                raise
            refusals += 1
    return None
