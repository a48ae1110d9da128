"""Runs of the service of this computer, for the tests of `workbench runs`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.own_service import command


@pytest.fixture
def begun(own_service: object, tmp_path: Path) -> str:
    """The name of a run of five rows of which its budget paid two."""
    path, name = tmp_path / "five.csv", f"run of {tmp_path.name}"
    path.write_text("topic\n" + "".join(f"Room {index} in {tmp_path.name}\n" for index in range(5)))
    command("generate", str(path), "--language", "EN", "--run", name, "--budget", "2", "--yes")
    return name


@pytest.fixture
def name(own_service: object, tmp_path: Path) -> str:
    """The name of a finished run of two rows."""
    path, name = tmp_path / "two.csv", f"changes of {tmp_path.name}"
    path.write_text(f"topic\n=Bridges {tmp_path.name}\nLooms {tmp_path.name}\n")
    command("generate", str(path), "--language", "EN", "--run", name)
    return name


@pytest.fixture
def damaged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A journal of which nothing can be read, in its own data folder."""
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "aaaa.sqlite").write_bytes(b"this is no journal at all" * 100)
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path))
    return tmp_path / "runs" / "aaaa.sqlite"
