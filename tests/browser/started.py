"""A command that serves pages, as a person starts it: the address that it prints, and its end."""

from __future__ import annotations

import re
import subprocess
import time
from pathlib import Path


def printed(log: Path, process: subprocess.Popen[bytes], path: str, seconds: float) -> str:
    """The address with a token in it that the process prints into its log; `path` is a pattern of what it is for.

    Raises `RuntimeError`, with the end of the log, when the process ends before or so many seconds are over.
    """
    address = re.compile(rf"http://127\.0\.0\.1:\d+/{path}\?token=\w+")
    until = time.monotonic() + seconds
    while time.monotonic() < until and process.poll() is None:
        if found := address.search(log.read_text(encoding="utf-8")):
            return found[0]
        time.sleep(0.02)
    raise RuntimeError(f"No address was printed:\n{log.read_text(encoding='utf-8')[-2000:]}")


def end(process: subprocess.Popen[bytes], seconds: float) -> None:
    """End it as a person does, or by force when it takes longer."""
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
