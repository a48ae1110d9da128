"""Processes that the tests start: which of them still run, and which test started each.

Every process inherits a tag in its environment, so one that left its parent is found too; processes that overwrite
their environment, as PostgreSQL's do, are found as descendants. Linux only: elsewhere nothing is found.
"""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path

TAG = "TESTS_STARTED_BY"
SECONDS_TO_END = float(os.environ.get("TESTS_SECONDS_TO_END", "15"))
"""How long a process that was asked to end may take before it counts as left."""

_PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK")
_SETTLED_SECONDS = 2.0
_SUPPORTING = (b"multiprocessing.resource_tracker", b"multiprocessing.forkserver")
"""Helpers of Python's own `multiprocessing`, which end with the process that started them."""


@dataclass(frozen=True, slots=True)
class StartedProcess:
    """A running process. `started` tells it from a later one with the same number."""

    pid: int
    started: int


@dataclass(slots=True)
class ProcessWatch:
    """The processes that run because of this pytest process, each with the test after which it was first seen."""

    tag: str
    first_seen: dict[StartedProcess, str] = field(default_factory=dict)
    _foreign: set[int] = field(default_factory=set)

    def note(self, test: str) -> None:
        """Look for new processes and attribute them to `test`."""
        for process in self._running():
            self.first_seen.setdefault(process, test)

    def left(self, *, seconds: float = SECONDS_TO_END) -> list[str]:
        """Describe each process that still runs after `seconds`, and kill it. Call it when all fixtures are gone."""
        until = time.monotonic() + seconds
        while (running := self._running(all_of_them=True)) and time.monotonic() < until:
            time.sleep(0.05)
        descriptions = []
        for process in running:
            test = self.first_seen.get(process, "a test that is not known")
            descriptions.append(f"{test} left process {process.pid}: {_command_line(process.pid)[:200]}")
            _signal(process.pid, signal.SIGTERM)
        until = time.monotonic() + seconds
        while (running := self._running(all_of_them=True)) and time.monotonic() < until:
            time.sleep(0.05)
        for process in running:
            _signal(process.pid, signal.SIGKILL)
        return sorted(descriptions)

    def _running(self, *, all_of_them: bool = False) -> list[StartedProcess]:
        """Our running processes; unless `all_of_them`, what was once found to be foreign is not looked at again."""
        if not _PROC.is_dir():
            return []
        numbers = {int(name) for name in os.listdir(_PROC) if name.isdigit()}
        self._foreign = set() if all_of_them else self._foreign & numbers
        stats = {pid: stat for pid in numbers - self._foreign if (stat := _stat(pid)) is not None}
        own = os.getpid()
        found = []
        for pid, (parent, started) in stats.items():
            descends = _descends(pid, own, stats, parent)
            if pid != own and (descends or _has_tag(pid, self.tag)):
                if not any(words in _raw_command_line(pid) for words in _SUPPORTING):
                    found.append(StartedProcess(pid, started))
            elif _age(started) > _SETTLED_SECONDS:  # a younger one may not have run its program yet
                self._foreign.add(pid)
        return found


def begin(worker: str) -> ProcessWatch:
    """Tag this process's environment, and with it that of every process started from now on."""
    os.environ[TAG] = f"{worker}-{os.getpid()}-{time.time_ns()}"
    return ProcessWatch(os.environ[TAG])


def tagged() -> dict[str, str]:
    """The tag, for a process that gets an environment made from nothing."""
    return {TAG: os.environ[TAG]}


def _stat(pid: int) -> tuple[int, int] | None:
    """The parent and the start of a process; `None` when it is gone or a zombie."""
    try:
        fields = (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] in "ZX" else (int(fields[1]), int(fields[19]))


def _descends(pid: int, ancestor: int, stats: dict[int, tuple[int, int]], parent: int) -> bool:
    while pid != ancestor:
        if parent in (0, 1):
            return False
        pid = parent
        stat = stats.get(pid)
        if stat is None:
            return pid == ancestor
        parent = stat[0]
    return True


def _has_tag(pid: int, tag: str) -> bool:
    try:
        return f"{TAG}={tag}".encode() in (_PROC / str(pid) / "environ").read_bytes().split(b"\0")
    except OSError:  # it has gone, or is another user's
        return False


def _age(started: int) -> float:
    return time.clock_gettime(time.CLOCK_BOOTTIME) - started / _TICKS


def _raw_command_line(pid: int) -> bytes:
    try:
        return (_PROC / str(pid) / "cmdline").read_bytes()
    except OSError:
        return b""


def _command_line(pid: int) -> str:
    return _raw_command_line(pid).replace(b"\0", b" ").decode(errors="replace").strip()


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        pass
