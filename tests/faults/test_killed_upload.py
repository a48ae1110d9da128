"""An upload of a source that is killed between any two calls: the same command makes it whole, once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.meta.source_tree import ROOT
from workbench.api.connect import connect

SENDS = """
import os, signal, sys
from workbench.api.connect import connect
sent = 0
def count(what, done, total):
    global sent
    sent += what == "sending"
    if sent >= 2: os.kill(os.getpid(), signal.SIGKILL)
with connect() as wb: wb.sources.add(sys.argv[1], progress=count)
"""


@pytest.mark.slow
@pytest.mark.usefixtures("fresh_folder")
@pytest.mark.parametrize("kills", [1, 2])
def test_a_killed_upload_is_made_whole_by_the_same_file(tmp_path: Path, kills: int) -> None:
    """Killed each time after its second call; every passage is there once, in order."""
    path = tmp_path / "pumps.txt"
    path.write_text("\n\n".join(f"Pump {number}. " + "It moves a liquid. " * 60 for number in range(1, 1_601)))
    with connect() as wb:
        codes = [_killed(path) for _ in range(kills)]
        begun = wb.sources.get("pumps")
        added = wb.sources.add(path)
        numbers = [passage.split(".")[0] for passage in wb.sources.passages("pumps")["text"]]

    assert codes == [-signal.SIGKILL] * kills
    assert (begun.is_ready, begun.passages) == (False, 500 + 500 * kills)
    assert (added.version, added.passages) == (1, 1_600)
    assert numbers == [f"Pump {number}" for number in range(1, 1_601)]


def _killed(path: Path) -> int:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", SENDS, str(path)], env=environment, check=False, timeout=120
    ).returncode
