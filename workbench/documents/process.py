"""Reading a file in a separate process, under limits of memory and time, so that no content harms this process.

The child gets the open file as its standard input, and writes its results as lines of JSON. The file is hashed before
and after it is read: one that changes in between is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, TypeVar

from workbench.child_process import child_environment
from workbench.documents.file_kind import MAX_FILE_BYTES, FileRefused

_CHILD: Final = "workbench.documents.child"
_POLL_SECONDS: Final = 0.1
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Purpose:
    """The purpose of reading a file: the module whose `read_lines` reads it, and words for sentences about it.

    `verb` is what a person does again with a changed file ("Add"), `noun` is what has the limits ("a source").
    """

    reader: str
    verb: str
    noun: str


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Limits of the process that reads a file. On macOS and Windows only the time is limited."""

    seconds: float
    memory_bytes: int

    def as_arguments(self) -> list[str]:
        """Return them as the arguments that the process is started with."""
        return [str(int(self.seconds) + 1), str(self.memory_bytes)]


@contextmanager
def opened_file(source: Path | bytes) -> Iterator[IO[bytes]]:
    """Open a file, or bytes as one. Raises `FileRefused` for anything else, such as a pipe, without waiting for it."""
    if isinstance(source, bytes):
        with tempfile.TemporaryFile() as given:
            given.write(source)
            given.flush()
            yield given
        return
    try:
        opened = os.open(source, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as refused:
        why = refused.strerror if isinstance(refused, OSError) else "this is not a path"
        raise FileRefused(f"cannot be opened: {why}.") from None
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise FileRefused("is no file.")
    with os.fdopen(opened, "rb") as file:
        yield file


def read_in_process(
    file: IO[bytes],
    name: str,
    purpose: Purpose,
    options: Mapping[str, Any],
    *,
    collect: Callable[[Iterable[dict[str, Any]]], Found | None],
    should_stop: Callable[[], bool],
    limits: ReadLimits,
) -> tuple[str, Found]:
    """Return the SHA-256 of an open file, and the result of `collect` on its reader's lines.

    `collect` returns `None` if they end early. Raises `FileRefused` for a file that is too large, cannot be
    read, needs too much memory or time, or changes during reading, and if reading was stopped.
    """
    if os.fstat(file.fileno()).st_size > MAX_FILE_BYTES:
        raise FileRefused(f"is larger than {MAX_FILE_BYTES // 10**6} MB. Split it.")
    before = _file_digest(file)
    child = _ReadingProcess([purpose.reader, name, json.dumps(options)], file, should_stop=should_stop, limits=limits)
    result: Found | None = None
    refusal: FileRefused | None = None
    with closing(child.lines()) as lines:  # whatever is raised here, the process ends with it
        try:
            result = collect(unless_refused(lines))
        except FileRefused as refused:
            refusal = refused
    if child.failure:
        raise FileRefused(child.failure)
    if _file_digest(file) != before:
        raise FileRefused(f"changed while it was read. {purpose.verb} it when it is finished.")
    if refusal:
        raise refusal
    if result is None:
        allowed = f"{limits.memory_bytes // 10**6:,} MB of memory, {limits.seconds:,.0f} s"
        raise FileRefused(
            f"cannot be read within the limits of {purpose.noun} ({allowed}): it is damaged, or made to be too much."
        )
    return before, result


def unless_refused(lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the lines of a reader. Raises `FileRefused` if it refuses the file."""
    for line in lines:
        if "refused" in line:
            raise FileRefused(line["refused"])
        yield line


def _file_digest(file: IO[bytes]) -> str:
    """Return the SHA-256 of an open file, which is at its beginning afterwards. Raises `FileRefused`."""
    try:
        file.seek(0)
        digest = hashlib.sha256()
        while piece := file.read(1 << 18):
            digest.update(piece)
        file.seek(0)
    except OSError as refused:
        raise FileRefused(f"cannot be read: {refused.strerror}.") from None
    return digest.hexdigest()


class _ReadingProcess:
    """The process that reads an open file, and the reason for its end in `failure`."""

    def __init__(
        self,
        arguments: Sequence[str],
        file: IO[bytes],
        *,
        should_stop: Callable[[], bool],
        limits: ReadLimits,
    ) -> None:
        self.failure: str | None = None
        self._should_stop, self._seconds = should_stop, limits.seconds
        os.lseek(file.fileno(), 0, os.SEEK_SET)  # the child shares the place in the file
        self._process = subprocess.Popen(
            # -P: a file in the notebook's folder with a module's name must not be imported instead of it
            [sys.executable, "-P", "-B", "-m", _CHILD, *arguments, *limits.as_arguments()],
            stdin=file,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=child_environment(),
        )

    def lines(self) -> Generator[dict[str, Any], None, None]:
        """Return the lines that it prints until it ends; the process never outlives this loop."""
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
