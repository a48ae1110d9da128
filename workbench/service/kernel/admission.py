"""Admission: limits on calls of a person and an organization, wrong tokens of an address, running work.

Everything is counted in this process, without any statement. Of several processes, each has its share of every
rate, so that together they never let more through. Source: ours (service 2, reliability T8, T15, T24).
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address

from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.settings import Settings

MOST_NAMES = 10_000


class Buckets:
    """A token bucket for each name; a new one is full. Safe to call from any thread.

    A caller with a token left may spend several together and go into debt; so a batch larger than the bucket is
    possible, and over any time no more is spent than `at_once`, plus the rate's share of that time, plus one
    batch.
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
        """Return a time that never goes back: if the clock is set back, it continues from where it was."""
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


BUSY_SECONDS = 2


class AdmissionControl:
    """The counters of one process. The clock gives milliseconds."""

    def __init__(self, settings: Settings, clock: Callable[[], int]) -> None:
        rates, share = settings.rates, 1 / settings.processes
        self._people = Buckets(
            at_once=_share(rates.calls_at_once, settings.processes),
            per_minute=rates.calls_per_minute * share,
            clock=clock,
        )
        self._organizations = Buckets(
            at_once=_share(rates.organization_calls_at_once, settings.processes),
            per_minute=rates.organization_calls_per_minute * share,
            clock=clock,
        )
        wrong = rates.wrong_tokens_per_minute
        self._addresses = Buckets(at_once=_share(wrong, settings.processes), per_minute=wrong * share, clock=clock)
        self._load = settings.load
        self._lock = threading.Lock()
        self.writes = 0
        self.generations = 0

    def call(self, person_id: str, count: int) -> None:
        """Count a person's calls. Raises `HandlerError` (429) if there were too many."""
        _check(self._people.spend(person_id, count), "Too many requests.")

    def not_called(self, person_id: str, count: int) -> None:
        """Take back what `call` counted: the calls are started again."""
        self._people.give_back(person_id, count)

    def call_in(self, organization_id: str) -> None:
        """Count a call in an organization. Raises `HandlerError` (429) if all its people made too many."""
        _check(self._organizations.spend(organization_id), "Your organization has sent too many requests.")

    def wrong_token(self, address: str) -> None:
        """Count a wrong token. Raises `HandlerError` (429) if its address sent too many.

        Correct tokens are not limited: others behind the same address can continue to work, and 256 bits are
        not guessed.
        """
        _check(self._addresses.spend(_network(address)), "There were too many wrong session tokens from this address.")

    @contextmanager
    def write(self) -> Iterator[None]:
        """Room for one write. Raises `HandlerError` (503) when too many are waiting already."""
        with self._lock:
            if self.writes >= self._load.writes_at_once:
                raise _busy("Too many changes are waiting to be stored.")
            self.writes += 1
        try:
            yield
        finally:
            with self._lock:
                self.writes -= 1

    @contextmanager
    def generation(self) -> Iterator[bool]:
        """Yield whether there is room for one generation.

        A caller over the limit may still replay, not generate.
        """
        with self._lock:
            self.generations += 1
            has_room = self.generations <= self._load.generations_at_once
        try:
            yield has_room
        finally:
            with self._lock:
                self.generations -= 1


def too_many_generations() -> HandlerError:
    """Return the failure if no more generations may run concurrently."""
    return _busy("Too many lessons are being written. Nothing was charged.")


def _share(count: int, processes: int) -> int:
    return max(1, count // processes)


def _check(wait_seconds: float, message: str) -> None:
    if wait_seconds:
        seconds = max(1, math.ceil(wait_seconds))
        raise HandlerError("TOO_MANY_REQUESTS", f"{message} Try again in {seconds} s.", retry_after=seconds)


def _busy(message: str) -> HandlerError:
    return HandlerError("SERVICE_UNAVAILABLE", f"{message} Try again in {BUSY_SECONDS} s.", retry_after=BUSY_SECONDS)


def _network(address: str) -> str:
    """Return the address as it is counted: an IPv6 address by its /64, which is one customer's."""
    if ":" not in address:
        return address
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    return str(IPv6Address(int(ip) >> 64 << 64))
