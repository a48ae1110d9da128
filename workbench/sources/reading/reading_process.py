"""A process that reads one file under limits: started, watched, ended. Whatever is in the file, this process goes on.

What it is given is the open file as its standard input; what it says are lines of JSON.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedRandom, BufferedReader
from pathlib import Path
from typing import Any, Final

from workbench.child_process import child_environment
from workbench.sources.reading.paragraph import FileRefused

_POLL_SECONDS: Final = 0.1
OpenFile = BufferedRandom | BufferedReader


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """What the process that reads a file may take. macOS and Windows hold it to the time alone."""

    seconds: float = 300.0
    memory_bytes: int = 1 << 30

    def as_arguments(self) -> list[str]:
        """For `limit_itself`, as the process is told."""
        return [str(int(self.seconds) + 1), str(self.memory_bytes)]


@contextmanager
def opened_file(path: Path) -> Iterator[BufferedReader]:
    """The file, open. Raises `FileRefused` for what is none, such as a pipe, which is not waited for."""
    try:
        opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as refused:
        why = refused.strerror if isinstance(refused, OSError) else "this is no path"
        raise FileRefused(f"cannot be opened: {why}.") from None
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise FileRefused("is no file.")
    with os.fdopen(opened, "rb") as file:
        yield file


def file_digest(file: OpenFile) -> str:
    """The SHA-256 of an open file, which is at its beginning afterwards. Raises `FileRefused`."""
    try:
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        file.seek(0)
    except OSError as refused:
        raise FileRefused(f"cannot be read: {refused.strerror}.") from None
    return digest


class ReadingProcess:
    """A module of ours that runs on an open file, with these arguments, and what ended it: `failure` says why."""

    def __init__(
        self,
        module: str,
        arguments: Sequence[str],
        file: OpenFile,
        *,
        should_stop: Callable[[], bool],
        limits: ReadLimits,
    ) -> None:
        self.failure: str | None = None
        self._should_stop, self._seconds = should_stop, limits.seconds
        os.lseek(file.fileno(), 0, os.SEEK_SET)  # the child shares the place in the file
        self._process = subprocess.Popen(
            # -P: a file beside the notebook that is called like a module is not imported instead of it
            [sys.executable, "-P", "-B", "-m", module, *arguments],
            stdin=file,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=child_environment(),
        )

    def lines(self) -> Generator[dict[str, Any], None, None]:
        """What it prints, until it has ended; it never outlives this loop."""
        ended = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(ended,), daemon=True)
        watcher.start()
        try:
            assert self._process.stdout is not None
            for line in self._process.stdout:
                try:
                    yield json.loads(line)
                except ValueError:
                    break  # killed in the middle of a line
        finally:
            ended.set()
            self._process.kill()
            self._process.communicate()
            watcher.join()

    def _watch(self, ended: threading.Event) -> None:
        deadline = time.monotonic() + self._seconds
        while not ended.wait(_POLL_SECONDS):
            if self._should_stop():
                self.failure = "was stopped while it was read."
            elif time.monotonic() > deadline:
                self.failure = f"takes longer than {self._seconds:,.0f} s to read: split it."
            if self.failure:
                self._process.kill()
                return
