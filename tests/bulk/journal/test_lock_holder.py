"""Who holds a lock, for people."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import needs
from workbench.bulk.journal.lock_holder import LockHolder, describe_holder, holders, locking_pids

LOCKS = """\
1: POSIX  ADVISORY  WRITE 17 fe:00:44 1073741824 1073742335
1: -> POSIX  ADVISORY  WRITE 99 fe:00:44 0 EOF
2: POSIX  ADVISORY  READ  18 fe:00:44 1073741826 1073742335
3: FLOCK  ADVISORY  WRITE 19 fe:00:55 0 EOF
4: POSIX  ADVISORY  WRITE 20 00:2f:66 0 EOF
5: POSIX  ADVISORY  WRITE 17 fe:00:44 5 6
torn
"""
KEEPER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("begin exclusive")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("device", "inode", "pids"),
    [((0xFE, 0), 44, [17, 18]), ((0xFE, 0), 55, [19]), ((1, 1), 66, [20]), ((0xFE, 0), 77, [])],
)
def test_locks_are_read_by_device_and_inode(device: tuple[int, int], inode: int, pids: list[int]) -> None:
    """Each process once; who waits holds nothing; where no device agrees the inode decides."""
    assert locking_pids(LOCKS, device, inode) == pids


def test_a_holder_is_named_with_all_that_is_known() -> None:
    """Its name is another program's text: nothing in it steers a terminal."""
    assert str(LockHolder(17, "a\x1b[2Jb", 0.0)).startswith("process 17 (a\\x1b[2Jb) on ")
    assert str(LockHolder(17, "x", 0.0)).endswith(", running since 1970-01-01 00:00 UTC")
    assert "since" not in str(LockHolder(17, None, None))


@pytest.fixture
def held(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """A database that another process holds, and the process."""
    path = tmp_path / "held.sqlite"
    with subprocess.Popen(
        [sys.executable, "-c", KEEPER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as keeper:
        assert keeper.stdout is not None
        assert keeper.stdout.readline() == "held\n"
        yield path, keeper.pid
        keeper.communicate()


@needs("linux")
def test_the_process_that_holds_it_is_found(held: tuple[Path, int]) -> None:
    """By its id, and what to do about it is reported."""
    path, pid = held

    assert [holder.pid for holder in holders(path)] == [pid]
    assert f"`kill {pid}`" in describe_holder(path)


def test_where_nobody_is_told_it_is_another_program(tmp_path: Path) -> None:
    """Also for a file that nobody holds any more."""
    path = tmp_path / "free.sqlite"
    path.touch()

    assert describe_holder(path).startswith("another program")
