"""Who holds a claim: this process, told apart from every other on every machine. Source: ours (bulk).

A process of this machine that is surely gone lets go at once; of any other only the lease's end is known.
"""

from __future__ import annotations

import os
import secrets
import socket
import sys
from functools import cache
from pathlib import Path


def new_owner() -> str:
    """A name for one run in this process: host, boot, process, its start, and chance."""
    pid = os.getpid()
    return " ".join([_host(), _boot(), str(pid), _started(pid), secrets.token_hex(4)])


def is_gone(owner: str) -> bool:
    """Whether the owner has surely ended. False when it cannot be told."""
    host, boot, pid, started, _ = owner.split(" ")
    if host != _host() or sys.platform == "win32" or boot == "-":
        return False
    return boot != _boot() or not _is_running(int(pid)) or started != _started(int(pid))


def shown_owner(owner: str) -> str:
    """The owner for people: process and host."""
    host, _, pid, _, _ = owner.split(" ")
    return f"process {pid} on {host}"


@cache
def _host() -> str:
    return socket.gethostname().replace(" ", "-") or "-"


@cache
def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return "-"


def _started(pid: int) -> str:
    # Field 22 of /proc/<pid>/stat, counted behind the command's name, which may hold blanks and brackets.
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return "-"


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
