"""A small thread pool for calls in the background, and a double that runs them inline.

No event loop is borrowed: a notebook has one or several, depending on versions.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_Job = Callable[[], None]


class TaskPool(Protocol):
    """The common interface of `ThreadPool` and `InlinePool`."""

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]: ...
    def close(self) -> None: ...


class ThreadPool:
    """At most `count` daemon threads, started when they are needed; jobs are taken in order.

    They end with the process, or with `close`, or when nobody holds the pool any more.
    """

    def __init__(self, count: int = 4) -> None:
        self._count = count
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._started = 0
        self._open_jobs = [0]
        self._stop = weakref.finalize(self, self._jobs.put, None)
        self._stop.atexit = False

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Return the future of `function(*args)`, run by one of the threads.

        Raises `RuntimeError` after `close`.
        """
        future: Future[T] = Future()

        def job() -> None:
            if future.set_running_or_notify_cancel():
                _fulfil(future, function, args, kwargs)

        with self._lock:
            if not self._stop.alive:
                raise RuntimeError("these workers are closed")
            self._open_jobs[0] += 1
            if self._started < min(self._count, self._open_jobs[0]):
                self._started += 1
                name = f"workbench-{self._started}"
                threading.Thread(
                    target=_work, args=(self._jobs, self._lock, self._open_jobs), name=name, daemon=True
                ).start()
            self._jobs.put(job)
        return future

    def close(self) -> None:
        """Accept no more tasks; accepted ones are done. Does not wait."""
        with self._lock:
            self._stop()


class InlinePool:
    """Test double for tests and scripts: `submit` does the work immediately and returns a completed future."""

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Return the completed future of `function(*args)`."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()
        _fulfil(future, function, args, kwargs)
        return future

    def close(self) -> None:
        """Do nothing."""


def _work(jobs: SimpleQueue[_Job | None], lock: threading.Lock, open_jobs: list[int]) -> None:
    while True:
        job = jobs.get()
        if job is None:
            jobs.put(None)  # for the next thread
            return
        job()
        del job  # a waiting thread holds nothing of the last job
        with lock:
            open_jobs[0] -= 1


def _fulfil(future: Future[T], function: Callable[..., T], args: Any, kwargs: Any) -> None:
    try:
        result = function(*args, **kwargs)
    except BaseException as error:  # noqa: BLE001  (it is the future's to raise)
        future.set_exception(error)
    else:
        future.set_result(result)
