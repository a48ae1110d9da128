"""The folder of this person's data on this computer."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_data_path

from workbench.client.atomic_write import write_whole_text
from workbench.client.session.environment import ENVIRONMENT
from workbench.errors import Misconfigured

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600


def data_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Return the user's data folder: `WORKBENCH_HOME`, else the system's. Does not create it. Source: ours."""
    configured = (ENVIRONMENT if environment is None else environment).get("WORKBENCH_HOME", "").strip()
    return Path(configured).expanduser().absolute() if configured else user_data_path("workbench", appauthor=False)


def ensure_private(folder: Path) -> Path:
    """Return the folder; a missing one is created, accessible only to this person.

    An existing folder keeps its permissions, unless it is in the data folder. Raises `Misconfigured` if it
    cannot be created or written to, belongs to another user, or is a data folder that all users share, such as `/tmp`.
    """
    try:
        if not folder.is_dir():
            folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        status = folder.stat()
        if os.name != "posix":
            return folder
        if status.st_uid != os.geteuid():  # root could write there, and its owner could read it
            raise Misconfigured(
                f"The data folder {folder} belongs to another user of this computer. "
                "Set WORKBENCH_HOME to a folder of your own."
            )
        if status.st_mode & 0o077 and folder.absolute().is_relative_to(data_folder()):
            if status.st_mode & stat.S_ISVTX or folder.absolute() == Path(folder.absolute().anchor):
                raise Misconfigured(
                    f"The data folder {folder} is shared by all users of this computer. "
                    "Set WORKBENCH_HOME to a folder of your own."
                )
            folder.chmod(PRIVATE_FOLDER)
    except OSError as refused:
        raise Misconfigured(
            f"The data folder {folder} cannot be used: {refused.strerror}. Set WORKBENCH_HOME to another folder."
        ) from None
    return folder


def close_to_others(path: Path) -> None:
    """Remove other users' permissions from a file that this person owns. Raises `OSError`."""
    if os.name != "posix":
        return
    status = path.stat()
    if status.st_uid == os.geteuid() and status.st_mode & 0o077:
        path.chmod(PRIVATE_FILE)


def write_private(path: Path, text: str) -> None:
    """Write `text` to the file atomically; the file has mode 0600 from the start."""
    write_whole_text(path, text, PRIVATE_FILE)
