"""A journal on a disk that takes nothing more: one clear sentence, and nothing is sent that cannot be recorded.

Where this user may mount a small disk the disks are real; a file size limit of the process is so everywhere.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.faults.cases import Case, Drawn, Mode, Trouble
from tests.faults.faulty_service import FaultyService
from tests.faults.kernels import IMPATIENT, Kernels
from tests.faults.trials import Trial, fill, rested
from workbench.bulk.journal.journal_file import JournalFull
from workbench.bulk.running.progress import RunPhase
from workbench.client.sync import Client
from workbench.errors import JournalError

ROWS = 4
LIMITED = """
import resource, sys
from pathlib import Path
from workbench.bulk.journal.journal_file import JournalFile
from workbench.errors import JournalError
path = Path(sys.argv[1])
def limit(size): resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
if sys.argv[2] == "new":
    limit(10_000)
try:
    file = JournalFile(path)
    limit(10_000)
    with file.write_transaction() as db:
        db.executemany("insert into meta values (?, ?)", [(str(n), "x" * 900) for n in range(40)])
except JournalError as refused:
    print(refused.message)
"""


@pytest.fixture
def trial(faulty_service: FaultyService, kernels: Kernels, tmp_path: Path) -> Iterator[Trial]:
    """Four rows, a service with keys and without faults."""
    with Client(faulty_service.url, "token", policy=IMPATIENT) as client:
        yield Trial(
            Drawn(Trouble.DISK_FULL, Case(-20, Mode.KEYS, ROWS, ()), 0), faulty_service, client, tmp_path, kernels
        )


@pytest.mark.parametrize("journal", ["new", "begun"])
def test_a_quota_is_one_sentence(journal: str, tmp_path: Path) -> None:
    """From the file of a journal, or of the room that it keeps; nobody has to read SQLite's words."""
    ended = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path / "runs" / "journal.sqlite"), journal],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
    )

    assert ended.stderr == ""
    assert ended.stdout.count("\n") == 1
    assert "othing more was sent" in ended.stdout


class Disk:
    """A disk of two megabytes that can be filled, and made read-only."""

    def __init__(self, folder: Path, remount: Callable[[str], object]) -> None:
        self.folder = folder
        self._filler = folder / "filler"
        self._remount = remount

    def fill(self) -> None:
        """To the last byte."""
        fill(self._filler, 0)

    def free(self) -> None:
        """Somebody made room."""
        self._filler.unlink()

    def close_to_writers(self) -> None:
        """Mount it read-only."""
        self._remount("ro")

    def open_to_writers(self) -> None:
        """Mount it as it was."""
        self._remount("rw")


class Refusing(sqlite3.Connection):
    """A connection that refuses every write with this error; with none it takes them."""

    error = ""

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        """Execute it, if it only reads."""
        if self.error and statement.lstrip().startswith(("begin immediate", "insert", "create")):
            refused = sqlite3.OperationalError(self.error)
            refused.sqlite_errorname = self.error
            raise refused
        return super().execute(statement, *values)


class NoDisk(Disk):
    """Where none can be mounted: SQLite's connections refuse as they do there."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        super().__init__(folder, lambda told: None)
        self._patch = patch
        patch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Refusing))

    def fill(self) -> None:
        """As when there is not a room."""
        self._patch.setattr(Refusing, "error", "SQLITE_FULL")

    def free(self) -> None:
        """As when there is."""
        self._patch.setattr(Refusing, "error", "")

    def close_to_writers(self) -> None:
        """As on a disk for reading."""
        self._patch.setattr(Refusing, "error", "SQLITE_READONLY")

    open_to_writers = free


@pytest.fixture
def disk(two_megabytes: Path | None, tmp_path: Path) -> Iterator[Disk]:
    """A small disk, empty."""
    with pytest.MonkeyPatch.context() as patch:
        mount = shutil.which("mount")
        if two_megabytes is None or mount is None:
            yield NoDisk(tmp_path, patch)
            return

        def remount(told: str) -> None:
            subprocess.run([mount, "-o", f"remount,{told}", str(two_megabytes)], check=True)

        yield Disk(two_megabytes, remount)
        remount("rw")
        for path in two_megabytes.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def test_on_a_full_disk_no_run_begins(trial: Trial, disk: Disk) -> None:
    """It is reported before anything is sent, and the run continues when there is room."""
    disk.fill()
    with pytest.raises(JournalFull, match="Free some space"):
        trial.run(folder=disk.folder / "runs")
    disk.free()
    run = trial.run(folder=disk.folder / "runs")

    assert trial.truth.sends == []
    rested(run)
    assert trial.wrong(run) == []


def test_on_a_read_only_disk_no_run_begins(trial: Trial, disk: Disk) -> None:
    """Also with a journal that was there before."""
    trial.run(folder=disk.folder / "runs").close()
    disk.close_to_writers()
    with pytest.raises(JournalError, match="cannot be written") as refused:
        trial.run(folder=disk.folder / "runs").start()
    disk.open_to_writers()

    assert "\n" not in refused.value.message
    assert trial.truth.sends == []


def test_a_disk_that_fills_up_stops_the_run_before_it_sends(trial: Trial, disk: Disk) -> None:
    """Between two starts: the second sends nothing, says one sentence, and the third makes every row."""
    run = trial.run(folder=disk.folder / "runs")
    disk.fill()
    with pytest.raises(JournalError, match="othing more was sent"):
        run.start()
    disk.free()

    assert (run.progress.phase, trial.truth.sends) == (RunPhase.READY, [])
    rested(run)
    assert trial.wrong(run) == []
