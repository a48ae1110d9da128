"""A paid call that is made until it is answered: waited for, tried again, and paid once. Source: ours (bulk)."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from typing import Final, TypeVar

from pydantic import BaseModel

from workbench.bulk.running.concurrency import RetrySettings
from workbench.client.conversation import KeyedAnswer
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

MOST_REFUSALS: Final = 20
"""So many refused drafts of one call are passed over; each is kept under its key for 30 days."""
WAIT_SECONDS: Final = 300.0
"""How long a call with the same key that is under way elsewhere is waited for."""
A = TypeVar("A", bound=BaseModel)


class PaidCaller:
    """Makes the paid calls of one run, on any thread.

    `stop` ends all waiting, and is set where no other call would fare better.
    """

    def __init__(self, client: Client, patience: RetrySettings, stop: threading.Event) -> None:
        self._client, self._patience, self.stop = client, patience, stop
        self._chance = random.SystemRandom()

    def answer(self, call_for: Callable[[int], Call[A]]) -> A | None:
        """The answer; None when it was stopped before. Raises what the service says.

        `call_for` gives the call with its key for a number of refused drafts that are passed over.
        """
        keyed = self.keyed_answer(call_for)
        return None if keyed is None else keyed.answer

    def keyed_answer(self, call_for: Callable[[int], Call[A]]) -> KeyedAnswer[A] | None:
        """The same, with whether it was made before, and by whom."""
        waited, refusals, tries = 0.0, 0, 0
        while not self.stop.is_set():
            try:
                return self._client.call_keyed(call_for(refusals))
            except Conflict as conflict:
                seconds = conflict.retry_after_seconds  # a call with this key is under way, of a run that was killed
                if seconds is None or waited >= WAIT_SECONDS:
                    raise
                waited += max(1.0, seconds)
                self._wait(max(1.0, seconds))
            except (OutOfCredits, SignInNeeded, NotAllowed):
                self.stop.set()  # no other would fare better
                raise
            except (TooManyRequests, ServiceUnwell, Unreachable) as passing:
                tries += 1
                if tries >= self._patience.tries:
                    raise
                after = passing.retry_after_seconds if isinstance(passing, CallFailed) else None
                self._wait(self._patience.backoff_ms(tries, after, self._chance) / 1000)
            except CallFailed as refused:
                # One that is kept under its key was told before: whoever asks again wants another try.
                is_known = refused.is_replayed and refused.facts.get("reason") == DRAFT_REFUSED
                if not is_known or refusals >= MOST_REFUSALS:
                    raise
                refusals += 1
        return None

    def _wait(self, seconds: float) -> None:
        ends_at = time.monotonic() + seconds
        while not self.stop.is_set() and (left := ends_at - time.monotonic()) > 0:
            self.stop.wait(min(left, 1.0))
