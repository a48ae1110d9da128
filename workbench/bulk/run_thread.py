"""The thread of a run: begun, stopped and waited for from any thread, and begun again."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Final

SIGNAL_SECONDS: Final = 0.2
BEGIN_SECONDS: Final = 1.0


class RunThread:
    """One piece of work at a time, on a thread of its own. `starting` is held by who begins one."""

    def __init__(self, name: str) -> None:
        self.starting = threading.Lock()
        self.stopping = threading.Event()
        self._name = name
        self._rests = threading.Event()
        self._rests.set()

    @property
    def is_running(self) -> bool:
        """Whether work is being done."""
        return not self._rests.is_set()

    @property
    def is_stopped(self) -> bool:
        """Whether nothing more is begun: somebody said so, or the program is over."""
        return self.stopping.is_set() or not threading.main_thread().is_alive()

    def start(self, work: Callable[[], None]) -> None:
        """Do the work; what it raises goes to the thread's hook."""
        thread = threading.Thread(target=self._carry_out, args=(work,), name=self._name)
        self._rests.clear()
        try:
            thread.start()
        except BaseException:
            # Interrupted, it may have begun all the same; then it stops in good order, and rests by itself.
            self.stopping.set()
            if not _has_begun(thread):
                self._rests.set()
            raise

    def wait(self, timeout_seconds: float | None = None) -> None:
        """Block until it rests or the time is up. Interrupted, what is in flight is finished; twice, it is left."""
        # Not by joining the thread: in Python 3.11 a join that is interrupted takes the thread for ended.
        try:
            self._rest_within(timeout_seconds)
        except KeyboardInterrupt:
            self.stopping.set()
            self._rest_within(None)

    def _carry_out(self, work: Callable[[], None]) -> None:
        try:
            work()
        finally:
            self._rests.set()

    def _rest_within(self, timeout_seconds: float | None) -> None:
        # Never without an end: Python handles a signal that came just before such a wait only when the wait is over.
        until = math.inf if timeout_seconds is None else time.monotonic() + timeout_seconds
        while not self._rests.wait(max(0.0, min(SIGNAL_SECONDS, until - time.monotonic()))):
            if time.monotonic() >= until:
                return


def _has_begun(thread: threading.Thread) -> bool:
    until = time.monotonic() + BEGIN_SECONDS
    while thread.ident is None and time.monotonic() < until:
        time.sleep(0.01)
    return thread.ident is not None
