"""Limit concurrent requests: additive increase, multiplicative decrease, and a circuit breaker.

A function of outcomes and a clock that is passed in; it sends nothing and does not wait.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from workbench.client.retry import RetryPolicy

FIRST_PARALLEL = 8
MOST_PARALLEL = 64
LONG_SEND_MS = 5_000.0
MOST_AHEAD = 4.0


@dataclass(frozen=True, slots=True)
class RunRetryPolicy(RetryPolicy):
    """How often a run retries paid calls, and how long it waits. Times are seconds.

    `tries` are paid sends a row and start; `look_seconds` the pauses before each look after a row that is unsure. A
    service that asks for more than `longest_retry_after_seconds` pauses the run.
    """

    tries: int = 5
    within_seconds: float = math.inf
    longest_wait_seconds: float = 30.0
    longest_retry_after_seconds: float = 120.0
    breaker_failures: int = 5
    breaker_seconds: tuple[float, ...] = (1.0, 5.0, 15.0, 30.0)
    look_seconds: tuple[float, ...] = (0.0, 2.0, 5.0, 15.0, 30.0)
    lease_seconds: float = 60.0
    renew_seconds: float = 10.0
    poll_seconds: float = 1.0


@dataclass
class ConcurrencyLimit:
    """The limit of one run. Times are epoch milliseconds, latencies milliseconds."""

    retry_policy: RunRetryPolicy
    upper_limit: int = MOST_PARALLEL
    limit: float = FIRST_PARALLEL
    hold_until: int = 0
    failures: int = 0
    openings: int = 0
    _last_cut: int = 0
    _usual_ms: float = field(default=0.0)

    def __post_init__(self) -> None:
        self.limit = min(self.limit, self.upper_limit)

    @property
    def max_concurrent(self) -> int:
        """Maximum number of concurrent sends; one while the breaker is half open."""
        return 1 if self.openings else int(self.limit)

    def free(self, under_way: int, now: int) -> int:
        """Return how many more sends may begin now."""
        return 0 if now < self.hold_until else max(0, self.max_concurrent - under_way)

    def ahead(self, round_ms: float) -> int:
        """Return how many rows beyond `max_concurrent` to have ready, so that none waits for the journal.

        The journal takes `round_ms`. The number is the same again, since all may return together, and more if as many
        are answered within two rounds. It is 0 before the first answer, while the breaker is open, and if a request
        takes seconds: the rows would become outdated.
        """
        if self.openings or not 0 < self._usual_ms < LONG_SEND_MS:
            return 0
        return math.ceil(self.max_concurrent * min(MOST_AHEAD, max(1.0, 2 * round_ms / self._usual_ms)))

    @property
    def is_exhausted(self) -> bool:
        """Whether the breaker has opened so often that the run should pause until a person looks at it."""
        return self.openings > len(self.retry_policy.breaker_seconds)

    def record_success(self, took_ms: int, now: int) -> None:
        """Record a lesson that came back: raise the limit slightly, or lower it if it took unusually long."""
        self.failures = self.openings = 0
        usual = self._usual_ms or float(took_ms)
        if took_ms > 1000 and took_ms > 4 * usual:
            self._cut(now)
        else:
            # Until the first sign of strain one more for each lesson, then one more for each round (decision 0041).
            self.limit = min(float(self.upper_limit), self.limit + (1 / self.limit if self._last_cut else 1))
        self._usual_ms = usual + (took_ms - usual) / 8

    def slow_down(self, retry_after_seconds: float | None, now: int) -> None:
        """Record a request to wait: halve the limit, and send nothing before `retry_after_seconds`."""
        self._cut(now)
        self.hold_until = max(self.hold_until, now + round((retry_after_seconds or 0.0) * 1000))

    def record_failure(self, now: int) -> None:
        """Record a failure that says nothing about the row: halve the limit.

        `breaker_failures` in a row open the breaker.
        """
        self._cut(now)
        self.failures += 1
        if self.failures >= self.retry_policy.breaker_failures or self.openings:
            waits = self.retry_policy.breaker_seconds
            self.openings += 1
            self.failures = 0
            wait_seconds = waits[min(self.openings, len(waits)) - 1]
            self.hold_until = max(self.hold_until, now + round(wait_seconds * 1000))

    def _cut(self, now: int) -> None:
        # At most one cut per second: concurrent requests fail together.
        if now - self._last_cut >= 1000 or not self._last_cut:
            self.limit = max(1.0, self.limit / 2)
            self._last_cut = now


def concurrency_for(retry_policy: RunRetryPolicy, most: int, announced: int | None) -> ConcurrencyLimit:
    """Return the limit of a run: eight at first, or half of what the service announces; it has other callers too.

    `upper_limit` is what the executor can carry. Never more than is announced.
    """
    if announced is None or announced < 1:
        return ConcurrencyLimit(retry_policy, most)
    return ConcurrencyLimit(retry_policy, min(most, announced), max(FIRST_PARALLEL, announced // 2))
