"""A service in a process of its own that says its address in its first line. Knows no settings and no database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any

from tests.meta.source_tree import ROOT


@contextmanager
def server_process(
    module: str, settings: Mapping[str, Any], *, errors: IO[bytes] | None = None
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """`python -m module JSON`: the address it says, and its process; ended with the test whatever happens."""
    process = subprocess.Popen(
        [sys.executable, "-m", module, json.dumps(settings)],
        stdout=subprocess.PIPE,
        stderr=errors,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
