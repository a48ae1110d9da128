"""Decide whether and when to retry. Functions over outcomes; no clock, no sleep.

Reads are repeated if another try may help. A free write is repeated only if certainly nothing was applied. A paid write
is never repeated here: the caller decides (bulk rules).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.errors import AnswerUnreadable, CallFailed, TooManyRequests, Unreachable, WorkbenchError
from workbench.procedures.declare import Call

_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 507, 520, 521, 522, 523, 524, 530})


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """At most `tries` in `within_seconds`; waits grow from `first_wait_seconds`, drawn at random (full jitter).

    A service's `Retry-After` is a lower bound of the wait; if it does not fit in the time left, there are no more
    tries. `chance` gives numbers from 0 to 1.
    """

    tries: int = 4
    within_seconds: float = 30.0
    first_wait_seconds: float = 0.5
    longest_wait_seconds: float = 8.0
    chance: Callable[[], float] = field(default=random.random, repr=False)

    def wait_seconds(self, tried: int, spent_seconds: float, retry_after_seconds: float | None) -> float | None:
        """Return the wait in seconds after `tried` tries that took `spent_seconds`; `None` to give up."""
        if tried >= self.tries:
            return None
        wait = self.backoff_seconds(tried, retry_after_seconds)
        return wait if spent_seconds + wait < self.within_seconds else None

    def backoff_seconds(self, tried: int, retry_after_seconds: float | None) -> float:
        """Return the wait in seconds after `tried` tries, whether or not another one follows."""
        ceiling = min(self.longest_wait_seconds, self.first_wait_seconds * 2.0 ** max(0, tried - 1))
        return self.chance() * ceiling + (retry_after_seconds or 0.0)


NO_RETRY = RetryPolicy(tries=1)
"""Sends every call once."""


def may_repeat(calls: Sequence[Call[Any]], outcomes: Sequence[Any]) -> bool:
    """Return whether sending the same request again is harmless and may help."""
    failures = [outcome for outcome in outcomes if isinstance(outcome, WorkbenchError)]
    if not failures or any(call.procedure.paid for call in calls):
        return False
    if any(call.procedure.is_write for call in calls):
        return len(failures) == len(outcomes) and all(_surely_not_applied(failure) for failure in failures)
    return any(may_pass(failure) for failure in failures)


def retry_after(outcomes: Sequence[Any]) -> float | None:
    """Return the longest `Retry-After` among the outcomes."""
    waits = [outcome.retry_after_seconds for outcome in outcomes if isinstance(outcome, WorkbenchError)]
    return max((wait for wait in waits if wait is not None), default=None)


def _surely_not_applied(failure: WorkbenchError) -> bool:
    if isinstance(failure, Unreachable):
        return not failure.sent
    return isinstance(failure, TooManyRequests)


def may_pass(failure: WorkbenchError) -> bool:
    """Return whether the same call may succeed later."""
    if isinstance(failure, Unreachable):
        return True
    return isinstance(failure, CallFailed | AnswerUnreadable) and failure.http_status in _PASSING
