"""Several processes that are one service: they share a port and a PostgreSQL, and one parent minds them.

The parent serves no requests: it starts the workers, replaces one that died or fell silent, and passes on the signal to
stop. A worker sends a heartbeat through a pipe: a process that is stopped (SIGSTOP) or stuck still accepts connections,
and only its silence shows it.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType

from workbench.errors import Misconfigured
from workbench.service.db.seam import database_dialect
from workbench.service.kernel.metrics import Metrics, Share
from workbench.service.kernel.settings import Settings
from workbench.service.running.server import GRACE_SECONDS, bind, local_base_url, run_worker

_LOG = logging.getLogger("workbench.service")
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.5, 30.0
_STEADY_SECONDS = 60.0  # a worker that lived this long has not died of its start
_BEAT_SECONDS = 0.5
SILENT_SECONDS = 5.0
"""A worker that sends no heartbeat for so long is killed and replaced."""
_LOOP_SECONDS = 15.0  # a worker whose event loop runs nothing for so long sends no heartbeat any more
_START_SECONDS = 120.0
_END_SECONDS = GRACE_SECONDS + 10.0  # calls in progress are finished; then the rest is closed
_KILLED_SECONDS = 2.0  # a process that waits for a disk ends when the disk answers, killed or not


def serve_many(settings: Settings, count: int, *, on_listening: Callable[[str], None] = lambda base_url: None) -> None:
    """Serve with `count` processes until SIGTERM or SIGINT; calls in progress are finished first.

    Raises `Misconfigured` if only one process is allowed, when the address is taken, and when the first start fails.
    """
    _check(settings)
    from workbench.service.db.migrating import make_ready

    make_ready(settings.database_url)
    with bind(settings, shared=True) as reserved:  # holds the port; it never listens
        settings = replace(settings, port=reserved.getsockname()[1])
        _Parent(settings, count, Metrics(count)).run(lambda: on_listening(local_base_url(settings, reserved)))


def _check(settings: Settings) -> None:
    if database_dialect(settings.database_url) == "sqlite":
        raise Misconfigured(
            "--workers above 1 needs PostgreSQL: a file of SQLite is written by one process. "
            "Give --database postgresql://..., or leave --workers away."
        )
    if not hasattr(os, "fork") or not hasattr(socket, "SO_REUSEPORT"):
        raise Misconfigured("--workers above 1 is not possible on this system.")
    bind(settings).close()  # refuses an address that another program has, which a shared port would not


@dataclass
class _Worker:
    """A worker as its parent sees it."""

    process: BaseProcess
    heartbeats: int
    """The end of the pipe that is read; it does not block."""
    born: float
    last_heartbeat: float | None = None
    """Time of the last heartbeat; the first one says that the worker listens."""

    def hear(self) -> None:
        """Read the heartbeats that came."""
        try:
            if os.read(self.heartbeats, 4096):
                self.last_heartbeat = time.monotonic()
        except BlockingIOError:
            pass

    def is_silent(self, now: float) -> bool:
        """Return whether the worker has been silent too long and should be killed."""
        return (
            now - self.born > _START_SECONDS
            if self.last_heartbeat is None
            else now - self.last_heartbeat > SILENT_SECONDS
        )

    def forgive(self, seconds: float) -> None:
        """Leave out a time in which the parent itself did not run: it heard nothing, and all may have been stopped."""
        self.born += seconds
        self.last_heartbeat = None if self.last_heartbeat is None else self.last_heartbeat + seconds

    def send(self, number: int) -> None:
        """Send a signal, if the process is still there."""
        if self.process.exitcode is None and self.process.pid is not None:
            try:
                os.kill(self.process.pid, number)
            except ProcessLookupError:
                pass


class _Parent:
    """Minds the workers."""

    def __init__(self, settings: Settings, count: int, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._count = count
        self._stopping = False
        self._workers: dict[int, _Worker] = {}
        self._killed: list[_Worker] = []
        self._due: dict[int, float] = {}
        self._pause = _FIRST_PAUSE_SECONDS
        self._looked = time.monotonic()
        self._forked = multiprocessing.get_context("fork")
        self._alive_here, self._alive_there = self._forked.Pipe(duplex=False)

    def run(self, on_listening: Callable[[], None]) -> None:
        before = {number: signal.signal(number, self._stop) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            if not self._all_listen():
                raise Misconfigured("A worker could not start; its output is above.")
            if not self._stopping:
                on_listening()
            while not self._stopping:
                self._mind()
        finally:
            self._end()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _all_listen(self) -> bool:
        """Return whether every worker of the first start began to listen."""
        for index in range(self._count):
            self._start(index)
        while not self._stopping:
            self._look()
            workers = self._workers.values()
            if any(worker.process.exitcode is not None for worker in workers) or self._kill_silent():
                return self._stopping
            if all(worker.last_heartbeat is not None for worker in workers):
                return True
        return True

    def _start(self, index: int) -> None:
        here, there = os.pipe()
        os.set_blocking(here, False)
        os.set_blocking(there, False)
        self._metrics.begin(index)
        process = self._forked.Process(
            target=_work, args=(self._settings, self._metrics.of(index), there, self._alive_here, self._alive_there)
        )
        process.start()
        os.close(there)
        self._workers[index] = _Worker(process, here, time.monotonic())

    def _look(self) -> None:
        """Wait a moment, or until a worker ended, and read all heartbeats."""
        wait([worker.process.sentinel for worker in self._workers.values()], timeout=0.2)
        now = time.monotonic()
        missed = now - self._looked
        self._looked = now
        for worker in self._workers.values():
            if missed > SILENT_SECONDS / 2:
                worker.forgive(missed)
            worker.hear()

    def _kill_silent(self) -> list[int]:
        """Kill the workers that were silent for too long; return their places."""
        now = time.monotonic()
        silent = [
            index
            for index, worker in self._workers.items()
            if worker.process.exitcode is None and worker.is_silent(now)
        ]
        for index in silent:
            self._workers[index].send(signal.SIGKILL)
        return silent

    def _mind(self) -> None:
        """Wait until a worker ended, fell silent, or is due to be started again."""
        self._look()
        if self._stopping:
            return
        for index in self._kill_silent():
            _LOG.error("worker %d sent no heartbeat for %.0f seconds; it is killed and replaced", index, SILENT_SECONDS)
            self._killed.append(self._workers[index])
            self._replace_later(index)
        for index, worker in list(self._workers.items()):
            if worker.process.exitcode is not None:
                _LOG.error("worker %d ended with code %s and is started again", index, worker.process.exitcode)
                os.close(worker.heartbeats)
                self._replace_later(index)
        self._bury()
        now = time.monotonic()
        for index in [index for index, due in self._due.items() if due <= now and not self._stopping]:
            del self._due[index]
            self._start(index)

    def _replace_later(self, index: int) -> None:
        """Forget a worker that ended; start the next after a pause that grows while workers die early."""
        worker, now = self._workers.pop(index), time.monotonic()
        longer = min(self._pause * 2, _LONGEST_PAUSE_SECONDS)
        self._pause = _FIRST_PAUSE_SECONDS if now - worker.born > _STEADY_SECONDS else longer
        self._due[index] = now + self._pause

    def _bury(self) -> None:
        """Take the exit codes of workers that were killed; none is waited for."""
        for worker in [worker for worker in self._killed if worker.process.exitcode is not None]:
            os.close(worker.heartbeats)
            self._killed.remove(worker)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True
        self._tell()

    def _end(self) -> None:
        """End every worker; one that is silent, or takes too long, is killed."""
        self._stopping = True
        self._tell()
        deadline = time.monotonic() + _END_SECONDS
        while any(worker.process.exitcode is None for worker in self._workers.values()):
            self._look()
            if time.monotonic() > deadline:
                break
            if self._kill_silent():
                _LOG.error(
                    "a worker sent no heartbeat for %.0f seconds while it was to end; it is killed", SILENT_SECONDS
                )
        everyone = [*self._workers.values(), *self._killed]
        for worker in everyone:
            worker.send(signal.SIGKILL)
        for worker in everyone:
            worker.process.join(_KILLED_SECONDS)

    def _tell(self) -> None:
        for worker in self._workers.values():
            worker.send(signal.SIGTERM)


def _work(settings: Settings, metrics: Share, heartbeats: int, alive: Connection, parents_end: Connection) -> None:
    """Run a worker; it ends by itself when its parent is gone."""
    parents_end.close()  # now the parent alone holds this end, and `alive` ends with the parent
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)

    def on_listening(_base_url: str) -> None:
        loop = asyncio.get_running_loop()
        loop.add_reader(alive.fileno(), _leave, alive)
        threading.Thread(target=_beat, args=(heartbeats, loop), name="heartbeat", daemon=True).start()

    run_worker(settings, metrics, on_listening)


def _leave(alive: Connection) -> None:
    asyncio.get_running_loop().remove_reader(alive.fileno())
    os.kill(os.getpid(), signal.SIGTERM)


def _beat(heartbeats: int, loop: asyncio.AbstractEventLoop) -> None:
    """Send heartbeats for as long as the event loop works."""
    ran = time.monotonic()

    def run() -> None:
        nonlocal ran
        ran = time.monotonic()

    while True:
        try:
            if time.monotonic() - ran < _LOOP_SECONDS:
                os.write(heartbeats, b".")
            loop.call_soon_threadsafe(run)
        except BlockingIOError:  # the parent is stopped, and the pipe full
            pass
        except (OSError, RuntimeError):  # the parent is gone, or the loop has ended
            return
        time.sleep(_BEAT_SECONDS)
