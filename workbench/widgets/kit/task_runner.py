"""Runs what a panel does: one task at a time, on a worker thread; what a task raises is shown and logged."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from typing import Any

import traitlets

from workbench.client.thread_pool import TaskPool, ThreadPool
from workbench.errors import WorkbenchError
from workbench.widgets.kit.failure_text import details, sentence

log = logging.getLogger("workbench.widgets")
log.addHandler(logging.NullHandler())  # a failure is shown in its panel; nothing is printed into somebody's cell

_Task = tuple[Callable[..., object], tuple[Any, ...]]


@cache
def shared_workers() -> TaskPool:
    """Return the few threads that all panels share."""
    return ThreadPool()


class TaskRunner(traitlets.HasTraits):
    """`busy` while a task runs, `error` is the last failure, `notice` the last result, both as sentences.

    All can be observed; none leaves Python, so none is saved.
    """

    label = ""
    """Names the runner in the log."""

    busy = traitlets.Bool(False)
    error = traitlets.Unicode("")
    error_details = traitlets.Unicode("")
    notice = traitlets.Unicode("")

    def __init__(self, *, workers: TaskPool | None = None, **kwargs: Any) -> None:
        self.workers = workers or shared_workers()
        self.lock = threading.RLock()
        self.is_running = False
        """Whether a task runs, including quiet ones."""
        self._is_quiet = False
        self._queue = deque[_Task]()
        self._next: _Task | None = None
        super().__init__(**kwargs)

    def start(self, method: Callable[..., object], /, *args: Any) -> Future[None] | None:
        """Run `method(*args)` on a worker thread; `None`, and nothing is done, while a task runs.

        While a quiet one runs, of which a person sees nothing, it waits for that.
        Never raises what the method raises: it is shown in the panel and logged.
        """
        with self.lock:
            if self.is_running:
                if self._is_quiet and (method, args) not in self._queue:
                    self._queue.append((method, args))
                return None
            self.is_running = True
            self.clear_messages()
            self.busy = True
        return self.workers.submit(self._run, (method, args))

    def start_next(self, method: Callable[..., object], /, *args: Any) -> Future[None] | None:
        """Start the task, or queue it while another runs; of several queued, only the last is run."""
        with self.lock:
            if self.is_running:
                self._next = (method, args)
                return None
            return self.start(method, *args)

    def start_after(self, method: Callable[..., object], /, *args: Any) -> Future[None] | None:
        """Start the task, or queue it; all queued here run in order, before the one from `start_next`."""
        with self.lock:
            if self.is_running:
                self._queue.append((method, args))
                return None
            return self.start(method, *args)

    def start_once(self, method: Callable[..., object], /) -> Future[None] | None:
        """Do as `start_after`, but a method that waits already does not wait twice."""
        with self.lock:
            return None if (method, ()) in self._queue else self.start_after(method)

    def run_now(self, method: Callable[..., object], /, *args: Any) -> None:
        """Run `method(*args)` on this thread, for actions that call no service; failures are shown in the panel and
        logged.
        """
        self.clear_messages()
        self._attempt((method, args))

    def run_quietly(self, method: Callable[[], object], *, then: Callable[[], object]) -> None:
        """Run `method()` here unless a task runs: not `busy`, and the last messages stay.

        What the service refuses is ignored; `then()` is run in any case.
        """
        with self.lock:
            if self.is_running:
                return
            self.is_running = self._is_quiet = True
        try:
            method()
        except WorkbenchError:
            pass  # the display stays; the next try finds out
        except Exception as error:  # noqa: BLE001  (whatever it is, it is shown in the panel)
            self.fail(error)
        finally:
            self._run((then, ()))

    def notify(self, notice: str) -> None:
        """Show a message about what was done; a screen reader reads it out."""
        self.notice = notice

    def fail(self, error: Exception) -> None:
        """Show a failure in the panel, in plain language, and log it."""
        self.error_details = details(error)
        self.error = sentence(error)
        log.error("%s: %s", self.label, self.error, exc_info=error)

    def on_tasks_done(self) -> None:
        """Called after the last of the tasks, such as to update the saved output; does nothing by default."""

    def clear_messages(self) -> None:
        """Show neither failure nor notice."""
        self.error = self.notice = self.error_details = ""

    def _run(self, task: _Task | None) -> None:
        while task is not None:
            self._attempt(task)
            with self.lock:
                if self._queue:
                    task = self._queue.popleft()
                else:
                    task, self._next = self._next, None
                self._is_quiet = False
                if task is None:
                    self.is_running = False
                    self.busy = False
                else:
                    self.clear_messages()
                    self.busy = True
        self.on_tasks_done()

    def _attempt(self, task: _Task) -> None:
        method, args = task
        try:
            method(*args)
        except Exception as error:  # noqa: BLE001  (whatever it is, it is shown where the person clicked)
            self.fail(error)
