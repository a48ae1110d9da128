"""The name of a file or folder that is being written, beside its place, and what dead writers left there.

The name tells host and process, so that a writer that was killed is known as gone. Knows no format. Source: ours.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path


def unfinished(path: Path, ending: str = "part") -> Path:
    """Where this process writes what is to become `path`: hidden, in the same folder."""
    return path.with_name(f"{_begins(path)}{os.getpid()}.{ending}")


def sweep(path: Path) -> None:
    """Take away what writers of `path` left that are surely gone; what is not `path`'s or not ours to take stays."""
    for each in abandoned(path, r"part(?:\.\w+)?"):
        if each.is_dir() and not each.is_symlink():
            shutil.rmtree(each, ignore_errors=True)
        else:
            with suppress(OSError):
                each.unlink()


def abandoned(path: Path, endings: str) -> Iterator[Path]:
    """What lies beside `path` of writers on this computer that are surely gone; `endings` is a pattern."""
    name = re.compile(rf"{re.escape(_begins(path))}(\d+)\.{endings}")
    with suppress(OSError):  # no such folder, or one that does not let itself be listed
        for each in list(path.parent.iterdir()):
            found = name.fullmatch(each.name)
            if found and _is_gone(int(found[1])):
                yield each


def _begins(path: Path) -> str:
    return f".{path.name}.{_host()}."


@cache
def _host() -> str:
    # A folder may be shared by computers, and a process of another one cannot be asked.
    return sha256(socket.gethostname().encode()).hexdigest()[:6]


def _is_gone(pid: int) -> bool:
    if sys.platform == "win32":  # there, signal 0 would end the process
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:
        return False
    return False
