"""Child processes that work on other people's content, without secrets, with limits; one answers requests.

Malicious or broken content in a file or a lesson affects only this process; its parent watches it and
continues.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final, Literal

_KEPT_VARIABLES: Final = (  # what Python needs to start; no key or token is among them
    *("PATH", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT"),
    *("LANG", "LC_ALL", "TEMP", "TMP", "TMPDIR"),
)
_PIECE_BYTES: Final = 1_000_000


def child_environment() -> dict[str, str]:
    """Return the environment variables that such a process is started with."""
    return {key: value for key in _KEPT_VARIABLES if (value := os.environ.get(key)) is not None}


def limit_itself(memory_bytes: int, seconds: int | None = None, *, largest_file: int = 0) -> None:
    """Permanently limit this process's memory, its processor time, and the size of files that it writes; no core dumps.

    Nothing here is fatal: where a system knows no such limit, that of time holds, which the parent watches.
    """
    limits = {"RLIMIT_AS": memory_bytes, "RLIMIT_FSIZE": largest_file, "RLIMIT_CORE": 0}
    if seconds is not None:
        limits["RLIMIT_CPU"] = seconds
    for kind, limit in limits.items():
        _set_limit(kind, limit, for_good=True)


def let_others_go_first(by: int = 5) -> None:
    """Lower this process's priority, where the system knows one."""
    if hasattr(os, "nice"):
        os.nice(by)


def limit_next_seconds(seconds: float) -> None:
    """End this process if it takes more processor time from now on than this.

    Calling it again restarts the count.
    """
    _set_limit("RLIMIT_CPU", int(time.process_time() + seconds) + 1)


def limit_next_memory(memory_bytes: int) -> None:
    """Limit this process's memory to this much more than it uses now; calling it again restarts the count."""
    _set_limit("RLIMIT_AS", mapped_bytes() + memory_bytes)


def _set_limit(kind: str, limit: int, *, for_good: bool = False) -> None:
    """Set a limit of this process, no higher than it may be; `for_good`, it can only be lowered afterwards."""
    try:
        import resource
    except ImportError:
        return
    number = getattr(resource, kind)
    soft, hard = resource.getrlimit(number)
    known = [value for value in ((soft, hard) if for_good else (hard,)) if value != resource.RLIM_INFINITY]
    most = min([limit, *known])
    with suppress(OSError, ValueError):
        resource.setrlimit(number, (most, most if for_good else hard))


def mapped_bytes() -> int:
    """Return the address space that this process has now; half a gigabyte where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 500_000_000


class ChildEnded(Exception):
    """The process ended before it answered.

    It `died`, had used up its processor time (`exhausted`), was `late`, or was `stopped` on purpose.
    """

    def __init__(self, how: Literal["died", "exhausted", "late", "stopped"]) -> None:
        super().__init__(how)
        self.how = how


class AnsweringProcess:
    """Worker module that runs as a process and answers one request at a time, each under its own limits.

    A request is a line of JSON, followed by the bytes of a file if it has `size`; so is an answer. An answer with
    `last` is the process's last one. The process is started when it is first needed and again when it has ended.
    """

    def __init__(self, module: str, *, environment: dict[str, str] | None = None) -> None:
        self._module, self._environment = module, environment or {}
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped: subprocess.Popen[bytes] | None = None
        self._owner = os.getpid()
        atexit.register(self.stop)

    def answer(
        self,
        request: dict[str, Any],
        seconds: float,
        *,
        arguments: Sequence[str] = (),
        file: IO[bytes] | None = None,
        into: IO[bytes] | None = None,
    ) -> dict[str, Any]:
        """Return the answer to a request, which brings a whole `file` along; a file in the answer is put `into` one.

        `arguments` are passed to the process when it starts. Blocks. Raises `ChildEnded`, and `OSError` for files, and
        if no process can be started.
        """
        if self._owner != os.getpid():  # another process, which was forked, has its own
            self._lock, self._process, self._owner = threading.Lock(), None, os.getpid()
        with self._lock:
            process = self._running(arguments)
            is_late = threading.Event()

            def end_late() -> None:
                is_late.set()
                process.kill()

            timer = threading.Timer(seconds, end_late)
            timer.daemon = True
            timer.start()
            answer = None
            try:
                answer = _exchange(process, request, file, into)
            finally:
                timer.cancel()
                if answer is None or answer.get("last"):
                    self._end()
        if answer is None:
            raise ChildEnded("stopped" if self._stopped is process else "late" if is_late.is_set() else _death(process))
        return answer

    def stop(self) -> None:
        """End the process, also while it answers; the next request starts another."""
        process = self._process
        if process is None or self._owner != os.getpid():
            return
        self._stopped = process
        process.kill()
        with self._lock:
            if self._process is process:
                self._end()

    def _running(self, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        self._process = subprocess.Popen(
            # -P: a file in the working folder with a module's name must not be imported instead of it
            [sys.executable, "-P", "-B", "-m", self._module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**child_environment(), **self._environment},
        )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # unsent input
                    assert pipe is not None
                    pipe.close()


def _death(process: subprocess.Popen[bytes]) -> Literal["died", "exhausted"]:
    exhausted = getattr(signal, "SIGXCPU", None)
    return "exhausted" if exhausted is not None and process.returncode == -exhausted else "died"


def write_message(message: dict[str, Any], out: IO[bytes], file: IO[bytes] | None = None) -> None:
    """Write a request or an answer as a line, and the whole file after it."""
    if file is not None:
        message = {**message, "size": file.seek(0, os.SEEK_END)}
        file.seek(0)
    out.write(json.dumps(message).encode() + b"\n")
    if file is not None:
        _copy(file, out, message["size"])
    out.flush()


def read_message(source: IO[bytes], into: IO[bytes] | None = None) -> dict[str, Any]:
    """Read a request or an answer, and put the file that follows it `into` one, which is at its beginning afterwards.

    Raises `EOFError` if the other process has ended, and `ValueError` for an invalid message.
    """
    line = source.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    message: dict[str, Any] = json.loads(line)
    if into is not None and "size" in message:
        _copy(source, into, message["size"])
        into.seek(0)
    return message


def _copy(source: IO[bytes], into: IO[bytes], size: int) -> None:
    while size:
        piece = source.read(min(size, _PIECE_BYTES))
        if not piece:
            raise EOFError
        into.write(piece)
        size -= len(piece)


def _exchange(
    process: subprocess.Popen[bytes], request: dict[str, Any], file: IO[bytes] | None, into: IO[bytes] | None
) -> dict[str, Any] | None:
    """Return the process's answer; None if it ended instead."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        with suppress(BrokenPipeError):  # it may answer before it has read the whole file
            write_message(request, process.stdin, file)
        return read_message(process.stdout, into)
    except (EOFError, ValueError):
        return None
