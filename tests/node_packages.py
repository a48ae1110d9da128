"""Node's packages for tests: what a folder's `package.json` pins, installed once next to it. Knows no test."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from pathlib import Path

from tests.needs import require


def installed(folder: Path) -> Path:
    """The folder's `node_modules`; anyone who comes in the meantime, such as another worker of pytest, waits."""
    packages = folder / "node_modules"
    made = packages / ".installed"
    pins = (folder / "package.json").read_text(encoding="utf-8")
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists() or made.read_text(encoding="utf-8") != pins:
            shutil.rmtree(packages, ignore_errors=True)
            command = [require("npm"), "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
            subprocess.run(command, cwd=folder, check=True, timeout=300)
            made.write_text(pins, encoding="utf-8")
    return packages
