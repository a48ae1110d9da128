"""The Unix socket of the embedded service: mode 0600, in a folder that nobody else can enter."""

from __future__ import annotations

import os
import socket
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from workbench.client.data_folder import PRIVATE_FILE
from workbench.client.session.local_service import HAS_SOCKETS, is_private
from workbench.errors import Misconfigured

NAME: Final = "service.sock"
MOST_BYTES: Final = 100
"""Longest path in bytes. macOS has room for 103, Linux for 107."""


def bound_socket(folder: Path) -> socket.socket | None:
    """Return a bound socket that is not listening yet; `None` if the system has no Unix sockets.

    It is in the data folder, or in a new private folder if that path is too long or a socket cannot be created
    there (some shared folders). Raises `Misconfigured` if it cannot be created anywhere.
    """
    if not HAS_SOCKETS:
        return None
    with suppress(OSError):
        return _bound(folder / NAME)
    for parent in (tempfile.gettempdir(), "/tmp"):  # noqa: S108  (the new folder in it is this person's alone)
        with suppress(OSError):
            return _bound(Path(tempfile.mkdtemp(prefix="workbench-", dir=parent)) / NAME)
    raise Misconfigured(f"No Unix socket can be made in {folder} or {tempfile.gettempdir()}. Set TMPDIR to another.")


def remove_socket(folder: Path, path: str) -> None:
    """Take the socket away, and the folder that was made for it."""
    with suppress(OSError):
        Path(path).unlink()
        if Path(path).parent != folder:
            Path(path).parent.rmdir()


def _bound(path: Path) -> socket.socket:
    """Return a socket bound to the path. Raises OSError if it cannot be created there."""
    if len(os.fsencode(path)) > MOST_BYTES or not is_private(str(path)):
        raise OSError
    path.unlink(missing_ok=True)  # left by a killed service: creating one needs the folder's lock
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        made.bind(str(path))
        path.chmod(PRIVATE_FILE)
    except OSError:
        made.close()
        raise
    made.setblocking(False)
    return made
