"""The base class of runs: work on a thread that can be started, waited for, stopped, watched and restarted."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Final, Self
from weakref import WeakSet

from workbench.argument_check import checks_arguments
from workbench.bulk.journal.queries import RowCounts
from workbench.bulk.running.progress import Progress, RunPhase
from workbench.client.data_folder import write_private
from workbench.errors import WorkbenchError

SIGNAL_SECONDS: Final = 0.2
BEGIN_SECONDS: Final = 1.0
FOLLOW_SECONDS: Final = 1.0
"""Time between looks at the file of a run that rests here and is watched: another process may have resumed it."""
QUIET_LOOKS: Final = 4
"""Looks without a row being sent, after which a run that another process carried out is taken to rest."""
STOP_CHECK_SECONDS: Final = 0.5
"""Time between checks for a stop request from another process."""
MAX_REQUEST_BYTES: Final = 40
_RUNNING: Final[set[RunThread]] = set()
_KNOWN: Final[WeakSet[RunThread]] = WeakSet()
_KNOWN_LOCK: Final = threading.Lock()
_FOLLOWER: threading.Thread | None = None


@checks_arguments
class RunThread:
    """Runs one piece of work at a time, on its own thread or the caller's. Any thread may call its public methods.

    Every kind of run is a subclass: its `start` holds `_starting`, decides what to do, and passes that to `_begin` or
    `_work`; its work calls `_publish`, and ends soon after `is_stopped`.
    """

    def __init__(self, kind: str, name: str, path: Path | None, progress: Progress) -> None:
        """`path` is the file that stores the run, if there is one."""
        self.kind, self.name, self.path = kind, name, path
        self._starting = threading.Lock()
        self._stopping = threading.Event()
        self._rests = threading.Event()
        self._rests.set()
        self._lock = threading.Lock()
        self._started_at = self._next_stop_check = 0.0
        self._latest = progress
        self._watchers: list[Callable[[Progress], None]] = []
        self._latest_run: RunThread = self
        self._seen_change = self._changed_at()
        self._looks_left, self._next_look = 0, 0.0
        with _KNOWN_LOCK:
            _KNOWN.add(self)

    @property
    def progress(self) -> Progress:
        """Current progress of the run."""
        with self._lock:
            return self._latest

    @property
    def phase(self) -> RunPhase:
        """Current phase of the run."""
        return self.progress.phase

    @property
    def is_running(self) -> bool:
        """Whether work is being done."""
        return not self._rests.is_set()

    @property
    def is_stopped(self) -> bool:
        """Whether no more work is started: a stop was requested, here or elsewhere, or the program has ended."""
        if not self._stopping.is_set() and self._has_stop_request():
            self._stopping.set()
        return self._stopping.is_set() or not threading.main_thread().is_alive()

    def wait(self, timeout_seconds: float | None = None) -> Self:
        """Block until the run has stopped or the time is up.

        If interrupted, it stops the run, waits for requests in progress, and raises `KeyboardInterrupt`: the run can be
        resumed, and queued cells do not run. If interrupted twice, it raises without waiting.
        """
        # Not by joining the thread: in Python 3.11 an interrupted join treats the thread as ended.
        try:
            self._rest_within(timeout_seconds)
        except KeyboardInterrupt:
            self._stopping.set()
            self._rest_within(None)
            raise
        return self

    def stop(self) -> Self:
        """Stop sending; requests in flight are finished and recorded. A process that resumed the run is asked to stop.

        Returns immediately: `wait()` for the end.
        """
        self._stopping.set()
        if self._looks_left and self.path is not None:
            with suppress(OSError):
                request_stop(self.kind, self.name, self.path)
        if self._latest_run is not self:
            self._latest_run.stop()
        return self

    def watch(self, watcher: Callable[[Progress], None]) -> Callable[[], None]:
        """Call `watcher` with the progress a few times a second, on the run's thread.

        Returns a function that ends the calls.

        It is also called when another object of this process resumes the same run, such as one in another cell, and
        when another process does, as the run's file shows.
        """
        with self._lock:
            self._watchers.append(watcher)
        if self.path is not None:
            _follow_files()
        return lambda: self._remove_watcher(watcher)

    def close(self) -> None:
        """Stop, and wait for requests in progress."""
        self.stop().wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(self, work: Callable[[], None]) -> None:
        """Do the work on a new thread; its exceptions go to the thread's hook."""
        thread = threading.Thread(target=self._work, args=(work,), name=f"workbench-{self.kind}")
        self._started_at = time.time()
        self._rests.clear()
        _RUNNING.add(self)
        try:
            thread.start()
        except BaseException:
            # The thread may have begun despite the interruption; then it stops by itself.
            self._stopping.set()
            if not _has_begun(thread):
                self._rest()
            raise

    def _work(self, work: Callable[[], None]) -> None:
        """Do the work on this thread, and raise its exceptions."""
        self._started_at = self._started_at or time.time()
        self._rests.clear()
        _RUNNING.add(self)
        try:
            work()
        finally:
            self._rest()

    def _rest(self) -> None:
        self._started_at = 0.0
        _RUNNING.discard(self)
        self._rests.set()

    def _publish(self, progress: Progress, *, is_shown: bool = True) -> None:
        """Replace the progress and, if it `is_shown`, call the watchers; one that raises is removed."""
        with _KNOWN_LOCK:
            same_runs = [run for run in _KNOWN if run._is_same(self)]
        for run in (self, *same_runs):
            run._show(self, progress, is_shown=is_shown)

    def _is_same(self, other: RunThread) -> bool:
        """Return whether another object stands for the same run, as when a cell is run again."""
        return self._key == other._key and self is not other and self.path is not None and not self.is_running

    def _show(self, latest: RunThread, progress: Progress, *, is_shown: bool) -> None:
        with self._lock:
            self._latest, self._latest_run = progress, latest
            watchers = list(self._watchers) if is_shown else []
        for watcher in watchers:
            try:
                watcher(progress)
            except Exception:  # noqa: BLE001  (a view that breaks must not break the run)
                self._remove_watcher(watcher)

    def _follow(self) -> None:
        """Show what the run's file says, if it rests here and the file has changed."""
        changed_at, began = self._changed_at(), time.monotonic()
        is_here = self.is_running or any(run._key == self._key for run in running_threads())
        if is_here or (changed_at == self._seen_change and not self._looks_left):
            self._seen_change = changed_at
            return
        if began < self._next_look:
            return
        latest = self.progress
        try:
            counts, owner = self._read_file()
        except (WorkbenchError, NotImplementedError):
            return  # the file is closed, or held for a moment: looked at again
        # Counting a hundred thousand rows takes its time: never more than a twentieth of it.
        self._next_look = time.monotonic() + 20 * (time.monotonic() - began)
        self._seen_change = changed_at
        progress = replace(latest, counts=counts)
        if owner is not None:
            self._looks_left = QUIET_LOOKS
            progress = replace(progress, phase=RunPhase.RUNNING, message=f"Running in {owner}.")
        elif self._looks_left:
            self._looks_left -= 1
            if not self._looks_left:
                progress = replace(progress, phase=_phase_at_rest(counts), message="", parallel=0, seconds_left=None)
        elif _phase_at_rest(counts) is RunPhase.FINISHED or latest.phase is RunPhase.FINISHED:
            progress = (
                replace(progress, phase=_phase_at_rest(counts), message="") if counts != latest.counts else progress
            )
        if progress != latest and not self.is_running:
            self._show(self, progress, is_shown=True)

    def _read_file(self) -> tuple[RowCounts, str | None]:
        """Return the counts by the run's file, and which other process carries it out, if one does.

        Raises `WorkbenchError` if the file cannot be read now, `NotImplementedError` for a kind without such a file.
        """
        raise NotImplementedError

    @property
    def _key(self) -> tuple[str, str, Path | None]:
        return self.kind, self.name, self.path

    def _changed_at(self) -> int:
        with suppress(OSError):
            return self.path.stat().st_mtime_ns if self.path is not None else 0
        return 0

    def _remove_watcher(self, watcher: Callable[[Progress], None]) -> None:
        with self._lock:
            if watcher in self._watchers:
                self._watchers.remove(watcher)

    def _has_stop_request(self) -> bool:
        """Return whether another process has requested a stop since the work was started, and remove the request."""
        now = time.monotonic()
        if self.path is None or not self._started_at or now < self._next_stop_check:
            return False
        self._next_stop_check = now + STOP_CHECK_SECONDS
        file = _stop_request_file(self.kind, self.name, self.path)
        with suppress(OSError, ValueError):
            if float(file.read_bytes()[:MAX_REQUEST_BYTES]) >= self._started_at:
                file.unlink()
                return True
        return False

    def _rest_within(self, timeout_seconds: float | None) -> None:
        # Wait in short steps: Python handles a signal that arrived just before a wait only when that wait is over.
        until = math.inf if timeout_seconds is None else time.monotonic() + timeout_seconds
        while not self._rests.wait(max(0.0, min(SIGNAL_SECONDS, until - time.monotonic()))):
            if time.monotonic() >= until:
                return


def _phase_at_rest(counts: RowCounts) -> RunPhase:
    """Return the phase of a run that nobody carries out now."""
    return RunPhase.STOPPED if counts.planned or counts.sending or counts.working else RunPhase.FINISHED


def _follow_files() -> None:
    """Look at the files of watched runs from now on, on one thread for all, until none is watched."""
    global _FOLLOWER
    with _KNOWN_LOCK:
        if _FOLLOWER is None or not _FOLLOWER.is_alive():
            _FOLLOWER = threading.Thread(target=_look_at_files, name="workbench-follow", daemon=True)
            _FOLLOWER.start()


def _look_at_files() -> None:
    global _FOLLOWER
    while True:
        time.sleep(FOLLOW_SECONDS)
        with _KNOWN_LOCK:
            runs = [run for run in _KNOWN if run._watchers and run.path is not None]
            if not runs:
                _FOLLOWER = None
                return
        while runs:
            runs.pop()._follow()


def running_threads() -> list[RunThread]:
    """Return the runs that this process is carrying out now."""
    return list(_RUNNING)


def request_stop(kind: str, name: str, path: Path) -> None:
    """Ask whichever process carries out this run to stop; it checks a few times a second. Raises `OSError`."""
    write_private(_stop_request_file(kind, name, path), repr(time.time()))


def _stop_request_file(kind: str, name: str, path: Path) -> Path:
    digest = sha256(f"{kind}\n{name}".encode(errors="surrogatepass")).hexdigest()[:16]
    return path.with_name(f"{path.name}.{digest}.stop")


def _has_begun(thread: threading.Thread) -> bool:
    until = time.monotonic() + BEGIN_SECONDS
    while thread.ident is None and time.monotonic() < until:
        time.sleep(0.01)
    return thread.ident is not None
