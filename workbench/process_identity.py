"""Identify a process across restarts: host, boot and process namespace, process id, and start time.

A process id alone is not enough: ids are reused, and mean other processes in another container or on another computer
that shares the folder. Source: ours (bulk; service 9).
"""

from __future__ import annotations

import os
import socket
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path


def this_process() -> str:
    """Return four words that identify this process among all processes on all machines."""
    pid = os.getpid()
    return f"{_host()} {_boot()} {pid} {_start_time(pid)}"


def this_process_in_a_name() -> str:
    """Return this process as part of a file name: five short words between dots. `has_ended_by_name` reads it."""
    host, boot, pid, started = this_process().split(" ")
    boot_id, _, namespace = boot.partition(":")
    return f"{_short(host)}.{_short(boot_id)}.{namespace or '-'}.{pid}.{started}"


def has_ended_by_name(name: str) -> bool:
    """Return whether the process of this name has certainly ended.

    Two words, host and process id, are an earlier form of the name.
    """
    host, *middle = name.split(".")
    if host != _short(_host()):
        return False
    if len(middle) == 1:
        return has_ended(f"{_host()} {_boot()} {middle[0]} {_start_time(int(middle[0]))}")
    boot, namespace, pid, started = middle
    boot_id = _boot().partition(":")[0]
    known_boot = boot_id if boot == _short(boot_id) else boot
    # Systems without a boot id have no namespaces either, so an unused process id means that the process has ended.
    return has_ended(f"{_host()} {known_boot}:{namespace} {pid} {started}")


def has_ended(identity: str) -> bool:
    """Return whether that process has certainly ended; False if this cannot be determined."""
    host, boot, pid, started = identity.split(" ")
    if host != _host() or sys.platform == "win32" or boot == "-":
        return False
    if boot.partition(":")[0] != _boot().partition(":")[0]:
        return True
    if not _sees(boot):
        return False
    return not _is_running(int(pid)) or started != _start_time(int(pid))


def is_here(identity: str) -> bool:
    """Return whether that process runs here, under this id: only then may a signal be sent to it."""
    host, boot, pid, started = identity.split(" ")
    if host != _host() or boot.partition(":")[0] != _boot().partition(":")[0] or not _sees(boot):
        return False
    return sys.platform == "win32" or (_is_running(int(pid)) and started == _start_time(int(pid)))


def host_pid(identity: str) -> int:
    """Return the process id on the host."""
    return int(identity.split(" ")[2])


def shown_process(identity: str) -> str:
    """Return the process as text for people: its id and host."""
    return f"process {host_pid(identity)} on {identity.split(' ')[0]}"


def _short(word: str) -> str:
    return sha256(word.encode()).hexdigest()[:6]


def _sees(boot: str) -> bool:
    """Return whether process ids mean the same here as there.

    An identity stored before namespaces were recorded has none.
    """
    there, here = boot.partition(":")[2], _boot().partition(":")[2]
    return there in ("", here) or not here


@cache
def _host() -> str:
    return socket.gethostname().replace(" ", "-") or "-"


@cache
def _boot() -> str:
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return "-"
    try:
        return f"{boot}:{Path('/proc/self/ns/pid').stat().st_ino}"
    except OSError:
        return boot


def _start_time(pid: int) -> str:
    # Field 22 of /proc/<pid>/stat, counted after the command's name, which may contain spaces and brackets.
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return "-"


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
