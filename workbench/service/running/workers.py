"""Several processes that are one service: they share a port and a PostgreSQL, and one parent minds them.

The parent serves nothing: it starts the workers, starts one again that died, and passes on that all should stop.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType

from workbench.errors import Misconfigured
from workbench.service.running.metrics import Metrics, Share
from workbench.service.running.server import base_url_of, bind, run_worker
from workbench.service.running.settings import Settings
from workbench.service.store.db.seam import dialect_of

_LOG = logging.getLogger("workbench.service")
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.5, 30.0
_STEADY_SECONDS = 60.0  # who lived this long has not died of its start


def serve_many(settings: Settings, count: int, *, on_listening: Callable[[str], None] = lambda base_url: None) -> None:
    """Serve with `count` processes until SIGTERM or SIGINT; calls in flight are finished first.

    Raises `Misconfigured` where one process must do, when the address is taken, and when the first start fails.
    """
    _check(settings)
    from workbench.service.store.db.migrating import make_ready

    make_ready(settings.database_url)
    with bind(settings, shared=True) as reserved:  # holds the port; it never listens
        settings = replace(settings, port=reserved.getsockname()[1])
        _Parent(settings, count, Metrics(count)).run(lambda: on_listening(base_url_of(settings, reserved)))


def _check(settings: Settings) -> None:
    if dialect_of(settings.database_url) == "sqlite":
        raise Misconfigured(
            "--workers above 1 needs PostgreSQL: a file of SQLite is written by one process. "
            "Give --database postgresql://..., or leave --workers away."
        )
    if not hasattr(os, "fork") or not hasattr(socket, "SO_REUSEPORT"):
        raise Misconfigured("--workers above 1 is not possible on this system.")
    bind(settings).close()  # refuses an address that another program has, which a shared port would not


class _Parent:
    """Minds the workers."""

    def __init__(self, settings: Settings, count: int, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._count = count
        self._stopping = False
        self._workers: dict[int, BaseProcess] = {}
        self._born: dict[int, float] = {}
        self._due: dict[int, float] = {}
        self._pause = _FIRST_PAUSE_SECONDS
        self._forked = multiprocessing.get_context("fork")
        self._alive_here, self._alive_there = self._forked.Pipe(duplex=False)

    def run(self, on_listening: Callable[[], None]) -> None:
        before = {each: signal.signal(each, self._stop) for each in (signal.SIGTERM, signal.SIGINT)}
        try:
            if not self._all_listen():
                raise Misconfigured("A worker could not start; what it said is above.")
            if not self._stopping:
                on_listening()
            while not self._stopping:
                self._mind()
        finally:
            self._end()
            for each, handler in before.items():
                signal.signal(each, handler)

    def _all_listen(self) -> bool:
        """Whether every worker of the first start came to listen."""
        pipes = [self._start(place) for place in range(self._count)]
        listening = [_is_listening(pipe) for pipe in pipes]
        return all(listening) or self._stopping

    def _start(self, place: int) -> Connection:
        here, there = self._forked.Pipe(duplex=False)
        self._metrics.begin(place)
        process = self._forked.Process(
            target=_work, args=(self._settings, self._metrics.of(place), there, self._alive_here, self._alive_there)
        )
        process.start()
        there.close()
        self._workers[place] = process
        self._born[place] = time.monotonic()
        return here

    def _mind(self) -> None:
        """Waits until a worker died or one is due to be started again."""
        wait([each.sentinel for each in self._workers.values()], timeout=0.2)
        now = time.monotonic()
        for place, process in list(self._workers.items()):
            if process.exitcode is None or self._stopping:
                continue
            _LOG.error("worker %d ended with code %s and is started again", place, process.exitcode)
            lived = now - self._born[place]
            longer = min(self._pause * 2, _LONGEST_PAUSE_SECONDS)
            self._pause = _FIRST_PAUSE_SECONDS if lived > _STEADY_SECONDS else longer
            self._due[place] = now + self._pause
            del self._workers[place]
        for place in [place for place, due in self._due.items() if due <= now and not self._stopping]:
            del self._due[place]
            self._start(place).close()

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True
        self._tell()

    def _end(self) -> None:
        self._stopping = True
        self._tell()
        for process in self._workers.values():
            process.join()

    def _tell(self) -> None:
        for process in self._workers.values():
            if process.exitcode is None and process.pid is not None:
                try:
                    os.kill(process.pid, signal.SIGTERM)
                except ProcessLookupError:
                    pass


def _work(
    settings: Settings, metrics: Share, listening: Connection, alive: Connection, parents_end: Connection
) -> None:
    """A worker's life. It ends by itself when its parent is gone."""
    parents_end.close()  # now the parent alone holds this end, and `alive` ends with the parent
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, signal.SIG_DFL)

    def on_listening(_base_url: str) -> None:
        asyncio.get_running_loop().add_reader(alive.fileno(), _leave, alive)
        try:
            listening.send(True)
            listening.close()
        except OSError:  # the parent has gone, or waits no more
            pass

    run_worker(settings, metrics, on_listening)


def _leave(alive: Connection) -> None:
    asyncio.get_running_loop().remove_reader(alive.fileno())
    os.kill(os.getpid(), signal.SIGTERM)


def _is_listening(listening: Connection) -> bool:
    """Waits for a worker's word that it listens; False when it ended first."""
    try:
        return bool(listening.recv())
    except EOFError:
        return False
    finally:
        listening.close()
