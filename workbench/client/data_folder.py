"""Where this person's data lies on this computer."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_data_path

from workbench.client.atomic_write import write_whole_text
from workbench.client.session.environment import ENVIRONMENT
from workbench.errors import Misconfigured

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600


def data_folder(environment: Mapping[str, str] | None = None) -> Path:
    """The folder of this person's data: `WORKBENCH_HOME`, else the user's data folder. Not made here. Source: ours."""
    configured = (ENVIRONMENT if environment is None else environment).get("WORKBENCH_HOME", "").strip()
    return Path(configured).expanduser().absolute() if configured else user_data_path("workbench", appauthor=False)


def made_private(folder: Path) -> Path:
    """The same folder, made if it was missing, open to this person alone.

    Raises `Misconfigured` when it cannot be made or written.
    """
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        if os.name == "posix" and folder.stat().st_mode & 0o077:
            folder.chmod(PRIVATE_FOLDER)
    except OSError as refused:
        raise Misconfigured(
            f"The data folder {folder} cannot be used: {refused.strerror}. Name another with WORKBENCH_HOME."
        ) from None
    return folder


def close_to_others(path: Path) -> None:
    """Take away the rights of others that a file of this person's was made with. Raises `OSError`."""
    if os.name != "posix":
        return
    found = path.stat()
    if found.st_uid == os.geteuid() and found.st_mode & 0o077:
        path.chmod(PRIVATE_FILE)


def write_private(path: Path, text: str) -> None:
    """Put `text` into the file whole or not at all; the file has mode 0600 from its first byte on."""
    write_whole_text(path, text, PRIVATE_FILE)
