"""Files and folders being written, in a private folder next to their target, and leftovers of dead writers.

The folder's name contains host, boot and process, so that a killed writer is recognized as dead, and ends in random
characters, so that nobody with write access there can create a link with that name first. Source: ours.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from workbench.patterns import Pattern, escape
from workbench.process_identity import has_ended_by_name, this_process_in_a_name

_WRITER = r"[0-9a-f]{6}\.(?:[0-9a-f]{6}\.(?:\d+|-)\.\d+\.(?:\d+|-)|\d+)"


@contextmanager
def private_path_near(path: Path) -> Iterator[Path]:
    """Yield where to write the future `path`: in a new private folder next to it.

    Only the user may enter the folder. If the system supports it, the folder is accessed by its handle,
    whatever happens to its name. It is removed afterwards, with anything left in it. Raises `OSError`.
    """
    folder = temporary_path(path)
    folder.mkdir(mode=0o700)
    handle = -1
    try:
        if hasattr(os, "O_DIRECTORY"):
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            with os.scandir(handle) as entries:
                is_new = not any(entries)
            if not is_new or os.fstat(handle).st_uid not in (os.geteuid(), folder.parent.stat().st_uid):
                raise PermissionError(errno.EPERM, "somebody else has put a folder in its place")
        by_handle = Path(f"/proc/self/fd/{handle}")
        yield (by_handle if handle >= 0 and by_handle.is_dir() else folder) / path.name
    finally:
        if handle >= 0:
            os.close(handle)
        shutil.rmtree(folder, ignore_errors=True)


def write_whole_text(path: Path, text: str, mode: int = 0o666) -> None:
    """Put `text` into the file whole or not at all; line ends as they are, a link is replaced and not followed.

    `mode` applies to it from its first byte on, less the umask. Anything but a regular file, such as `/dev/stdout`, is
    written to directly. Raises `OSError`.
    """
    write_whole(path, text.encode(), mode)


def write_whole(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write bytes to a file as a whole, replacing it only when they are complete."""
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(content)
        return
    with private_path_near(path) as beside:
        write_new(beside, content, mode)
        beside.replace(path)


def write_new_text(path: Path, text: str, mode: int = 0o666) -> None:
    """Write a file that is not there yet, through no link, and see it on the disk. Raises `OSError`."""
    write_new(path, text.encode(), mode)


def write_new(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write bytes to a new file, which must not exist."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, mode), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def temporary_path(path: Path, ending: str = "part") -> Path:
    """Return this process's unique temporary name for a file that will be or was `path`.

    The name is hidden, in the same folder, and never the same twice.
    """
    return path.with_name(f".{path.name}.{this_process_in_a_name()}-{secrets.token_hex(8)}.{ending}")


def sweep(path: Path) -> None:
    """Remove temporary files of ended writers of `path`; others, and those of other users, stay."""
    for leftover in abandoned_files(path, r"part(?:\.\w+)?"):
        if leftover.is_dir() and not leftover.is_symlink():
            shutil.rmtree(leftover, ignore_errors=True)
        else:
            with suppress(OSError):
                leftover.unlink()


def abandoned_files(path: Path, endings: str) -> Iterator[Path]:
    """Yield the files next to `path` left by writers on this computer that have certainly ended.

    `endings` is a pattern.
    """
    name = Pattern(rf"\.{escape(path.name)}\.({_WRITER})(?:-[0-9a-f]{{16}})?\.{endings}")
    with suppress(OSError):  # no such folder, or one that cannot be listed
        for sibling in list(path.parent.iterdir()):
            match = name.fullmatch(sibling.name)
            if match and has_ended_by_name(match[1]):
                yield sibling
