"""The store's writer killed in mid-work: what was acknowledged is there, nothing is there by half."""

from __future__ import annotations

import os
import time
from pathlib import Path

import apsw
import pytest

from tests.faults.acknowledging import acknowledging

ROUNDS = int(os.environ.get("KILL_ROUNDS", "2"))


@pytest.mark.parametrize("number", range(ROUNDS))
def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, number: int) -> None:
    """After SIGKILL the file is whole, every acknowledged unit is in it, and no unit is in it by half."""
    path, said = tmp_path / "service.sqlite", tmp_path / "acknowledged"
    with acknowledging(f"sqlite:///{path}", said, callers=32, size=2_000):
        time.sleep(0.02 + 0.023 * (number % 10))
    acknowledged = set(said.read_text().splitlines())
    connection = apsw.Connection(str(path))
    kept = {key for (key,) in connection.execute("SELECT key FROM service")}
    firsts = {key for key in kept if "/" not in key}
    assert acknowledged - kept == set()
    assert {f"{key}/second" for key in firsts} == kept - firsts
    assert connection.pragma("integrity_check") == "ok"
