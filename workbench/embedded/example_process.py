"""The example made in a process of its own, for callers that must not import the service."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

from workbench.client.data_folder import data_folder, ensure_private
from workbench.embedded.life import process_environment
from workbench.errors import Misconfigured

EXAMPLE_SECONDS: Final = 600


def make_example_in_process() -> str:
    """Return the id of the example on this computer's service, making it if it does not exist: some seconds.

    Raises `Misconfigured` with the sentence that says why it could not be made.
    """
    folder = ensure_private(data_folder())
    try:
        made = subprocess.run(
            [sys.executable, "-P", "-m", "workbench.embedded.example.example"],
            env=process_environment(folder),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=EXAMPLE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Misconfigured(f"The example was not created within {EXAMPLE_SECONDS} s. Try again.") from None
    if made.returncode:
        said = made.stderr.decode(errors="replace").strip().splitlines()
        raise Misconfigured(said[-1] if said else "The example could not be created. Try again.")
    return made.stdout.decode().strip()
