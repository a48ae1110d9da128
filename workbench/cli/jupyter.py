"""What `workbench lab` and `workbench page` share: a Jupyter server of this person's, on this computer only."""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from workbench.cli.output import note


def server_words(folder: Path, chosen: argparse.Namespace) -> list[str]:
    """The options of a server on `folder`; `chosen` says `no_browser` and `port`."""
    words = [f"--ServerApp.root_dir={folder}", "--ServerApp.ip=127.0.0.1"]
    words += ["--no-browser"] if chosen.no_browser else []
    words += [f"--port={chosen.port}"] if chosen.port else []
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        note("You are root, as in a container; Jupyter is told that this is meant.")
        words.append("--allow-root")
    return words


def become(words: list[str], added: Mapping[str, str]) -> int:
    """Become the program, where the system can do that, so that signals and exit code are its own; else run it."""
    environment = {**os.environ, **added}
    if os.name == "posix":
        os.execve(words[0], words, environment)  # noqa: S606
    return subprocess.run(words, check=False, env=environment).returncode
