"""A file read in a process of its own, under limits of memory and time: whatever is in it, this process goes on.

The file is hashed before and after it is read: one that changes meanwhile is refused.
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
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from io import BufferedRandom, BufferedReader
from pathlib import Path
from typing import Any, Final

from workbench.client.sanitize import shown
from workbench.errors import SourceRejected
from workbench.sources.reading.document import MAX_FILE_BYTES
from workbench.sources.reading.paragraph import MAX_PASSAGES, TextPassage

_POLL_SECONDS: Final = 0.1
_KEPT_VARIABLES: Final = (  # what Python needs to start; no key or token is among them
    *("PATH", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT"),
    *("LANG", "LC_ALL", "TEMP", "TMP", "TMPDIR"),
)


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file that was read: its name, SHA-256, kind, passages, and notes on what is not in them."""

    file_name: str
    content_digest: str
    media_type: str
    passages: tuple[TextPassage, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """What the process that reads a file may take. macOS and Windows hold it to the time alone."""

    seconds: float = 300.0
    memory_bytes: int = 1 << 30


_OpenFile = BufferedRandom | BufferedReader
Progress = Callable[[int, int | None], object]


def read_source(
    source: str | os.PathLike[str] | bytes,
    *,
    file_name: str | None = None,
    encoding: str | None = None,
    on_progress: Progress = lambda done, total: None,
    should_stop: Callable[[], bool] = lambda: False,
    limits: ReadLimits = ReadLimits(),
) -> SourceText:
    """The passages of a file, or of the bytes of one that is called `file_name`.

    `on_progress(page, pages)` follows a PDF, `on_progress(passages, None)` other files. Raises `SourceRejected`
    with one sentence: for what cannot be read, needs too much memory or time, changes meanwhile, or was stopped.
    """
    if isinstance(source, bytes):
        name = file_name or "file"
        with tempfile.TemporaryFile() as copy:
            copy.write(source)
            copy.flush()
            return _read(copy, name, encoding, on_progress=on_progress, should_stop=should_stop, limits=limits)
    path = Path(source).expanduser()
    with _opened(path) as file:
        return _read(
            file, file_name or path.name, encoding, on_progress=on_progress, should_stop=should_stop, limits=limits
        )


@contextmanager
def _opened(path: Path) -> Iterator[BufferedReader]:
    name = shown(str(path), longest=120)
    try:
        opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as refused:
        why = refused.strerror if isinstance(refused, OSError) else "this is no path"
        raise SourceRejected(f"{name} cannot be opened: {why}. Nothing was sent.") from None
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise SourceRejected(f"{name} is no file. Nothing was sent.")
    with os.fdopen(opened, "rb") as file:
        yield file


def _read(
    file: _OpenFile,
    file_name: str,
    encoding: str | None,
    *,
    on_progress: Progress,
    should_stop: Callable[[], bool],
    limits: ReadLimits,
) -> SourceText:
    name = shown(file_name, longest=120)
    if os.fstat(file.fileno()).st_size > MAX_FILE_BYTES:
        raise SourceRejected(f"{name} is larger than {MAX_FILE_BYTES // 10**6} MB. Split it. Nothing was sent.")
    before = _digest(file, name)
    child = _Child(file, file_name, encoding, should_stop=should_stop, limits=limits)
    passages = list[TextPassage]()
    end: Mapping[str, Any] = {}
    with closing(child.lines()) as lines:  # whatever is raised here, the process ends with it
        for line in lines:
            if "passage" in line:
                passages.append(TextPassage(len(passages) + 1, *line["passage"]))
                if len(passages) > MAX_PASSAGES:
                    break
                if len(passages) % 100 == 0:
                    on_progress(len(passages), None)
            elif "page" in line:
                on_progress(line["page"], line["pages"])
            else:
                end = line
    if child.failure:
        raise SourceRejected(f"{name} {child.failure} Nothing was sent.")
    if _digest(file, name) != before:
        raise SourceRejected(f"{name} changed while it was read. Add it when it is finished. Nothing was sent.")
    if "refused" in end:
        raise SourceRejected(end["refused"])
    if "end" not in end:
        allowed = f"{limits.memory_bytes // 10**6:,} MB of memory, {limits.seconds:,.0f} s"
        raise SourceRejected(
            f"{name} cannot be read within the limits of a source ({allowed}): it is damaged, or made to be too much. "
            "Nothing was sent."
        )
    return SourceText(file_name[-300:], before, end["end"]["media_type"], tuple(passages), tuple(end["end"]["notes"]))


def _digest(file: _OpenFile, name: str) -> str:
    try:
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        file.seek(0)
    except OSError as refused:
        raise SourceRejected(f"{name} cannot be read: {refused.strerror}. Nothing was sent.") from None
    return digest


class _Child:
    """The process that reads, and what ended it."""

    def __init__(
        self,
        file: _OpenFile,
        name: str,
        encoding: str | None,
        *,
        should_stop: Callable[[], bool],
        limits: ReadLimits,
    ) -> None:
        self.failure: str | None = None
        self._should_stop, self._seconds = should_stop, limits.seconds
        limited = [str(int(limits.seconds) + 1), str(limits.memory_bytes)]
        os.lseek(file.fileno(), 0, os.SEEK_SET)  # the child shares the place in the file
        self._process = subprocess.Popen(
            # -P: a file beside the notebook that is called like a module is not imported instead of it
            [
                sys.executable,
                "-P",
                "-B",
                "-m",
                "workbench.sources.reading.child",
                name[-300:],
                encoding or "",
                *limited,
            ],
            stdin=file,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={key: value for key in _KEPT_VARIABLES if (value := os.environ.get(key)) is not None},
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
