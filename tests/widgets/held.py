"""Workers that begin a job when the test says so."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any


class Held:
    """`jobs` are what was submitted and has not begun."""

    def __init__(self) -> None:
        self.jobs: list[Callable[[], Any]] = []

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.jobs.append(lambda: function(*args, **kwargs))
        return Future()

    def work(self) -> None:
        """Do all that was submitted, and what comes of it."""
        while self.jobs:
            self.jobs.pop(0)()

    def close(self) -> None: ...
