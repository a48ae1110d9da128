"""A lock tells who is alive, also when its holder was killed."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server_process import python_process
from workbench.embedded.lock import Lock
from workbench.process_identity import host_pid

HOLD = """
import sys
from pathlib import Path
from workbench.embedded.lock import Lock
print(Lock(Path(sys.argv[1])).acquire(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the lock lies."""
    return tmp_path / "some.lock"


@pytest.fixture
def other_process(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock until it ends."""
    with python_process("-c", HOLD, str(path), stdin=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        yield holder
        holder.kill()


def test_nobody_holds_what_is_not_there(path: Path) -> None:
    """Looking makes no file."""
    assert (Lock(path).holder(), path.exists()) == (None, False)


def test_another_process_is_named(path: Path, other_process: subprocess.Popen[str]) -> None:
    """While it lives the lock is its, and not to be had."""
    assert host_pid(Lock(path).holder() or "") == other_process.pid
    assert not Lock(path).acquire()


def test_text_of_somebody_elses_names_nobody(path: Path, other_process: subprocess.Popen[str]) -> None:
    """A lock whose file was written over is held by a process that is not known."""
    path.write_text("4711 4711")

    assert Lock(path).holder() is None


def test_the_dead_hold_nothing(path: Path, other_process: subprocess.Popen[str]) -> None:
    """A killed process leaves its name in the file and yet no lock."""
    other_process.kill()
    other_process.wait()

    assert Lock(path).holder() is None
    assert Lock(path).acquire()


def test_it_can_be_given_back(path: Path) -> None:
    """Then the next one gets it."""
    first = Lock(path)

    assert first.acquire()
    assert not Lock(path).acquire()

    first.release()

    assert Lock(path).acquire()
