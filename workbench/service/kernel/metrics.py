"""Metrics of the service: a fixed table of numbers that its processes share, and its text for Prometheus.

Each process adds to its own share, so nothing is locked; the sum is read. It knows procedures by name only and no
request.
"""

from __future__ import annotations

import mmap
import time
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from workbench import __version__
from workbench.procedures.catalogue import CATALOGUE

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds of a request's time, in seconds."""
GENERATION_BOUNDS = (0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0, 60.0, 90.0, 120.0, 180.0, 300.0)
STATUSES = (200, 400, 401, 402, 403, 404, 405, 408, 409, 412, 413, 414, 415, 422, 429, 500, 502, 503, 504)
OTHER = "other"
OUTCOMES = ("made", "failed")
MOVES = ("reserved", "settled", "released")
GAUGES = {
    "generations_in_flight": "Lessons being written now.",
    "database_waiting": "Units of work that wait for the database: for its writer (SQLite) or for a connection.",
    "database_connections_in_use": "Connections to the database server that are lent now.",
}
_WIDTH = len(BOUNDS) + 2  # one count per bucket, one for larger values, and the sum


class Metrics:
    """The table, with a share for each of `count` processes; made before they are forked."""

    def __init__(self, count: int = 1) -> None:
        self.procedures = (*sorted(CATALOGUE), OTHER)
        self.layout = _Layout(len(self.procedures))
        self._memory = mmap.mmap(-1, self.layout.size * count * 8)
        self._numbers = memoryview(self._memory).cast("d")
        self._count = count
        self._since = time.time()
        self._own: list[Share] = []

    def of(self, index: int) -> Share:
        """Return the share of one process."""
        start = self.layout.size * index
        self._own.append(Share(self, self._numbers[start : start + self.layout.size]))
        return self._own[-1]

    def begin(self, index: int) -> None:
        """Start or restart a process: nothing is in progress in it."""
        at = self.layout.size * index + self.layout.gauges
        for offset in range(len(GAUGES)):
            self._numbers[at + offset] = 0.0

    def total(self, at: int) -> float:
        """Return a number of the table, summed over all processes."""
        return sum(self._numbers[at + self.layout.size * index] for index in range(self._count))

    def text(self) -> str:
        """Return all metrics in Prometheus' text format; for other processes, their last published values."""
        for share in self._own:
            share.tell()
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield from _head("build_info", "gauge", "The version that runs.")
        yield f'workbench_build_info{{version="{__version__}"}} 1'
        yield from _head("start_time_seconds", "gauge", "When the service was started, since the epoch.")
        yield f"workbench_start_time_seconds {self._since:.3f}"
        yield from self._requests()
        yield from self._generations()
        at = self.layout.moves
        yield from _head("credits_total", "counter", "Credits that were reserved, settled and released.")
        yield from (
            f'workbench_credits_total{{move="{move}"}} {self.total(at + n):.0f}' for n, move in enumerate(MOVES)
        )
        for offset, (name, about) in enumerate(GAUGES.items()):
            yield from _head(name, "gauge", about)
            yield f"workbench_{name} {self.total(self.layout.gauges + offset):.0f}"

    def _requests(self) -> Iterator[str]:
        yield from _head("calls_total", "counter", "Calls of a procedure by the HTTP status of their answer.")
        statuses = (*map(str, STATUSES), OTHER)
        for index, name in enumerate(self.procedures):
            for offset, status in enumerate(statuses):
                count = self.total(self.layout.calls + index * len(statuses) + offset)
                if count:
                    yield f'workbench_calls_total{{procedure="{name}",code="{status}"}} {count:.0f}'
        yield from _head(
            "call_seconds", "histogram", "Time of the request that a call came in, from whole to answered."
        )
        for index, name in enumerate(self.procedures):
            yield from self._histogram("call_seconds", {"procedure": name}, BOUNDS, self.layout.times + index * _WIDTH)

    def _generations(self) -> Iterator[str]:
        yield from _head("generation_seconds", "histogram", "Time the writer took for a lesson.")
        for index, outcome in enumerate(OUTCOMES):
            at = self.layout.generations + index * _WIDTH
            yield from self._histogram("generation_seconds", {"outcome": outcome}, GENERATION_BOUNDS, at)

    def _histogram(self, name: str, labels: Mapping[str, str], bounds: Sequence[float], at: int) -> Iterator[str]:
        buckets = [self.total(at + offset) for offset in range(len(bounds) + 1)]
        count = sum(buckets)
        if not count:
            return
        pairs = ",".join(f'{label}="{value}"' for label, value in labels.items())
        below = 0.0
        for bound, bucket in zip((*map(str, bounds), "+Inf"), buckets, strict=True):
            below += bucket
            yield f'workbench_{name}_bucket{{{pairs},le="{bound}"}} {below:.0f}'
        yield f"workbench_{name}_sum{{{pairs}}} {self.total(at + len(bounds) + 1):.6f}"
        yield f"workbench_{name}_count{{{pairs}}} {count:.0f}"


class Share:
    """A process's part of the table. Counts of every request are published to the others periodically."""

    __slots__ = ("_called", "_numbers", "_places", "_statuses", "all")

    def __init__(self, table: Metrics, numbers: memoryview[float]) -> None:
        self.all = table
        self._numbers = numbers
        self._called = [0.0] * table.layout.generations  # a list is twice as quick as the memory behind the table
        calls, times, width = table.layout.calls, table.layout.times, len(STATUSES) + 1
        self._places = {
            name: (calls + index * width, times + index * _WIDTH) for index, name in enumerate(table.procedures)
        }
        self._statuses = {status: index for index, status in enumerate(STATUSES)}

    def calls(self, procedures: Sequence[str], http_statuses: Sequence[int], seconds: float) -> None:
        """Record the answered calls of a request, all of which took this time."""
        numbers, bucket = self._called, bisect_left(BOUNDS, seconds)
        for procedure, http_status in zip(procedures, http_statuses, strict=True):
            calls, times = self._places.get(procedure) or self._places[OTHER]
            numbers[calls + self._statuses.get(http_status, len(STATUSES))] += 1.0
            numbers[times + bucket] += 1.0
            numbers[times + len(BOUNDS) + 1] += seconds

    def call(self, procedure: str, http_status: int, seconds: float) -> None:
        """Record an answered call."""
        self.calls((procedure,), (http_status,), seconds)

    def tell(self) -> None:
        """Add new counts to the table."""
        called, self._called = self._called, [0.0] * len(self._called)
        for index, count in enumerate(called):
            if count:
                self._numbers[index] += count

    def record_generation(self, outcome: str, seconds: float) -> None:
        """Record that the writer has finished, well or not."""
        at = self.all.layout.generations + OUTCOMES.index(outcome) * _WIDTH
        self._time(at, GENERATION_BOUNDS, seconds)

    def record_credits(self, move: str, credits: int) -> None:
        """Record that credits were reserved, settled or released."""
        self._numbers[self.all.layout.moves + MOVES.index(move)] += credits

    def add(self, gauge: str, more: float) -> None:
        """Raise a gauge, or lower it if `more` is below zero."""
        self._numbers[self.all.layout.gauges + list(GAUGES).index(gauge)] += more

    def set(self, gauge: str, value: float) -> None:
        """Set this process's value of a gauge."""
        self._numbers[self.all.layout.gauges + list(GAUGES).index(gauge)] = value

    def _time(self, at: int, bounds: Sequence[float], seconds: float) -> None:
        self._numbers[at + bisect_left(bounds, seconds)] += 1.0
        self._numbers[at + len(bounds) + 1] += seconds


class _Layout:
    """Layout of a share."""

    __slots__ = ("calls", "gauges", "generations", "moves", "size", "times")

    def __init__(self, procedures: int) -> None:
        self.calls = 0
        self.times = procedures * (len(STATUSES) + 1)
        self.generations = self.times + procedures * _WIDTH
        self.moves = self.generations + len(OUTCOMES) * _WIDTH
        self.gauges = self.moves + len(MOVES)
        self.size = self.gauges + len(GAUGES)


def _head(name: str, kind: str, about: str) -> Iterator[str]:
    yield f"# HELP workbench_{name} {about}"
    yield f"# TYPE workbench_{name} {kind}"
