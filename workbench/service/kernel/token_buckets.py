"""Token buckets in memory: a burst, and then a rate per minute."""

from __future__ import annotations

import threading
from collections.abc import Callable

MOST_NAMES = 10_000


class Buckets:
    """A bucket for each name; a new one is full. Safe to ask from any thread.

    Whoever has a token left may spend several at once and go into debt; so a batch larger than the bucket is possible,
    and over any time no more is spent than `at_once`, plus the rate's share of that time, plus one batch.
    """

    def __init__(self, *, at_once: int, per_minute: float, clock: Callable[[], int]) -> None:
        """`per_minute` 0 counts nothing; `clock` gives milliseconds."""
        self._at_once = float(at_once)
        self._per_ms = per_minute / 60_000
        self._clock = clock
        self._last_reading, self._set_back = 0, 0
        self._lock = threading.Lock()
        self._levels: dict[str, tuple[float, int]] = {}

    def spend(self, name: str, count: int = 1) -> float:
        """0 when `count` tokens were taken, else the seconds until there is one; nothing is taken then."""
        if not self._per_ms:
            return 0.0
        with self._lock:
            now = self._now()
            known = self._levels.get(name)
            if known is None:
                level = self._at_once
                if len(self._levels) >= MOST_NAMES:
                    self._forget(now)
            else:
                level = self._level(known, now)
            if level < 1:
                return (1 - level) / self._per_ms / 1000
            self._levels[name] = (level - count, now)
            return 0.0

    def give_back(self, name: str, count: int) -> None:
        """Undo a `spend` whose call will be repeated."""
        with self._lock:
            known = self._levels.get(name)
            if known is not None:
                self._levels[name] = (min(known[0] + count, self._at_once), known[1])

    def _now(self) -> int:
        """The clock's time, which never goes back: when the clock is set back, it goes on from where it was."""
        reading = self._clock()
        self._set_back += max(0, self._last_reading - reading)
        self._last_reading = reading
        return reading + self._set_back

    def _level(self, known: tuple[float, int], now: int) -> float:
        level, at = known
        if now > at:
            level += (now - at) * self._per_ms
        return level if level < self._at_once else self._at_once

    def _forget(self, now: int) -> None:
        """Drop full buckets, which equal new ones; if there are none, the least recently used half."""
        full_after = self._at_once / self._per_ms
        recent = {name: known for name, known in self._levels.items() if now - known[1] < full_after}
        if len(recent) >= MOST_NAMES:
            recent = dict(sorted(recent.items(), key=lambda item: item[1][1])[MOST_NAMES // 2 :])
        self._levels = recent
