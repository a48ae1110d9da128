"""One side of a measurement in a process of its own: nothing that was imported or kept before weighs on it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def child(module: str, side: str, *words: str) -> dict[str, Any]:
    """What a function of `benchmarks.MODULE` printed as its last line, which is JSON."""
    code = f"import sys; from benchmarks import {module}; {module}.{side}(*sys.argv[1:])"
    command = [sys.executable, "-c", code, *words]
    said = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    figures: dict[str, Any] = json.loads(said.splitlines()[-1])
    return figures
