"""The clocks of a run: wall time for stored values, and monotonic time to notice that the machine slept."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

SLEPT_MS: Final = 30_000


def epoch_ms() -> int:
    """Return the wall time in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def monotonic_ms() -> int:
    """Return the milliseconds of a clock that is never set, and that stops while the machine sleeps."""
    return time.monotonic_ns() // 1_000_000


@dataclass(slots=True)
class Clocks:
    """Both clocks together. `slept_ms` is how far the wall clock ran ahead since its last call."""

    wall: Callable[[], int] = epoch_ms
    steady: Callable[[], int] = monotonic_ms
    _last: tuple[int, int] | None = field(default=None)

    def slept_ms(self) -> int:
        """Return the milliseconds that the machine slept or its clock was set ahead; 0 for under 30 seconds."""
        now = self.wall(), self.steady()
        last, self._last = self._last or now, now
        jump = (now[0] - last[0]) - (now[1] - last[1])
        return jump if jump > SLEPT_MS else 0
