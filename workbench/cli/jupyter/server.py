"""What `workbench lab` and `workbench page` share: a Jupyter server of this person's, on this computer only."""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from workbench.cli.output import note

# Jupyter's own log would bury the address, which it says as something critical.
_QUIET = "--Application.log_level=ERROR"


def takes_server(parser: argparse.ArgumentParser, what: str) -> None:
    """What `server_words` reads; `what` is served."""
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser; the address is printed")
    parser.add_argument("--port", type=int, default=0, help=f"port of {what} (default: a free one)")


def service_ready() -> None:
    """Start the service of this computer, unless the environment names another one."""
    if not os.environ.get("WORKBENCH_URL"):
        from workbench.api import credentials

        credentials.choose(None, None)


def server_words(folder: Path, chosen: argparse.Namespace) -> list[str]:
    """The options of a server on `folder`; `chosen` says `no_browser` and `port`."""
    words = [f"--ServerApp.root_dir={folder}", "--ServerApp.ip=127.0.0.1", _QUIET]
    words += ["--no-browser"] if chosen.no_browser else []
    words += [f"--port={chosen.port}"] if chosen.port else []
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        note("You are root, as in a container; Jupyter is told that this is meant.")
        words.append("--allow-root")
    return words


def become(words: list[str], added: Mapping[str, str]) -> int:
    """Become the program, where the system can do that, so that signals and exit code are its own; else run it."""
    os.environ.update(added)
    if os.name == "posix":
        os.execv(words[0], words)  # noqa: S606
    return subprocess.run(words, check=False).returncode
