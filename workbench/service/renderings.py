"""Lessons as HTML, kept with their revision: a page loaded again costs no rendering.

What was begun is gone on with: a reader whose time is over leaves what it made to the next. Source: ours.
"""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from time import thread_time

MOST_BYTES = 48_000_000
SECONDS = 3.0
_BYTES_OF_ONE = 1_000

Key = tuple[str, int, str, str, str]


class TakesLong(Exception):
    """The time of one reader is over, or they have left; what was made is kept."""


@dataclass(slots=True, eq=False)
class Rendering:
    """A lesson's blocks that are rendered, in order; `is_whole` when it is all of them."""

    parts: list[str] = field(default_factory=list)
    is_whole: bool = False
    size: int = _BYTES_OF_ONE


class Renderings:
    """What one process keeps, the latest used. A lesson's rendering is worked on by one reader at a time."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._cache: OrderedDict[Key, Rendering] = OrderedDict()
        self._lock = threading.Lock()
        self.size = 0

    def of(self, key: Key) -> Rendering:
        """The rendering of the lesson's revision, new or as far as it has come."""
        with self._lock:
            found = self._cache.get(key)
            if found is None:
                found = self._cache[key] = Rendering()
                self._grow(found.size)
            self._cache.move_to_end(key)
            return found

    def add(self, key: Key, found: Rendering, part: str) -> None:
        """The next block of it."""
        size = sys.getsizeof(part)
        with self._lock:
            found.parts.append(part)
            found.size += size
            if self._cache.get(key) is found:
                self._grow(size)

    def _grow(self, size: int) -> None:
        self.size += size
        while self.size > self._most_bytes and self._cache:
            _, forgotten = self._cache.popitem(last=False)
            self.size -= forgotten.size


class Time:
    """The processor time that one load of a page may take; of whichever threads, so it is counted piece by piece."""

    def __init__(self, seconds: float = SECONDS, clock: Callable[[], float] = thread_time) -> None:
        self._left = seconds
        self._clock = clock

    def give_up(self) -> None:
        """Stop: the client is gone."""
        self._left = 0.0

    def spend(self, work: Callable[[], str]) -> str:
        """What the work gives. Raises `TakesLong` instead where no time is left."""
        if self._left <= 0:
            raise TakesLong
        begun = self._clock()
        made = work()
        self._left -= self._clock() - begun
        return made
