"""Where sends run: the seam between the row loop and whatever carries its errands. Knows no ledger."""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future
from typing import Protocol

from workbench.bulk.outcome import Outcome
from workbench.bulk.pace import MOST_PARALLEL
from workbench.bulk.place import Conversations
from workbench.bulk.send import Errand, send


class Executor(Protocol):
    """Carries errands. A future that ends in an exception means an unknown outcome."""

    @property
    def most(self) -> int: ...
    def submit(self, errand: Errand, /) -> Future[Outcome]: ...
    def close(self) -> None: ...


class Threads:
    """Local threads over one client, as many as are busy at once. They are daemons: the row loop waits for them."""

    def __init__(self, client: Conversations, most: int = MOST_PARALLEL) -> None:
        self.most = most
        self._client = client
        self._errands: queue.SimpleQueue[tuple[Errand, Future[Outcome]] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._idle = 0
        self._threads = 0

    def submit(self, errand: Errand, /) -> Future[Outcome]:
        """Begin the errand at once."""
        future: Future[Outcome] = Future()
        with self._lock:
            begins = self._idle <= 0 and self._threads < self.most
            if begins:
                self._threads += 1
            else:
                self._idle -= 1
        if begins:
            try:
                threading.Thread(target=self._work, daemon=True, name="workbench-send").start()
            except RuntimeError:
                with self._lock:
                    self._threads -= 1
                raise
        self._errands.put((errand, future))
        return future

    def close(self) -> None:
        """Let the threads end when they have nothing left to do."""
        with self._lock:
            threads, self._threads = self._threads, 0
        for _ in range(threads):
            self._errands.put(None)

    def _work(self) -> None:
        while (next_one := self._errands.get()) is not None:
            errand, future = next_one
            try:
                future.set_result(send(self._client, errand))
            except BaseException as error:  # noqa: BLE001  (carried to the row loop)
                future.set_exception(error)
            with self._lock:
                self._idle += 1


class Inline:
    """Runs each errand where it is submitted, before `submit` returns: one at a time, in order."""

    most = 1

    def __init__(self, client: Conversations) -> None:
        self._client = client

    def submit(self, errand: Errand, /) -> Future[Outcome]:
        """Carry the errand out now."""
        future: Future[Outcome] = Future()
        try:
            future.set_result(send(self._client, errand))
        except BaseException as error:  # noqa: BLE001  (carried to the row loop)
            future.set_exception(error)
        return future

    def close(self) -> None:
        """Nothing to let go of."""
