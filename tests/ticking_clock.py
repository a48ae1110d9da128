"""A clock for services in a test's own process: what happens later has a later time, however fast the machine."""

from __future__ import annotations

from workbench.service.kernel.context import now_ms


class TickingClock:
    """The time in milliseconds since the epoch, as of `now_ms`, never the same twice and never going back.

    Where several calls fall into one millisecond it runs ahead: a moment behind something that the service did is
    counted from this clock, not from `now_ms`.
    """

    def __init__(self) -> None:
        self._last_ms = 0

    def __call__(self) -> int:
        self._last_ms = max(self._last_ms + 1, now_ms())
        return self._last_ms
