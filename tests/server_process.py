"""Processes that import this checkout: any, and a service whose first line is its address."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any

from tests.meta.source_tree import ROOT


def python_process(*words: str, environment: Mapping[str, str] | None = None, **options: Any) -> subprocess.Popen[str]:
    """Python with these arguments, importing this checkout; its output is a pipe of text. `options` are `Popen`'s."""
    return subprocess.Popen(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})},
        stdout=subprocess.PIPE,
        text=True,
        **options,
    )


@contextmanager
def server_process(
    module: str, settings: Mapping[str, Any], *, errors: IO[bytes] | None = None
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """`python -m module JSON`: the address it says, and its process; ended with the test whatever happens."""
    process = python_process("-m", module, json.dumps(settings), stderr=errors, cwd=ROOT)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
