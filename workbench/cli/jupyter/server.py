"""The Jupyter server of `workbench lab` and `workbench page`: for this person, on this computer only."""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from workbench.cli.output import UsageError, note
from workbench.cli.parser import port_number

# Jupyter's own log would bury the address; errors are still shown.
_QUIET = "--Application.log_level=ERROR"
# Without it, ipykernel 7.3 warns for every kernel that others could read its messages.
_ENCRYPTED = "--KernelManager.transport_encryption=auto"
_GUARDED = '--ServerApp.jpserver_extensions={"workbench.cli.jupyter.path_guard": True}'


def add_server_options(parser: argparse.ArgumentParser, what: str) -> None:
    """Add `--no-browser` and `--port`; `what` is served, for the help."""
    parser.add_argument("--no-browser", action="store_true", help="print the address instead of opening a browser")
    parser.add_argument("--port", type=port_number, default=0, help=f"port of {what} (default: a free one)")


def require_modules(program: str, *modules: str, extra: str) -> None:
    """Raise `UsageError` with how to install the extra if one of the modules that `program` needs is missing."""
    if any(find_spec(name) is None for name in modules):
        from workbench.client.extras import how_to_install

        raise UsageError(f"{program} is not installed: {how_to_install(extra)}")


def start_service() -> None:
    """Start the service of this computer, unless the environment names another one."""
    if not os.environ.get("WORKBENCH_URL"):
        from workbench.api import credentials

        credentials.choose(None, None)


def server_command_options(folder: Path, chosen: argparse.Namespace) -> list[str]:
    """Return the command-line options of a Jupyter server on `folder`; `chosen` has `no_browser` and `port`."""
    words = [f"--ServerApp.root_dir={folder}", "--ServerApp.ip=127.0.0.1", _QUIET, _GUARDED]
    words += [_ENCRYPTED] if _can_encrypt() else []
    words += ["--no-browser"] if chosen.no_browser else []
    words += [f"--port={chosen.port}"] if chosen.port else []
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        note("Running as root, as in a container; Jupyter is started with --allow-root.")
        words.append("--allow-root")
    return words


def _can_encrypt() -> bool:
    """Return whether the installed pyzmq can encrypt; if it can't, Jupyter starts no kernel with encryption."""
    return bool(import_module("zmq").has("curve"))  # ipykernel brings it


def replace_process(words: list[str], environment: Mapping[str, str]) -> int:
    """Replace this process by the program where the system can do that, so that it gets the signals; else run it."""
    os.environ.update(environment)
    if os.name == "posix":
        os.execv(words[0], words)  # noqa: S606
    return subprocess.run(words, check=False).returncode
