"""How a run should begin: how long it takes and how often it is told to wait, for several beginnings of the limit.

A simulation with the run's own `ConcurrencyLimit` and a clock of its own: services that make so many lessons at
once, and answer 429 with `Retry-After: 1` to more. The evidence of decision 0041. Run as:
python -m benchmarks.pace_start
"""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from benchmarks.options import options
from benchmarks.paired import keep
from workbench.bulk.running.concurrency import ConcurrencyLimit, RunRetryPolicy, concurrency_for

ROWS = 1_000
REFUSAL_MS = 20
SEEDS = range(9)


@dataclass(frozen=True, slots=True)
class Case:
    """A service: how long a lesson takes, how many it makes at once, and whether it says so."""

    latency_ms: int
    at_once: int
    announces: bool

    @property
    def ideal_ms(self) -> float:
        """All its places busy from the first row to the last."""
        return ROWS * self.latency_ms / min(64, self.at_once)


@dataclass(frozen=True, slots=True)
class Went:
    """How it went: milliseconds in all, and how many sends were refused."""

    took_ms: int
    refused: int


CASES = [Case(latency, at_once, False) for latency in (50, 1_000, 8_000) for at_once in (64, 24, 12)]
CASES += [Case(1_000, at_once, True) for at_once in (64, 24, 12)]


def additive(case: Case) -> ConcurrencyLimit:
    """Eight, then one more for each round of lessons, from the beginning."""
    pace = ConcurrencyLimit(RunRetryPolicy())
    pace._last_cut = -1_000_000  # as behind a first strain
    return pace


def doubling(case: Case) -> ConcurrencyLimit:
    """Eight, then one more for each lesson until the first strain; half of what is announced, where it is."""
    return concurrency_for(RunRetryPolicy(), 64, case.at_once if case.announces else None)


BEGINNINGS: dict[str, Callable[[Case], ConcurrencyLimit]] = {"additive": additive, "doubling": doubling}


def main() -> None:
    """Simulate, print, keep the figures."""
    chosen = options(__doc__).parse_args()
    print("| latency | makes at once | additive: time / ideal | refused | doubling: time / ideal | refused |")
    print("|---|---|---|---|---|---|")
    figures = []
    for case in CASES:
        said = f"{case.at_once}, announced" if case.announces else str(case.at_once)
        line = [f"{case.latency_ms:,} ms", said]
        for name, begin in BEGINNINGS.items():
            runs = [run(case, begin(case), random.Random(seed)) for seed in SEEDS]
            ratio = median(paced_run.took_ms for paced_run in runs) / case.ideal_ms
            refused = median(paced_run.refused for paced_run in runs)
            line += [f"{ratio:.2f}", f"{refused:.0f}"]
            figures.append({"case": said, "latencyMs": case.latency_ms, "begins": name, "ratio": ratio, "no": refused})
        print(f"| {' | '.join(line)} |")
    keep(chosen.json, "pace_start", figures)


def run(case: Case, pace: ConcurrencyLimit, chance: random.Random) -> Went:
    """One run of `ROWS` rows; a lesson takes its latency, a quarter more or less."""
    now, left, busy, refused, number = 0, ROWS, 0, 0, itertools.count()
    events: list[tuple[int, int, int]] = []  # when, a tie-breaker, how long it took (0: refused)
    while left or events:
        for _ in range(min(left, pace.free(len(events), now))):
            left -= 1
            if busy < case.at_once:
                busy += 1
                took = round(case.latency_ms * chance.uniform(0.75, 1.25))
                heapq.heappush(events, (now + took, next(number), took))
            else:
                heapq.heappush(events, (now + REFUSAL_MS, next(number), 0))
        if not events:
            now = pace.hold_until
            continue
        now, _, took = heapq.heappop(events)
        if took:
            busy -= 1
            pace.record_success(took, now)
        else:
            left, refused = left + 1, refused + 1
            pace.slow_down(1.0, now)
        if left and now < pace.hold_until and not events:
            now = pace.hold_until
    return Went(now, refused)


if __name__ == "__main__":
    main()
