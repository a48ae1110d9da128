"""A lock between processes on one file.

It is released when its holder ends, however that ends; so it shows who is alive.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from workbench.client.data_folder import PRIVATE_FILE
from workbench.patterns import Pattern
from workbench.process_identity import this_process

_SIGNATURE = Pattern(r"\S+ \S+ \d+ \S+")

_POLL_SECONDS = 0.02
_BYTE = 1 << 30  # Windows locks a range of bytes; one far beyond the text leaves the text readable


class Lock:
    """The lock on one file, not yet taken. Its text names the process that holds it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._opened: int | None = None

    def acquire(self, *, timeout_seconds: float = 0) -> bool:
        """Return whether the lock was taken and signed with this process's identity.

        Waits for at most `timeout_seconds`.
        """
        deadline = time.monotonic() + timeout_seconds
        opened = os.open(self.path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
        while not _lock_file(opened):
            if time.monotonic() >= deadline:
                os.close(opened)
                return False
            time.sleep(_POLL_SECONDS)
        os.ftruncate(opened, 0)
        os.write(opened, this_process().encode())
        self._opened = opened
        return True

    def release(self) -> None:
        """Let it go. The file stays: removing it would let two processes hold two locks of one name."""
        if self._opened is not None:
            os.close(self._opened)
            self._opened = None

    def holder(self) -> str | None:
        """Return the living process that holds it, in the form of `this_process`; `None` if no process does."""
        if not self.path.exists():
            return None
        opened = os.open(self.path, os.O_RDWR)
        try:
            if _lock_file(opened, shared=True):
                return None
            signed = os.read(opened, 1_000).decode("ascii", "replace")
        finally:
            os.close(opened)
        if signed.isdigit():
            return f"- - {signed} -"  # written by an older workbench, so its process is unknown
        return signed if _SIGNATURE.fullmatch(signed) else None


if sys.platform == "win32":
    import msvcrt

    def _lock_file(opened: int, *, shared: bool = False) -> bool:
        os.lseek(opened, _BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(opened, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _lock_file(opened: int, *, shared: bool = False) -> bool:
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(opened, kind | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
