"""Waiting for something long without holding on to it: it says how long it takes, and may be left."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Waiting(Generic[T]):
    """Carries `work` out on a thread of its own; `wait` says each second how long, until it is done or left."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._left = threading.Event()
        self._changed = threading.Event()
        self._result: list[T] = []
        self._error: list[BaseException] = []

    def wait(self, tick: Callable[[int], object], *, seconds: float = 1.0) -> T | None:
        """What the work gives, or `None` when it was left. Raises what the work raises. Blocks."""
        threading.Thread(target=self._run, name="workbench-waiting", daemon=True).start()
        passed = 0
        tick(passed)
        while not self._changed.wait(seconds):
            passed += 1
            tick(passed)
        if self._left.is_set() and not self._result:
            return None
        if self._error:
            raise self._error[0]
        return self._result[0]

    def leave(self) -> None:
        """Wait no longer; the work goes on, and nobody hears of it."""
        self._left.set()
        self._changed.set()

    def _run(self) -> None:
        try:
            self._result.append(self._work())
        except BaseException as error:  # noqa: BLE001  (it is raised where it is waited for)
            self._error.append(error)
        finally:
            self._changed.set()
