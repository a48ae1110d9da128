"""Finds the processes on this computer that lock a file, for an error message.

Linux lists them in `/proc/locks`. The file itself is never opened for this: closing it would release every lock
that this process has on it. Source: ours (bulk; reliability 3.5, row 6).
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from workbench.text import display_text

_LOCKS: Final = Path("/proc/locks")
_PROCESSES: Final = Path("/proc")


@dataclass(frozen=True, slots=True)
class LockHolder:
    """A process: its id, the name of its program, and when it started (epoch seconds); `None` if
    unknown.
    """

    pid: int
    program: str | None
    since: float | None

    def __str__(self) -> str:
        program = f" ({display_text(self.program, longest=40)})" if self.program else ""
        since = "" if self.since is None else f", running since {_minute_text(self.since)}"
        return f"process {self.pid}{program} on {socket.gethostname()}{since}"


def describe_holder(path: Path) -> str:
    """Return a description of the processes that hold the file, and what to do about them."""
    processes = holders(path)
    if not processes:
        return (
            "another program, perhaps of another user or in a container. Wait for it to finish, or end it: "
            "a notebook's kernel or a `workbench` command that hangs"
        )
    pids = " ".join(str(holder.pid) for holder in processes)
    return f"{' and '.join(map(str, processes))}. Wait until it is done, or end it if it hangs (`kill {pids}`)"


def holders(path: Path) -> list[LockHolder]:
    """Return every other process that has a lock on the file; empty if the system does not list them."""
    try:
        listed, status = _LOCKS.read_text(encoding="ascii", errors="replace"), path.stat()
    except OSError:
        return []
    device = os.major(status.st_dev), os.minor(status.st_dev)
    pids = locking_pids(listed, device, status.st_ino)
    return [_holder(pid) for pid in pids if pid > 0 and pid != os.getpid()]


def locking_pids(listed: str, device: tuple[int, int], inode: int) -> list[int]:
    """Return the processes with a lock on this file, from the lines of `/proc/locks`.

    Waiting processes are left out. On some file systems the device listed there differs from the file's; then only the
    inode is compared.
    """
    locks: list[tuple[bool, int]] = []
    for line in listed.splitlines():
        fields = line.split()
        if len(fields) < 6 or fields[1] == "->":
            continue
        major, minor, number = (*fields[5].split(":"), "", "")[:3]
        if number == str(inode):
            locks.append(((int(major, 16), int(minor, 16)) == device, int(fields[4])))
    certain = [pid for is_same, pid in locks if is_same] or [pid for _, pid in locks]
    return list(dict.fromkeys(certain))


def _holder(pid: int) -> LockHolder:
    try:
        # "4711 (its name) S ..."; the name may hold blanks and brackets, and field 22 is when it began.
        head, _, tail = (_PROCESSES / str(pid) / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")
        since = _boot_time() + int(tail.split()[19]) / os.sysconf("SC_CLK_TCK")
        return LockHolder(pid, head.partition("(")[2], since)
    except (OSError, ValueError, IndexError):
        return LockHolder(pid, None, None)


def _boot_time() -> int:
    lines = (_PROCESSES / "stat").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("btime "))


def _minute_text(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
